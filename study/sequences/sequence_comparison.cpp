// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/sequences/sequence_comparison.h"

#include <algorithm>

#include "core/text/text_format.h"
#include "stringmodel/string/notation.h"
#include "study/comparison/own_device.h"

namespace warpstring::sequences {

using comparison::Exclusion;
using records::MeasurementStatus;

namespace {

ComparedTime timeOf(double simulatedUs, const records::Samples& samples) {
    ComparedTime time;
    time.simulatedUs = simulatedUs;
    if (samples.ns.empty()) return time;
    time.measuredUs = samples.statistics.median * 1e-3;
    time.measuredMadUs = samples.statistics.mad * 1e-3;
    return time;
}

Exclusion exclusionOf(const records::SequenceMeasurement& record) {
    if (record.status == MeasurementStatus::Failed) return Exclusion::NotMeasured;
    if (record.status == MeasurementStatus::WrongOutput) return Exclusion::WrongOutputs;
    return relativeSpread(record.kernels) > comparison::mostSpread ? Exclusion::WideSpread : Exclusion::None;
}

ComparedSequence compared(const SequenceSimulation& simulation, const HardwareSpec& spec,
                          const records::SequenceMeasurement& record) {
    ComparedSequence result;
    result.name = simulation.name;
    result.file = simulation.file;
    result.spec = spec.name;
    result.device = record.device.name;
    result.driver = record.device.driver;
    result.takenAt = record.takenAt;
    result.ownDevice = comparison::isOwnDevice(spec, record.device.name);
    result.cache = record.settings.cache;
    result.exclusion = exclusionOf(record);
    result.whole = timeOf(simulation.timeUs(), record.kernels);
    if (!record.span.ns.empty()) result.spanUs = record.span.statistics.median * 1e-3;
    result.launchOverheadsUs = simulation.launchOverheadsUs();
    for (std::size_t i = 0; i < simulation.steps.size(); ++i) {
        const SimulatedStep& step = simulation.steps[i];
        const records::Samples none;
        const records::Samples& measured = i < record.steps.size() ? record.steps[i].all : none;
        result.steps.push_back(
            {step.number, step.launch, step.boundBy, step.runs, timeOf(step.allUs(), measured), step.model});
    }
    return result;
}

Json timeJson(const ComparedTime& time) {
    Json json;
    json.set("simulated_us", time.simulatedUs);
    json.set("measured_us", time.measuredUs ? Json(*time.measuredUs) : Json());
    json.set("measured_mad_us", time.measuredMadUs);
    const auto error = time.error();
    json.set("error", error ? Json(*error) : Json());
    return json;
}

} // namespace

std::optional<double> ComparedTime::error() const {
    if (!measuredUs || !(*measuredUs > 0)) return std::nullopt;
    return simulatedUs / *measuredUs - 1;
}

std::vector<ComparedSequence> compare(const SequenceSimulation& simulation, const HardwareSpec& spec,
                                      const std::string& fingerprint,
                                      const std::vector<records::SequenceMeasurement>& records,
                                      const SequenceComparisonOptions& options) {
    std::vector<ComparedSequence> all;
    for (const records::SequenceMeasurement& record : records) {
        if (record.fingerprint != fingerprint) continue;
        const bool isAskedFor =
            !options.device.empty()
                ? lowered(record.device.name).find(lowered(options.device)) != std::string::npos
                : options.anyDevice || comparison::isOwnDevice(spec, record.device.name);
        if (isAskedFor) all.push_back(compared(simulation, spec, record));
    }
    std::stable_sort(all.begin(), all.end(), [](const ComparedSequence& one, const ComparedSequence& other) {
        return one.device != other.device ? one.device < other.device : one.cache < other.cache;
    });
    return all;
}

Json toJson(const std::vector<ComparedSequence>& sequences) {
    Json json;
    json.set("schema", "warpstring.sequence-comparison/1");
    json.set("sequences", Json::arrayOf(sequences, [](const ComparedSequence& sequence) {
                 Json item;
                 item.set("sequence", sequence.name);
                 item.set("file", sequence.file);
                 item.set("spec", sequence.spec);
                 item.set("device", sequence.device);
                 item.set("own_device", sequence.ownDevice);
                 item.set("driver", sequence.driver);
                 item.set("cache", name(sequence.cache));
                 item.set("taken_at", sequence.takenAt);
                 const std::string& apart = reasonText(sequence.exclusion);
                 item.set("apart", apart.empty() ? Json() : Json(apart));
                 item.set("whole", timeJson(sequence.whole));
                 item.set("span_us", sequence.spanUs ? Json(*sequence.spanUs) : Json());
                 item.set("launch_overheads_us", sequence.launchOverheadsUs);
                 item.set("steps", Json::arrayOf(sequence.steps, [](const ComparedStep& step) {
                              Json row;
                              row.set("step", step.number);
                              row.set("launch", step.launch);
                              row.set("runs", step.runs);
                              row.set("bound_by", step.boundBy);
                              row.set("model", token_string::name(step.model));
                              const Json time = timeJson(step.time);
                              for (const auto& [key, value] : time.members()) row.set(key, value);
                              return row;
                          }));
                 return item;
             }));
    return json;
}

} // namespace warpstring::sequences
