// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "core/text/json.h"
#include "core/text/utf8.h"
#include "fuzz/diagnostics_promise.h"

namespace warpstring::fuzz {

namespace {

/// At most this many levels: brackets within strings count too.
std::size_t brackets(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return c == '[' || c == '{'; }));
}

/// A value with every number, beyond whose range the two readers may differ, is left to this one.
bool hasNumberOutOfRange(const Diagnostics& diagnostics) {
    return diagnostics.front().message.find("a number out of range") != std::string::npos;
}

void expectSame(const Json& value, const std::string& written) {
    const auto back = parseJson(written, "fuzz/back.json");
    if (!back) fail("what is written is read", written);
    if (!(*back == value)) fail("what is written is read as the same", written);
}

} // namespace

void readJsonText(std::string_view text) {
    const auto value = parseJson(text, "fuzz/text.json");
    // The other reader takes a byte order mark, no text that is not UTF-8, and ends at a byte 0.
    const bool comparable = text.substr(0, 1) != "\xef" && text.find('\0') == std::string_view::npos &&
                            validUtf8(std::string(text)) == text;
    const bool otherReads = comparable && nlohmann::json::accept(text);
    if (!value) {
        expectReasons(value.diagnostics());
        if (otherReads && brackets(text) < 100 && !hasNumberOutOfRange(value.diagnostics()))
            fail("what another reader takes is read", toText(value.diagnostics().front()));
        return;
    }
    if (comparable && !otherReads) fail("what is read another reader takes", text);
    expectSame(*value, value->compact());
    expectSame(*value, value->pretty());
}

} // namespace warpstring::fuzz
