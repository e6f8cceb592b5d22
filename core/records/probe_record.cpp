// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/probe_record.h"

#include <cmath>
#include <fstream>
#include <sstream>

#include "core/records/measurement_json.h"

namespace warpstring::records {

namespace {

constexpr const char* probesSchema = "warpstring.probes/1";
constexpr ProbeStatus statuses[] = {ProbeStatus::Ok, ProbeStatus::NotApplicable, ProbeStatus::Failed,
                                    ProbeStatus::Skipped};

/// Calls `visit` with each counted parameter's key and its member.
template <class Record, class Visit>
void visitCounts(Record& record, Visit visit) {
    visit("stride", record.stride);
    visit("footprintBytes", record.footprintBytes);
    visit("ways", record.ways);
    visit("chainLength", record.chainLength);
    visit("chains", record.chains);
    visit("iterations", record.iterations);
    visit("groups", record.groups);
    visit("groupSize", record.groupSize);
    visit("samples", record.samples);
}

template <class Record, class Visit>
void visitNumbers(Record& record, Visit visit) {
    visit("medianNs", record.medianNs);
    visit("minNs", record.minNs);
    visit("madNs", record.madNs);
    visit("cycles", record.cycles);
    visit("operations", record.operations);
    visit("bytes", record.bytes);
    visit("transactions", record.transactions);
}

Diagnostic badLine(const std::string& file, int line, const std::string& message) {
    return {"probes.bad-line",
            Severity::Warning,
            {file, line, 0},
            message,
            "the line is passed over; a run that was broken off ends in one"};
}

/// Nothing wrong with it: an empty text.
std::string faultOf(const ProbeRecord& probe) {
    if (probe.id.empty() || probe.family.empty()) return "a probe without \"id\" or \"family\"";
    if (probe.status != ProbeStatus::Ok) return "";
    bool isSound = true;
    visitNumbers(probe,
                 [&](const char*, double value) { isSound = isSound && std::isfinite(value) && value >= 0; });
    if (!isSound || probe.medianNs <= 0)
        return "probe \"" + probe.id + "\" has no time, or an impossible figure";
    return "";
}

ProbeRecord probeFromJson(const Json& json) {
    ProbeRecord probe;
    probe.id = json["id"].text();
    probe.family = json["family"].text();
    probe.operation = json["operation"].text();
    probe.level = json["level"].text();
    probe.why = json["why"].text();
    for (const ProbeStatus status : statuses)
        if (json["status"].text() == name(status)) probe.status = status;
    visitCounts(probe, [&](const char* key, std::uint64_t& value) { value = json[key].size(); });
    visitNumbers(probe, [&](const char* key, double& value) { value = json[key].number(); });
    return probe;
}

} // namespace

std::string_view name(ProbeStatus status) {
    switch (status) {
    case ProbeStatus::Ok: return "ok";
    case ProbeStatus::NotApplicable: return "not-applicable";
    case ProbeStatus::Failed: return "failed";
    case ProbeStatus::Skipped: break;
    }
    return "skipped";
}

Json headerJson(const ProbeSet& set) {
    Json json;
    json.set("schema", probesSchema);
    json.set("device", toJson(set.device));
    json.set("takenAt", set.takenAt);
    json.set("tool", set.tool);
    json.set("warpMultiple", set.warpMultiple);
    json.set("quick", set.quick);
    json.set("hasDouble", set.hasDouble);
    return json;
}

Json toJson(const ProbeRecord& probe) {
    Json json;
    json.set("id", probe.id);
    json.set("family", probe.family);
    if (!probe.operation.empty()) json.set("operation", probe.operation);
    if (!probe.level.empty()) json.set("level", probe.level);
    json.set("status", name(probe.status));
    if (!probe.why.empty()) json.set("why", probe.why);
    visitCounts(probe, [&](const char* key, std::uint64_t value) {
        if (value != 0) json.set(key, value);
    });
    visitNumbers(probe, [&](const char* key, double value) {
        if (value != 0) json.set(key, value);
    });
    return json;
}

Result<ProbeSet> parseProbes(std::string_view text, const std::string& file) {
    ProbeSet set;
    bool hasHeader = false;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const auto json = parseJson(line, file);
        if (!json) {
            set.warnings.push_back(badLine(file, number, "no JSON: " + json.diagnostics().front().message));
        } else if ((*json)["schema"].text() == probesSchema) {
            // A file that was appended to: the last device stands, its facts being those of what follows.
            hasHeader = true;
            set.device = deviceFromJson((*json)["device"]);
            set.takenAt = (*json)["takenAt"].text();
            set.tool = (*json)["tool"].text();
            set.warpMultiple = (*json)["warpMultiple"].size();
            set.quick = (*json)["quick"].boolean();
            set.hasDouble = (*json)["hasDouble"].boolean();
        } else {
            ProbeRecord probe = probeFromJson(*json);
            if (const std::string fault = faultOf(probe); !fault.empty())
                set.warnings.push_back(badLine(file, number, fault));
            else
                set.probes.push_back(std::move(probe));
        }
    }
    if (!hasHeader)
        return Diagnostic{"probes.no-header",
                          Severity::Error,
                          {file, 1, 0},
                          "there is no line that describes the device (schema \"" + std::string(probesSchema) +
                              "\")",
                          "the file is written by `warpstring-measure --calibrate -o FILE`"};
    if (set.probes.empty())
        return Diagnostic{"probes.empty",
                          Severity::Error,
                          {file, 0, 0},
                          "there is no probe that can be read",
                          "run `warpstring-measure --calibrate -o FILE` again, with more --max-seconds"};
    return set;
}

Result<ProbeSet> readProbes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || std::filesystem::is_directory(path) || !(text << in.rdbuf()))
        return Diagnostic{"probes.unreadable",
                          Severity::Error,
                          {path.string(), 0, 0},
                          "the probes cannot be read",
                          "give a file written by `warpstring-measure --calibrate -o FILE`"};
    return parseProbes(text.view(), path.string());
}

} // namespace warpstring::records
