// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/resolved_sequence.h"

#include <functional>

#include "core/sequence_checks.h"

namespace warpstring::records {

namespace {

constexpr const char* resolvedSequenceSchema = "warpstring.resolved-sequence/1";

Json namesToJson(const std::map<std::string, std::string>& names) {
    Json json = Json::Object();
    for (const auto& [key, name] : names) json.set(key, name);
    return json;
}

std::map<std::string, std::string> namesFromJson(const Json& json) {
    std::map<std::string, std::string> names;
    for (const auto& [key, name] : json.members()) names[key] = name.text();
    return names;
}

/// What a step with a launch has of it.
using LaunchJson = std::function<Json(const SequenceStep&)>;

Json stepsToJson(const std::vector<SequenceStep>& steps, const LaunchJson& launchJson) {
    return Json::arrayOf(steps, [&](const SequenceStep& step) {
        Json json;
        if (step.isGroup()) {
            json.set("steps", stepsToJson(step.steps, launchJson));
        } else {
            json.set("launch", launchJson(step));
            json.set("buffers", namesToJson(step.buffers));
        }
        json.set("repeat", step.repeat);
        json.set("swap", Json::arrayOf(step.swaps, [](const BufferSwap& swap) {
                     return Json(Json::Array{swap.first, swap.second});
                 }));
        return json;
    });
}

/// Takes the launches in their order. Nothing where one is missing.
std::optional<std::vector<SequenceStep>>
stepsFromJson(const Json& json, const std::vector<ResolvedLaunch>& launches, std::size_t& next) {
    std::vector<SequenceStep> steps;
    for (const Json& item : json.items()) {
        SequenceStep step;
        if (!item["steps"].isNull()) {
            auto inner = stepsFromJson(item["steps"], launches, next);
            if (!inner || inner->empty()) return std::nullopt;
            step.steps = std::move(*inner);
        } else {
            if (next == launches.size() || item["launch"].size(launches.size()) != next) return std::nullopt;
            step.launch = launches[next++].launch;
            step.buffers = namesFromJson(item["buffers"]);
        }
        step.repeat = item["repeat"].size();
        for (const Json& swap : item["swap"].items())
            if (const auto& pair = swap.items(); pair.size() == 2)
                step.swaps.push_back({pair[0].text(), pair[1].text()});
        steps.push_back(std::move(step));
    }
    return steps;
}

} // namespace

Result<ResolvedSequence> resolve(const Sequence& sequence) {
    ResolvedSequence resolved{sequence, {}, nullptr};
    for (const SequenceLaunch& step : launchesOf(sequence)) {
        auto launch = resolve(step.step->launch);
        if (!launch) return launch.diagnostics();
        resolved.launches.push_back(std::move(*launch));
    }
    if (!sequence.reference) return resolved;
    auto reference = resolve(sequence.reference->launch);
    if (!reference) return reference.diagnostics();
    resolved.reference = std::make_shared<const ResolvedLaunch>(std::move(*reference));
    return resolved;
}

bool isResolvedSequence(const Json& json) { return json["schema"].text() == resolvedSequenceSchema; }

Json toJson(const ResolvedSequence& resolved) {
    const Sequence& sequence = resolved.sequence;
    Json json;
    json.set("schema", resolvedSequenceSchema);
    json.set("name", sequence.name);
    json.set("file", sequence.file.string());
    json.set("description", sequence.description);
    json.set("launches",
             Json::arrayOf(resolved.launches, [](const ResolvedLaunch& each) { return toJson(each); }));
    std::uint64_t next = 0;
    json.set("steps", stepsToJson(sequence.steps, [&](const SequenceStep&) { return Json(next++); }));
    if (!sequence.reference) return json;
    Json reference;
    reference.set("launch", toJson(*resolved.reference));
    if (!sequence.reference->function.empty()) reference.set("function", sequence.reference->function);
    reference.set("buffers", namesToJson(sequence.reference->buffers));
    if (sequence.reference->tolerance) reference.set("tolerance", *sequence.reference->tolerance);
    json.set("reference", std::move(reference));
    return json;
}

Result<ResolvedSequence> resolvedSequenceFromJson(const Json& json, const SourceLocation& place) {
    if (!isResolvedSequence(json))
        return badPlan(place, "the schema is \"" + json["schema"].text() + "\", not \"" +
                                  resolvedSequenceSchema + "\"");
    ResolvedSequence resolved;
    Sequence& sequence = resolved.sequence;
    sequence.name = json["name"].text();
    sequence.file = json["file"].text();
    sequence.description = json["description"].text();
    for (const Json& item : json["launches"].items()) {
        auto launch = resolvedLaunchFromJson(item, place);
        if (!launch) return launch.diagnostics();
        resolved.launches.push_back(std::move(*launch));
    }
    std::size_t used = 0;
    auto steps = stepsFromJson(json["steps"], resolved.launches, used);
    if (!steps || used != resolved.launches.size())
        return badPlan(place, "the steps of a sequence are not those of its launches");
    sequence.steps = std::move(*steps);
    if (const Json& written = json["reference"]; written.isObject()) {
        auto launch = resolvedLaunchFromJson(written["launch"], place);
        if (!launch) return launch.diagnostics();
        sequence.reference = {
            launch->launch, written["function"].text(), namesFromJson(written["buffers"]), {}};
        if (written["tolerance"].isNumber()) sequence.reference->tolerance = written["tolerance"].number();
        resolved.reference = std::make_shared<const ResolvedLaunch>(std::move(*launch));
    }
    if (Diagnostics faults = validate(sequence, {{"", place}}); hasErrors(faults)) return faults;
    return resolved;
}

std::string fingerprint(const ResolvedSequence& resolved) {
    std::size_t next = 0;
    return fingerprintOf(stepsToJson(resolved.sequence.steps, [&](const SequenceStep&) {
                             return Json(fingerprint(resolved.launches[next++]));
                         }).compact());
}

} // namespace warpstring::records
