// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/missing_names.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace warpstring::drafting {

namespace {

/// What stands between quotes behind `before` and in front of `behind`.
std::optional<std::string> quotedIn(std::string_view message, std::string_view before,
                                    std::string_view behind = "") {
    const auto at = message.find(std::string(before) + "'");
    if (at == std::string_view::npos) return std::nullopt;
    const auto begin = at + before.size() + 1;
    const auto end = message.find('\'', begin);
    if (end == std::string_view::npos || message.substr(end + 1, behind.size()) != behind) return std::nullopt;
    return std::string(message.substr(begin, end - begin));
}

struct Missing {
    std::vector<std::string> MissingNames::* kind;
    std::string name;
};

bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The text from a place on; empty where there is none.
std::string_view textAt(std::string_view source, const SourceLocation& place) {
    for (int line = 1; line < place.line; ++line) {
        const auto end = source.find('\n');
        if (end == std::string_view::npos) return {};
        source.remove_prefix(end + 1);
    }
    const auto column = static_cast<std::size_t>(std::max(place.column, 1) - 1);
    return column < source.size() ? source.substr(column) : std::string_view();
}

/// "REAL sum": no expression has two names side by side.
bool beginsDeclaration(std::string_view source, const SourceLocation& place, const std::string& name) {
    const auto text = textAt(source, place);
    if (!text.starts_with(name)) return false;
    const auto next = text.find_first_not_of(" \t", name.size());
    return next != std::string_view::npos && next > name.size() && isNamePart(text[next]);
}

std::optional<Missing> missingIn(const Diagnostic& fault, std::string_view source) {
    if (fault.severity != Severity::Error || fault.code != "frontend.compile") return std::nullopt;
    if (auto name = quotedIn(fault.message, "use of undeclared identifier "))
        return Missing{beginsDeclaration(source, fault.place, *name) ? &MissingNames::types
                                                                     : &MissingNames::values,
                       *name};
    if (auto name = quotedIn(fault.message, "unknown type name ")) return Missing{&MissingNames::types, *name};
    if (auto name = quotedIn(fault.message, "", " file not found"))
        return Missing{&MissingNames::headers, *name};
    return std::nullopt;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

} // namespace

MissingNames missingNamesOf(const Diagnostics& faults, std::string_view source) {
    MissingNames missing;
    for (const Diagnostic& fault : faults) {
        const auto found = missingIn(fault, source);
        if (!found) {
            missing.isAll = missing.isAll && fault.severity != Severity::Error;
            continue;
        }
        auto& names = missing.*(found->kind);
        if (std::find(names.begin(), names.end(), found->name) == names.end()) names.push_back(found->name);
    }
    std::erase_if(missing.values, [&](const std::string& name) {
        return std::find(missing.types.begin(), missing.types.end(), name) != missing.types.end();
    });
    return missing;
}

Diagnostics byCause(const Diagnostics& faults, std::string_view source) {
    const MissingNames missing = missingNamesOf(faults, source);
    if (missing.isEmpty()) return faults;
    const auto placeOf = [&](bool isHeader) {
        for (const Diagnostic& fault : faults)
            if (const auto found = missingIn(fault, source);
                found && (found->kind == &MissingNames::headers) == isHeader)
                return fault.place;
        return SourceLocation{};
    };
    Diagnostics causes;
    if (!missing.headers.empty())
        causes.push_back({"frontend.missing-headers", Severity::Error, placeOf(true),
                          "the source includes " + listed(missing.headers) + ", which no folder holds",
                          "name the folder: -I FOLDER"});
    std::vector<std::string> names = missing.types;
    names.insert(names.end(), missing.values.begin(), missing.values.end());
    if (!names.empty()) {
        std::string options;
        for (const auto& name : missing.types) options += " -D " + name + "=float";
        for (const auto& name : missing.values) options += " -D " + name + "=16";
        causes.push_back({"frontend.missing-macros", Severity::Error, placeOf(false),
                          "nothing defines " + listed(names) + ", which the source uses",
                          "give macros as the kernel's host program does, for example" + options +
                              "; 'warpstring init' writes a launch file with all of them to fill in"});
    }
    for (const Diagnostic& fault : faults)
        if (!missingIn(fault, source)) causes.push_back(fault);
    return causes;
}

} // namespace warpstring::drafting
