// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/line_shift.h"

#include <algorithm>

#include "core/files/toml/toml_reader.h"

namespace warpstring::transform {

namespace {

/// Of the first character of a line that is no blank; lines count from 1.
std::size_t offsetOfLine(const std::string& text, std::int64_t line) {
    std::size_t offset = 0;
    for (std::int64_t at = 1; at < line; ++at) {
        offset = text.find('\n', offset);
        if (offset == std::string::npos) return text.size();
        ++offset;
    }
    const std::size_t first = text.find_first_not_of(" \t", offset);
    return first == std::string::npos ? text.size() : first;
}

std::int64_t lineOf(const std::string& text, std::size_t offset) {
    return 1 + std::count(text.begin(),
                          text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n');
}

struct LineNumber {
    files::TomlPlace place;
    std::int64_t line;
};

std::vector<LineNumber> lineNumbers(const files::TomlValue& document) {
    std::vector<LineNumber> found;
    for (const char* table : {"annotation", "published"}) {
        const auto* entries = document.find(table);
        if (entries == nullptr) continue;
        for (const auto& entry : entries->items)
            if (const auto* line = entry.find("line"); line && line->kind == files::TomlValue::Kind::Integer)
                found.push_back({line->place, line->integer});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return b.place < a.place; });
    return found;
}

} // namespace

Result<KernelText> withLinesShifted(KernelText changed, const KernelText& before,
                                    const clang::tooling::Replacements& edits) {
    const auto document = files::parseToml(changed.launch, changed.launchPath, "launch");
    if (!document) return document.diagnostics();
    // From the last to the first, so that places stay where they are.
    for (const auto& [place, line] : lineNumbers(*document)) {
        const auto offset = static_cast<unsigned>(offsetOfLine(before.source, line));
        const std::int64_t now = lineOf(changed.source, edits.getShiftedCodePosition(offset));
        if (now == line) continue;
        std::size_t at = 0;
        for (int l = 1; l < place.line; ++l) at = changed.launch.find('\n', at) + 1;
        at += static_cast<std::size_t>(place.column) - 1;
        const std::string written = std::to_string(line);
        if (changed.launch.compare(at, written.size(), written) != 0)
            return Diagnostic{"transform.annotation",
                              Severity::Error,
                              {changed.launchPath.string(), place.line, place.column},
                              "the line that this names moves, and is not written as a plain number",
                              "write it as a decimal number, or use a label"};
        changed.launch.replace(at, written.size(), std::to_string(now));
    }
    return changed;
}

} // namespace warpstring::transform
