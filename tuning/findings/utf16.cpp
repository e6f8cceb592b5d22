// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/utf16.h"

#include "core/text/utf8.h"

namespace warpstring::findings {

namespace {

/// Of the `bytes` of one character at the start of `text`.
char32_t codePoint(std::string_view text, std::size_t bytes) {
    constexpr unsigned char leads[] = {0x7f, 0x1f, 0x0f, 0x07};
    char32_t point = static_cast<unsigned char>(text[0]) & leads[bytes - 1];
    for (std::size_t i = 1; i < bytes; ++i)
        point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3fU);
    return point;
}

} // namespace

std::u16string toUtf16(std::string_view utf8) {
    constexpr char32_t firstPair = 0x10000;
    std::u16string units;
    units.reserve(utf8.size());
    while (!utf8.empty()) {
        const std::size_t bytes = characterBytes(utf8);
        const char32_t point = bytes == 0 ? U'\ufffd' : codePoint(utf8, bytes);
        if (point < firstPair) {
            units += static_cast<char16_t>(point);
        } else {
            units += static_cast<char16_t>(0xd800 + ((point - firstPair) >> 10U));
            units += static_cast<char16_t>(0xdc00 + ((point - firstPair) & 0x3ffU));
        }
        utf8.remove_prefix(bytes == 0 ? 1 : bytes);
    }
    return units;
}

} // namespace warpstring::findings
