// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/workflow_annotations.h"

#include <algorithm>
#include <string_view>

namespace warpstring::findings {

namespace {

constexpr std::string_view escapedInText = "%\r\n";
constexpr std::string_view escapedInProperties = "%\r\n:,";

std::string escaped(const std::string& text, std::string_view what) {
    constexpr const char* digits = "0123456789ABCDEF";
    std::string safe;
    for (const char c : text) {
        if (what.find(c) == std::string_view::npos) {
            safe += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        safe += '%';
        safe += digits[byte >> 4U];
        safe += digits[byte & 15U];
    }
    return safe;
}

std::string line(const Finding& finding, const std::string& title) {
    const Region& region = finding.region;
    const auto number = [](const char* key, int value) { return std::string(key) + std::to_string(value); };
    std::string text = "::";
    text += finding.level == Level::Note ? "notice" : name(finding.level);
    text += " file=" + escaped(finding.file, escapedInProperties) + number(",line=", region.line) +
            number(",endLine=", region.endLine);
    if (region.line == region.endLine)
        text += number(",col=", region.column) + number(",endColumn=", region.endColumn);
    return text + ",title=" + escaped(title, escapedInProperties) +
           "::" + escaped(finding.message, escapedInText) + "\n";
}

} // namespace

std::string workflowAnnotations(const std::vector<Rule>& rules, std::vector<Finding> findings) {
    std::string text;
    for (const auto& finding : costliestFirst(std::move(findings))) {
        const auto rule =
            std::find_if(rules.begin(), rules.end(), [&](const Rule& each) { return each.id == finding.rule; });
        text += line(finding, rule == rules.end() ? finding.rule : rule->title);
    }
    return text;
}

} // namespace warpstring::findings
