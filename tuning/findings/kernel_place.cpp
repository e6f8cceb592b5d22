// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/kernel_place.h"

#include <algorithm>
#include <cctype>

namespace warpstring::findings {

namespace {

bool isOfWord(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool isCallLike(std::string_view behind) {
    const auto next = behind.find_first_not_of(" \t\r\n");
    return next != std::string_view::npos && behind[next] == '(';
}

/// Whether the declaration that ends here is a kernel's.
bool declaresKernel(std::string_view before) {
    const auto begin = before.find_last_of(";}");
    return before.substr(begin == std::string_view::npos ? 0 : begin).find("kernel") != std::string_view::npos;
}

SourceLocation placeAt(const std::string& file, std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const auto lineBegin = before.find_last_of('\n');
    return {file, static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
            static_cast<int>(lineBegin == std::string_view::npos ? at : at - lineBegin - 1) + 1};
}

} // namespace

SourceLocation kernelPlace(const std::string& file, std::string_view text, std::string_view kernel) {
    for (auto at = text.find(kernel); at != std::string_view::npos && !kernel.empty();
         at = text.find(kernel, at + 1)) {
        const auto end = at + kernel.size();
        const bool isWord =
            (at == 0 || !isOfWord(text[at - 1])) && (end == text.size() || !isOfWord(text[end]));
        if (isWord && isCallLike(text.substr(end)) && declaresKernel(text.substr(0, at)))
            return placeAt(file, text, at);
    }
    return {file, 1, 0};
}

} // namespace warpstring::findings
