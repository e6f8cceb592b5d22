// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/spec_difference.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace warpstring::files {

namespace {

using Type = SpecKey::Type;

std::optional<double> numberOf(std::string text) {
    std::erase(text, '_');
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc{} && stop == end && !text.empty() ? std::optional(value) : std::nullopt;
}

std::string withoutBlanks(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    return text;
}

bool sameValue(const SpecEntry& a, const SpecEntry& b) {
    if (a.value == b.value) return true;
    if (a.key.type == Type::Text || a.key.type == Type::Choice) return false;
    if (a.key.type != Type::Cost) {
        const auto x = numberOf(a.value), y = numberOf(b.value);
        return x && y ? *x == *y : withoutBlanks(a.value) == withoutBlanks(b.value);
    }
    std::map<std::string, std::string> parts; // of both: those of a spec without some pipe lack its part
    for (const SpecEntry& part : a.parts) parts[part.key.path] = part.value;
    for (const SpecEntry& part : b.parts) {
        const std::string& other = parts[part.key.path];
        if (other != part.value && (!numberOf(other) || numberOf(other) != numberOf(part.value))) return false;
        parts.erase(part.key.path);
    }
    return std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.second.empty(); });
}

} // namespace

std::vector<SpecDifference> specDifferences(const std::vector<SpecEntry>& before,
                                            const std::vector<SpecEntry>& after) {
    std::map<std::string_view, const SpecEntry*> old;
    for (const SpecEntry& entry : before) old.emplace(entry.key.path, &entry);
    std::vector<SpecDifference> differences;
    const auto add = [&](const SpecEntry& was, const SpecEntry& is) {
        SpecDifference difference{is.key.path, is.key.unit, {}, {}, was.provenance, is.provenance};
        if (was.present) difference.before = was.value;
        if (is.present) difference.after = is.value;
        if (was.present && is.present && sameValue(was, is)) difference.after = difference.before;
        if (difference.valueChanged() || was.provenance != is.provenance)
            differences.push_back(std::move(difference));
    };
    for (const SpecEntry& entry : after) {
        const auto found = old.find(entry.key.path);
        add(found != old.end() ? *found->second : SpecEntry{}, entry);
        if (found != old.end()) old.erase(found);
    }
    for (const auto& [path, entry] : old) { // sources that are gone
        SpecEntry gone;
        gone.key = entry->key;
        add(*entry, gone);
    }
    return differences;
}

} // namespace warpstring::files
