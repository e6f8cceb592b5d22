// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/sequence_measurement.h"

#include "core/records/measurement_json.h"

namespace warpstring::records {

namespace {

constexpr const char* sequenceMeasurementSchema = "warpstring.sequence-measurement/1";

Json stepToJson(const StepMeasurement& step, bool isTimed) {
    Json json;
    json.set("step", step.number);
    json.set("launch", step.launch);
    json.set("kernel", step.kernel);
    json.set("fingerprint", step.fingerprint);
    json.set("runs", step.runs);
    if (!isTimed || step.all.ns.empty()) return json;
    json.set("run_median_ns", step.medianRunNs());
    json.set("all", toJson(step.all));
    return json;
}

StepMeasurement stepFromJson(const Json& json, const ExclusionRule& rule) {
    return {json["step"].text(),        json["launch"].text(), json["kernel"].text(),
            json["fingerprint"].text(), json["runs"].size(),   samplesFromJson(json["all"], rule)};
}

} // namespace

SequenceMeasurement recordFor(const ResolvedSequence& resolved, const MeasureSettings& settings) {
    SequenceMeasurement record;
    record.name = resolved.sequence.name;
    record.file = resolved.sequence.file.string();
    record.description = resolved.sequence.description;
    record.fingerprint = fingerprint(resolved);
    record.takenAt = timeNow();
    record.tool = thisTool();
    record.settings = settings;
    const std::vector<SequenceLaunch> steps = launchesOf(resolved.sequence);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ResolvedLaunch& launch = resolved.launches[i];
        record.steps.push_back({steps[i].number,
                                launch.launch.name,
                                launch.launch.kernel,
                                fingerprint(launch),
                                steps[i].runs,
                                {}});
    }
    return record;
}

bool isSequenceMeasurement(const Json& json) { return json["schema"].text() == sequenceMeasurementSchema; }

Json toJson(const SequenceMeasurement& measurement) {
    const bool isTimed = measurement.status != MeasurementStatus::Failed;
    Json json;
    json.set("schema", sequenceMeasurementSchema);
    json.set("status", name(measurement.status));
    json.set("name", measurement.name);
    json.set("file", measurement.file);
    if (!measurement.description.empty()) json.set("description", measurement.description);
    json.set("fingerprint", measurement.fingerprint);
    json.set("taken_at", measurement.takenAt);
    json.set("tool", measurement.tool);
    json.set("device", toJson(measurement.device));
    json.set("diagnostics",
             Json::arrayOf(measurement.diagnostics, [](const Diagnostic& found) { return toJson(found); }));
    json.set("protocol", protocolToJson(measurement.settings, measurement.warmUpRuns));
    json.set("steps", Json::arrayOf(measurement.steps,
                                    [&](const StepMeasurement& step) { return stepToJson(step, isTimed); }));
    if (!isTimed) return withValidText(json);
    json.set("kernels", toJson(measurement.kernels));
    if (!measurement.span.ns.empty()) json.set("span", toJson(measurement.span));
    json.set("host", toJson(measurement.host));
    json.set("verification", toJson(measurement.verification));
    if (!measurement.transfers.empty())
        json.set("transfers",
                 Json::arrayOf(measurement.transfers, [](const auto& transfer) { return toJson(transfer); }));
    if (!measurement.total.ns.empty()) json.set("total", toJson(measurement.total));
    return withValidText(json);
}

SequenceMeasurement sequenceMeasurementFromJson(const Json& json) {
    SequenceMeasurement measurement;
    for (const MeasurementStatus status : {MeasurementStatus::Ok, MeasurementStatus::WrongOutput})
        if (json["status"].text() == name(status)) measurement.status = status;
    measurement.name = json["name"].text();
    measurement.file = json["file"].text();
    measurement.description = json["description"].text();
    measurement.fingerprint = json["fingerprint"].text();
    measurement.takenAt = json["taken_at"].text();
    measurement.tool = json["tool"].text();
    measurement.device = deviceFromJson(json["device"]);
    for (const Json& item : json["diagnostics"].items())
        measurement.diagnostics.push_back(diagnosticFromJson(item));
    measurement.settings = settingsFromJson(json["protocol"]);
    measurement.warmUpRuns = static_cast<int>(json["protocol"]["warm_up_runs_done"].integer());
    const ExclusionRule& rule = measurement.settings.exclusion;
    for (const Json& item : json["steps"].items()) measurement.steps.push_back(stepFromJson(item, rule));
    measurement.kernels = samplesFromJson(json["kernels"], rule);
    measurement.span = samplesFromJson(json["span"], rule);
    measurement.host = samplesFromJson(json["host"], rule);
    measurement.verification = verificationFromJson(json["verification"]);
    for (const Json& item : json["transfers"].items())
        measurement.transfers.push_back(transferFromJson(item, rule));
    if (!json["total"].isNull()) measurement.total = samplesFromJson(json["total"], rule);
    return measurement;
}

} // namespace warpstring::records
