// SPDX-License-Identifier: GPL-3.0-or-later
// What transform_runner answers: what buffers hold, or why there is nothing.
#pragma once

#include <cstring>
#include <string>

#include "core/process/messages.h"
#include "core/records/verification.h"
#include "core/result.h"

namespace warpstring::transform {

inline std::string failureAnswer(const Diagnostic& why) {
    return process::framed("failed") + process::framed(why.code) + process::framed(why.message);
}

inline std::string buffersAnswer(const records::BufferContents& buffers) {
    std::string answer = process::framed("done");
    for (const auto& [name, bytes] : buffers)
        answer += process::framed(name) +
                  process::framed({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return answer;
}

inline Result<records::BufferContents> readAnswer(std::string answer) {
    const auto next = [&] { return process::takeMessage(answer).value_or(""); };
    if (next() != "done") {
        Diagnostic why;
        why.code = next();
        why.message = next();
        return why;
    }
    records::BufferContents buffers;
    while (const auto name = process::takeMessage(answer)) {
        const std::string bytes = next();
        auto& held = buffers[*name];
        held.resize(bytes.size());
        std::memcpy(held.data(), bytes.data(), bytes.size());
    }
    return buffers;
}

} // namespace warpstring::transform
