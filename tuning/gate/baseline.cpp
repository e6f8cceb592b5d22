// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/baseline.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "core/text/json.h"
#include "core/text/text_format.h"
#include "tuning/gate/kept_launch.h"

namespace warpstring::gate {

namespace {

constexpr const char* schemaId = "warpstring.gate/1";
constexpr std::string_view schemaFamily = "warpstring.gate/";

/// Items on lines of their own.
std::string rows(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) text += items[i] + (i + 1 < items.size() ? ",\n" : "\n");
    return text;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0;;) {
        const auto end = text.find('\n', at);
        lines.push_back(Json(text.substr(at, end - at)).compact());
        if (end == std::string::npos) return lines;
        at = end + 1;
    }
}

std::string joined(const Json& lines) {
    std::string text;
    bool isFirst = true;
    for (const Json& line : lines.items()) {
        text += (isFirst ? "" : "\n") + line.text();
        isFirst = false;
    }
    return text;
}

std::string launchRow(const BaselineLaunch& kept) {
    Json json = keptToJson(kept.launch);
    json.set("source_text", kept.source);
    return json.compact();
}

void addTimes(std::vector<std::string>& rows, const BaselineLaunch& kept) {
    for (const auto& [spec, timeUs] : kept.timesUs) {
        Json json;
        json.set("file", kept.launch.file.generic_string());
        json.set("name", kept.launch.name);
        json.set("spec", spec);
        json.set("time_us",
                 std::strtod(formatted("%.6g", timeUs).c_str(), nullptr)); // digits that a diff shall show
        rows.push_back(json.compact());
    }
}

Diagnostic bad(const std::filesystem::path& path, std::string message, const char* code = "gate.bad-baseline") {
    return {code,
            Severity::Error,
            {path.string(), 0, 0},
            std::move(message),
            "'warpstring gate LAUNCHES --baseline FILE --update' writes a new one"};
}

} // namespace

std::string sourceKey(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a, 64 bits
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return formatted("%016llx", static_cast<unsigned long long>(hash));
}

std::string toText(const Baseline& baseline) {
    auto launches = baseline.launches;
    std::sort(launches.begin(), launches.end(), [](const auto& a, const auto& b) { return a.key() < b.key(); });
    std::vector<std::string> launchRows, timeRows, sourceRows;
    std::set<std::string> used;
    for (const auto& kept : launches) {
        launchRows.push_back(launchRow(kept));
        addTimes(timeRows, kept);
        used.insert(kept.source);
    }
    for (const auto& [key, text] : baseline.sources)
        if (used.contains(key)) sourceRows.push_back(Json(key).compact() + ": [\n" + rows(linesOf(text)) + "]");
    return "{\n\"schema\": " + Json(schemaId).compact() +
           ",\n\"version\": " + Json(baseline.version).compact() +
           ",\n\"specs\": " + Json::arrayOf(baseline.specs).compact() + ",\n\"launches\": [\n" +
           rows(launchRows) + "],\n\"times\": [\n" + rows(timeRows) + "],\n\"sources\": {\n" +
           rows(sourceRows) + "}\n}\n";
}

Result<Baseline> parseBaseline(std::string_view text, const std::filesystem::path& path) {
    const auto parsed = parseJson(text, path.string());
    if (!parsed) {
        Diagnostic fault = bad(path, "the baseline is no JSON: " + parsed.diagnostics().front().message);
        fault.place = parsed.diagnostics().front().place;
        return fault;
    }
    const Json& json = *parsed;
    const std::string& schema = json["schema"].text();
    if (schema != schemaId)
        return bad(path,
                   schema.starts_with(schemaFamily)
                       ? "the baseline has the schema " + schema + ", and this program reads " + schemaId
                       : "this is no baseline: its schema is not " + std::string(schemaId),
                   "gate.other-schema");
    Baseline baseline;
    baseline.version = json["version"].text();
    for (const Json& spec : json["specs"].items()) baseline.specs.push_back(spec.text());
    if (baseline.specs.empty()) return bad(path, "the baseline names no spec");
    for (const auto& [key, lines] : json["sources"].members()) baseline.sources[key] = joined(lines);
    std::map<std::pair<std::string, std::string>, std::map<std::string, double>> times;
    for (const Json& row : json["times"].items())
        times[{row["file"].text(), row["name"].text()}][row["spec"].text()] = row["time_us"].number();
    for (const Json& row : json["launches"].items()) {
        BaselineLaunch kept{keptFromJson(row), row["source_text"].text(), {}};
        const std::string which = "the launch \"" + kept.launch.name + "\" of " + kept.launch.file.string();
        if (kept.launch.file.empty() || kept.launch.name.empty() || kept.launch.kernel.empty())
            return bad(path, which + " lacks its file, name or kernel");
        if (!baseline.sources.contains(kept.source)) return bad(path, which + " has no source in the baseline");
        if (const auto faults = validate(kept.launch.range, {path.string(), 0, 0}); hasErrors(faults))
            return bad(path, which + ": " + faults.front().message);
        kept.timesUs = times[kept.key()];
        baseline.launches.push_back(std::move(kept));
    }
    std::sort(baseline.launches.begin(), baseline.launches.end(),
              [](const auto& a, const auto& b) { return a.key() < b.key(); });
    return baseline;
}

Result<Baseline> readBaseline(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return bad(path, "there is no baseline yet", "gate.no-baseline");
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file || !text) return bad(path, "the baseline cannot be read", "gate.no-baseline");
    return parseBaseline(text.str(), path);
}

} // namespace warpstring::gate
