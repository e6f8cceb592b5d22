// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/build_log.h"

#include <algorithm>
#include <charconv>

namespace warpstring {

namespace {

bool isError(std::string_view line) {
    return line.starts_with("error: ") || line.find(": error") != std::string_view::npos ||
           line.find(": fatal error") != std::string_view::npos;
}

/// Takes ":<number>" off the start of `text`; 0 when it does not start so.
int takeNumber(std::string_view& text) {
    if (!text.starts_with(':')) return 0;
    int number = 0;
    const auto parsed = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (parsed.ec != std::errc{}) return 0;
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
    return number;
}

} // namespace

SourceLocation firstErrorPlace(std::string_view log, const std::filesystem::path& source) {
    while (!log.empty()) {
        const std::string_view line = log.substr(0, log.find('\n'));
        log.remove_prefix(std::min(log.size(), line.size() + 1));
        if (!isError(line)) continue;
        for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
            std::string_view rest = line.substr(at);
            const int lineNumber = takeNumber(rest);
            const int column = takeNumber(rest);
            if (lineNumber > 0 && column > 0 && rest.starts_with(": "))
                return {source.string(), lineNumber, column};
        }
    }
    return {source.string(), 0, 0};
}

} // namespace warpstring
