// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/measurement_json.h"

#include "core/records/resolved_launch.h"
#include "core/text/utf8.h"

namespace warpstring::records {

namespace {

constexpr const char* measurementSchema = "warpstring.measurement/1";

template <class T>
void setIfKnown(Json& json, const char* key, const std::optional<T>& value) {
    if (value) json.set(key, *value);
}

std::optional<std::uint64_t> sizeIfKnown(const Json& json) {
    if (!json.isNumber()) return std::nullopt;
    return json.size();
}

std::vector<double> numbers(const Json& json) {
    std::vector<double> values;
    for (const Json& item : json.items()) values.push_back(item.number());
    return values;
}

Json toJson(const Distribution& distribution) {
    Json json;
    json.set("count", distribution.count);
    json.set("min", distribution.min);
    json.set("p5", distribution.p5);
    json.set("p25", distribution.p25);
    json.set("median", distribution.median);
    json.set("p75", distribution.p75);
    json.set("p90", distribution.p90);
    json.set("p95", distribution.p95);
    json.set("max", distribution.max);
    json.set("mean", distribution.mean);
    return json;
}

Distribution distributionFromJson(const Json& json) {
    return {json["count"].size(),    json["min"].number(), json["p5"].number(),  json["p25"].number(),
            json["median"].number(), json["p75"].number(), json["p90"].number(), json["p95"].number(),
            json["max"].number(),    json["mean"].number()};
}

Json toJson(const BuildFacts& build) {
    Json json;
    json.set("options", build.options);
    setIfKnown(json, "registers", build.registers);
    setIfKnown(json, "spill_store_bytes", build.spillStoreBytes);
    setIfKnown(json, "spill_load_bytes", build.spillLoadBytes);
    setIfKnown(json, "private_bytes", build.privateBytes);
    setIfKnown(json, "local_bytes", build.localBytes);
    json.set("log", build.log);
    return json;
}

BuildFacts buildFromJson(const Json& json) {
    return {json["options"].text(),
            json["log"].text(),
            sizeIfKnown(json["registers"]),
            sizeIfKnown(json["spill_store_bytes"]),
            sizeIfKnown(json["spill_load_bytes"]),
            sizeIfKnown(json["private_bytes"]),
            sizeIfKnown(json["local_bytes"])};
}

Json toJson(const WarpMeasurement& warp) {
    Json json;
    json.set("measurable", warp.measurable);
    if (!warp.measurable) {
        json.set("why", warp.why);
        return json;
    }
    json.set("clock", warp.clock);
    json.set("warp_size", warp.warpSize);
    json.set("warp_cycles", toJson(warp.warps));
    if (warp.groups.count > 0) json.set("group_cycles", toJson(warp.groups));
    json.set("stamped_fraction", warp.stampedFraction);
    json.set("probed", toJson(warp.probed));
    json.set("probed_ratio", warp.probedRatio);
    json.set("probe_changed_code", warp.probeChangedCode);
    // One SM an entry: [SM, groups, most resident groups, span in cycles].
    json.set("schedule", Json::arrayOf(warp.schedule, [](const SmSchedule& sm) {
                 return Json(Json::Array{sm.sm, sm.groups, sm.mostResidentGroups, sm.spanCycles});
             }));
    if (!warp.groupSpans.empty()) {
        Json detail;
        detail.set("sm", warp.detailedSm);
        // [group, start, end] in cycles after the SM's first warp started.
        detail.set("groups", Json::arrayOf(warp.groupSpans, [](const GroupSpan& span) {
                       return Json(Json::Array{span.group, span.start, span.end});
                   }));
        json.set("detail", std::move(detail));
    }
    return json;
}

WarpMeasurement warpFromJson(const Json& json, const ExclusionRule& rule) {
    WarpMeasurement warp;
    warp.measurable = json["measurable"].boolean();
    warp.why = json["why"].text();
    warp.clock = json["clock"].text();
    warp.warpSize = static_cast<int>(json["warp_size"].integer());
    warp.warps = distributionFromJson(json["warp_cycles"]);
    warp.groups = distributionFromJson(json["group_cycles"]);
    warp.stampedFraction = json["stamped_fraction"].number(1);
    warp.probed = samplesFromJson(json["probed"], rule);
    warp.probedRatio = json["probed_ratio"].number();
    warp.probeChangedCode = json["probe_changed_code"].boolean();
    for (const Json& item : json["schedule"].items()) {
        const auto& parts = item.items();
        if (parts.size() == 4)
            warp.schedule.push_back(
                {static_cast<int>(parts[0].integer()), parts[1].size(), parts[2].size(), parts[3].number()});
    }
    warp.detailedSm = static_cast<int>(json["detail"]["sm"].integer(-1));
    for (const Json& item : json["detail"]["groups"].items())
        if (const auto& parts = item.items(); parts.size() == 3)
            warp.groupSpans.push_back({parts[0].size(), parts[1].number(), parts[2].number()});
    return warp;
}

} // namespace

Json toJson(const TransferMeasurement& transfer) {
    Json json;
    json.set("buffer", transfer.buffer);
    json.set("direction", transfer.toDevice ? "host-to-device" : "device-to-host");
    if (transfer.pinned) json.set("pinned", true);
    json.set("bytes", transfer.bytes);
    json.set("median_ns", transfer.device.statistics.median);
    json.set("samples_ns", Json::arrayOf(transfer.device.ns));
    if (!transfer.pinned) json.set("host_samples_ns", Json::arrayOf(transfer.host.ns));
    return json;
}

TransferMeasurement transferFromJson(const Json& json, const ExclusionRule& rule) {
    TransferMeasurement transfer;
    transfer.buffer = json["buffer"].text();
    transfer.toDevice = json["direction"].text() == "host-to-device";
    transfer.pinned = json["pinned"].boolean();
    transfer.bytes = json["bytes"].size();
    transfer.device.ns = numbers(json["samples_ns"]);
    transfer.host.ns = numbers(json["host_samples_ns"]);
    transfer.device.statistics = statisticsOf(transfer.device.ns, rule);
    transfer.host.statistics = statisticsOf(transfer.host.ns, rule);
    return transfer;
}

Json withValidText(const Json& json) {
    return json.visit([&](const auto& content) -> Json {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, std::string>) return validUtf8(content);
        if constexpr (std::is_same_v<Content, Json::Array>) return Json::arrayOf(content, withValidText);
        if constexpr (std::is_same_v<Content, Json::Object>) {
            Json object = Json::Object();
            for (const auto& [key, value] : content) object.set(validUtf8(key), withValidText(value));
            return object;
        }
        return json;
    });
}

Json toJson(const Samples& samples) {
    const SampleStatistics& statistics = samples.statistics;
    Json json;
    json.set("median_ns", statistics.median);
    json.set("mean_ns", statistics.mean);
    json.set("min_ns", statistics.min);
    json.set("max_ns", statistics.max);
    json.set("mad_ns", statistics.mad);
    json.set("standard_error_ns", statistics.standardError);
    json.set("relative_spread", relativeSpread(samples));
    json.set("excluded", Json::arrayOf(statistics.excluded));
    json.set("excluded_count", statistics.excluded.size());
    json.set("samples_ns", Json::arrayOf(samples.ns));
    return json;
}

Samples samplesFromJson(const Json& json, const ExclusionRule& rule) {
    Samples samples{numbers(json["samples_ns"]), {}};
    samples.statistics = statisticsOf(samples.ns, rule);
    return samples;
}

Json toJson(const Verification& verification) {
    Json json;
    json.set("reference", verification.requested() ? Json(verification.reference) : Json());
    json.set("passed", verification.requested() ? Json(verification.passed()) : Json());
    json.set("buffers", Json::arrayOf(verification.buffers, [](const VerifiedBuffer& buffer) {
                 Json item;
                 item.set("buffer", buffer.buffer);
                 item.set("scalars", buffer.scalars);
                 item.set("compared", buffer.compared);
                 item.set("relative_error", buffer.relativeError);
                 item.set("tolerance", buffer.tolerance);
                 item.set("passed", buffer.passed);
                 return item;
             }));
    return json;
}

Verification verificationFromJson(const Json& json) {
    Verification verification;
    verification.reference = json["reference"].text();
    for (const Json& item : json["buffers"].items()) {
        VerifiedBuffer buffer;
        buffer.buffer = item["buffer"].text();
        buffer.scalars = item["scalars"].size();
        buffer.compared = item["compared"].size();
        buffer.relativeError = item["relative_error"].number();
        buffer.tolerance = item["tolerance"].number();
        buffer.passed = item["passed"].boolean();
        verification.buffers.push_back(std::move(buffer));
    }
    return verification;
}

Json toJson(const Diagnostic& diagnostic) {
    Json json;
    json.set("code", diagnostic.code);
    json.set("severity", name(diagnostic.severity));
    if (!diagnostic.place.file.empty()) json.set("file", diagnostic.place.file);
    if (diagnostic.place.line > 0) json.set("line", diagnostic.place.line);
    if (diagnostic.place.column > 0) json.set("column", diagnostic.place.column);
    json.set("message", diagnostic.message);
    json.set("hint", diagnostic.hint);
    return json;
}

Diagnostic diagnosticFromJson(const Json& json) {
    Diagnostic diagnostic;
    diagnostic.code = json["code"].text();
    for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Error})
        if (json["severity"].text() == name(severity)) diagnostic.severity = severity;
    diagnostic.place = {json["file"].text(), static_cast<int>(json["line"].integer()),
                        static_cast<int>(json["column"].integer())};
    diagnostic.message = json["message"].text();
    diagnostic.hint = json["hint"].text();
    return diagnostic;
}

DeviceFacts deviceFromJson(const Json& json) {
    DeviceFacts device;
    device.platform = json["platform"].text();
    device.name = json["name"].text();
    device.vendor = json["vendor"].text();
    device.version = json["version"].text();
    device.driver = json["driver"].text();
    for (const DeviceType type : {DeviceType::Cpu, DeviceType::Gpu, DeviceType::Accelerator})
        if (json["type"].text() == name(type)) device.type = type;
    device.computeUnits = json["compute_units"].size();
    device.clockMhz = json["clock_mhz"].size();
    device.localMemoryBytes = json["local_memory_bytes"].size();
    device.globalMemoryBytes = json["global_memory_bytes"].size();
    device.cacheBytes = json["cache_bytes"].size();
    device.mostGroupSize = json["max_work_group_size"].size();
    device.addressBits = json["address_bits"].size();
    return device;
}

Json toJson(const DeviceFacts& device) {
    Json json;
    json.set("platform", device.platform);
    json.set("name", device.name);
    json.set("vendor", device.vendor);
    json.set("version", device.version);
    json.set("driver", device.driver);
    json.set("type", name(device.type));
    json.set("compute_units", device.computeUnits);
    json.set("clock_mhz", device.clockMhz);
    json.set("local_memory_bytes", device.localMemoryBytes);
    json.set("global_memory_bytes", device.globalMemoryBytes);
    json.set("cache_bytes", device.cacheBytes);
    json.set("max_work_group_size", device.mostGroupSize);
    json.set("address_bits", device.addressBits);
    return json;
}

Json toJson(const MeasureSettings& settings) {
    Json json;
    json.set("cache", name(settings.cache));
    json.set("standard_error", settings.stop.standardError);
    json.set("least_samples", settings.stop.leastSamples);
    json.set("most_samples", settings.stop.mostSamples);
    json.set("most_seconds", settings.stop.mostSeconds);
    json.set("exclusion_deviations", settings.exclusion.deviations);
    json.set("exclusion_fraction", settings.exclusion.fraction);
    json.set("warm_up_runs", settings.warmUpRuns);
    json.set("warm_up_seconds", settings.warmUpSeconds);
    json.set("transfer_runs", settings.transferRuns);
    json.set("warp_latency", settings.warpLatency);
    json.set("time_limit_seconds", settings.timeLimitSeconds);
    return json;
}

MeasureSettings settingsFromJson(const Json& json) {
    MeasureSettings settings;
    if (json["cache"].text() == name(CacheState::Cold)) settings.cache = CacheState::Cold;
    const auto count = [&](const char* key, int otherwise) {
        return static_cast<int>(json[key].integer(otherwise));
    };
    settings.stop = {json["standard_error"].number(settings.stop.standardError),
                     count("least_samples", settings.stop.leastSamples),
                     count("most_samples", settings.stop.mostSamples),
                     json["most_seconds"].number(settings.stop.mostSeconds)};
    settings.exclusion = {json["exclusion_deviations"].number(settings.exclusion.deviations),
                          json["exclusion_fraction"].number(settings.exclusion.fraction)};
    settings.warmUpRuns = count("warm_up_runs", settings.warmUpRuns);
    settings.warmUpSeconds = json["warm_up_seconds"].number(settings.warmUpSeconds);
    settings.transferRuns = count("transfer_runs", settings.transferRuns);
    settings.warpLatency = json["warp_latency"].boolean(settings.warpLatency);
    settings.timeLimitSeconds = json["time_limit_seconds"].number(settings.timeLimitSeconds);
    return settings;
}

Json protocolToJson(const MeasureSettings& settings, int warmUpRunsDone) {
    Json protocol = toJson(settings);
    protocol.set("warm_up_runs_done", warmUpRunsDone);
    protocol.set("stop_rule", describe(settings.stop));
    protocol.set("exclusion_rule", describe(settings.exclusion));
    return protocol;
}

Json toJson(const Measurement& measurement) {
    Json json;
    json.set("schema", measurementSchema);
    json.set("status", name(measurement.status));
    json.set("name", measurement.launch.name);
    json.set("fingerprint", measurement.fingerprint);
    json.set("taken_at", measurement.takenAt);
    json.set("tool", measurement.tool);
    json.set("launch", launchToJson(measurement.launch));
    json.set("device", toJson(measurement.device));
    json.set("diagnostics",
             Json::arrayOf(measurement.diagnostics, [](const Diagnostic& d) { return toJson(d); }));

    json.set("protocol", protocolToJson(measurement.settings, measurement.warmUpRuns));
    if (measurement.status == MeasurementStatus::Failed) return withValidText(json);

    json.set("kernel", toJson(measurement.kernel));
    json.set("host", toJson(measurement.host));
    json.set("verification", toJson(measurement.verification));
    json.set("transfers",
             Json::arrayOf(measurement.transfers, [](const auto& transfer) { return toJson(transfer); }));
    if (!measurement.total.ns.empty()) json.set("total", toJson(measurement.total));
    json.set("warp", toJson(measurement.warp));
    json.set("build", toJson(measurement.build));
    return withValidText(json);
}

Result<Measurement> measurementFromJson(const Json& json, const SourceLocation& place) {
    if (json["schema"].text() != measurementSchema)
        return Diagnostic{"record.wrong-schema", Severity::Error, place,
                          json["schema"].isNull() ? "this is no measurement record"
                                                  : "the schema is \"" + json["schema"].text() + "\"",
                          std::string("measurement records have schema \"") + measurementSchema + "\""};
    Measurement measurement;
    for (const MeasurementStatus status : {MeasurementStatus::Ok, MeasurementStatus::WrongOutput})
        if (json["status"].text() == name(status)) measurement.status = status;
    measurement.fingerprint = json["fingerprint"].text();
    measurement.takenAt = json["taken_at"].text();
    measurement.tool = json["tool"].text();
    measurement.launch = launchFromJson(json["launch"]);
    measurement.device = deviceFromJson(json["device"]);
    for (const Json& item : json["diagnostics"].items())
        measurement.diagnostics.push_back(diagnosticFromJson(item));
    measurement.settings = settingsFromJson(json["protocol"]);
    measurement.warmUpRuns = static_cast<int>(json["protocol"]["warm_up_runs_done"].integer());
    const ExclusionRule& rule = measurement.settings.exclusion;
    measurement.kernel = samplesFromJson(json["kernel"], rule);
    measurement.host = samplesFromJson(json["host"], rule);
    measurement.verification = verificationFromJson(json["verification"]);
    for (const Json& item : json["transfers"].items())
        measurement.transfers.push_back(transferFromJson(item, rule));
    if (!json["total"].isNull()) measurement.total = samplesFromJson(json["total"], rule);
    measurement.build = buildFromJson(json["build"]);
    measurement.warp = warpFromJson(json["warp"], rule);
    return measurement;
}

} // namespace warpstring::records
