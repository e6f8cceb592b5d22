// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/svg_text.h"

#include "core/text/text_format.h"

namespace warpstring {

std::string svgEscaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
        case '&': safe += "&amp;"; break;
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '"': safe += "&quot;"; break;
        default: safe += c;
        }
    }
    return safe;
}

std::string svgNumber(double value) {
    std::string text = formatted("%.2f", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

} // namespace warpstring
