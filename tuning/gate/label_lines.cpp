// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/label_lines.h"

#include <cctype>
#include <charconv>

namespace warpstring::gate {

namespace {

constexpr std::string_view marker = "#line ";

/// As annotations are looked up: the label is all of its comment.
bool isLabelled(std::string_view line, const std::string& label) {
    const std::string comment = "warpstring: " + label;
    for (auto at = line.find(comment); at != std::string_view::npos; at = line.find(comment, at + 1)) {
        const auto end = at + comment.size();
        if (end >= line.size() || line[end] == '*' || std::isspace(static_cast<unsigned char>(line[end])) != 0)
            return true;
    }
    return false;
}

/// 0: there is none.
int lineOf(const std::string& label, std::string_view text) {
    int number = 1;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (isLabelled(line, label)) return number;
        ++number;
        if (line.starts_with(marker))
            std::from_chars(line.data() + marker.size(), line.data() + line.size(), number);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return 0;
}

} // namespace

Launch withLabelLines(Launch launch, const std::string& text) {
    for (auto& annotation : launch.annotations) {
        if (annotation.label.empty()) continue;
        const int line = lineOf(annotation.label, text);
        if (line == 0) continue;
        annotation.line = line;
        annotation.label.clear();
    }
    return launch;
}

} // namespace warpstring::gate
