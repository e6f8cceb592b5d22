// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/messages.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace warpstring::process {

namespace {

using Length = std::uint32_t;

/// Whether all bytes came. A signal ends the wait for the first of them alone.
bool readAll(int file, char* bytes, std::size_t count, bool begun) {
    for (std::size_t done = 0; done < count;) {
        const ssize_t got = ::read(file, bytes + done, count - done);
        if (got < 0 && errno == EINTR && (begun || done > 0)) continue;
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

} // namespace

std::string framed(std::string_view payload) {
    const auto length = static_cast<Length>(payload.size());
    std::string message(sizeof length, '\0');
    std::memcpy(message.data(), &length, sizeof length);
    message += payload;
    return message;
}

std::optional<std::string> takeMessage(std::string& received) {
    Length length = 0;
    if (received.size() < sizeof length) return std::nullopt;
    std::memcpy(&length, received.data(), sizeof length);
    if (received.size() - sizeof length < length) return std::nullopt;
    std::string payload = received.substr(sizeof length, length);
    received.erase(0, sizeof length + length);
    return payload;
}

std::optional<std::string> readMessage(int file) {
    Length length = 0;
    if (!readAll(file, reinterpret_cast<char*>(&length), sizeof length, false)) return std::nullopt;
    std::string payload;
    // By pieces: a length that is none must not ask for its memory at once.
    constexpr std::size_t piece = 1 << 20;
    while (payload.size() < length) {
        const std::size_t done = payload.size();
        payload.resize(done + std::min<std::size_t>(piece, length - done));
        if (!readAll(file, payload.data() + done, payload.size() - done, true)) return std::nullopt;
    }
    return payload;
}

bool writeMessage(int file, std::string_view payload) {
    const std::string message = framed(payload);
    for (std::size_t done = 0; done < message.size();) {
        const ssize_t written = ::write(file, message.data() + done, message.size() - done);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) done += static_cast<std::size_t>(written);
    }
    return true;
}

} // namespace warpstring::process
