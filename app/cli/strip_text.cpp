// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/strip_text.h"

#include <nlohmann/json.hpp>

namespace warpstring::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "nothing" : text;
}

/// How many of the counts of what is kept are known on both sides.
std::size_t knownOf(const StrippedCounts& counts) {
    std::size_t known = 0;
    for (const auto& [key, bytes] : counts.before.bytes) {
        const auto after = counts.after.bytes.find(key);
        if (bytes && (after == counts.after.bytes.end() || after->second)) ++known;
    }
    return known;
}

std::string countsLine(const StrippedCounts& counts) {
    if (!counts.differences.empty()) return {};
    const std::size_t known = knownOf(counts), all = counts.before.bytes.size();
    const std::string begin = "  " + counts.launch + ": counts of what is kept are ";
    if (known == all) return begin + "the original's\n";
    if (known == 0) return begin + "not known: data decide\n";
    return begin + "the original's as far as they are known: " + std::to_string(known) + " of " +
           std::to_string(all) + "\n";
}

Json numberJson(std::optional<std::int64_t> number) { return number ? Json(*number) : Json(nullptr); }

Json countsJson(const strip::KeptCounts& counts) {
    Json accesses = Json::array();
    for (const auto& [key, bytes] : counts.bytes)
        accesses.push_back({{"object", key.first}, {"kind", key.second}, {"bytes", numberJson(bytes)}});
    return {{"accesses", accesses},
            {"barriers", numberJson(counts.barriers)},
            {"float_operations", numberJson(counts.floatOperations)}};
}

} // namespace

std::string stripText(const StripReport& report) {
    std::string text;
    for (const auto& file : report.stripped) {
        text += file.stripped.stem + ": keeps accesses of " + listed(file.stripped.kept) + "\n";
        for (const auto& note : file.stripped.notes) text += "  " + note + "\n";
        for (const auto& counts : file.launches) text += countsLine(counts);
        for (const auto& written : file.files) text += "wrote " + written + "\n";
    }
    return text;
}

std::string stripJson(const StripReport& report) {
    Json all = Json::array();
    for (const auto& file : report.stripped) {
        Json launches = Json::array();
        for (const auto& counts : file.launches)
            launches.push_back({{"launch", counts.launch},
                                {"before", countsJson(counts.before)},
                                {"after", countsJson(counts.after)},
                                {"differences", counts.differences}});
        all.push_back({{"name", file.stripped.stem},
                       {"launch", file.stripped.launch.empty() ? Json(nullptr) : Json(file.stripped.launch)},
                       {"kept", file.stripped.kept},
                       {"notes", file.stripped.notes},
                       {"launches", launches},
                       {"source", file.stripped.text.source},
                       {"files", file.files}});
    }
    const Json json{
        {"schema", "warpstring.strip/1"}, {"file", report.launch}, {"kind", report.kind}, {"stripped", all}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpstring::cli
