// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/advice_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace warpstring::advice {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// Null: of the launch as a whole.
Json placeJson(const CodePlace& where) {
    if (where.at.line == 0) return nullptr;
    Json json{{"file", where.at.file}, {"line", where.at.line}, {"column", where.at.column}};
    for (const auto& call : where.inlinedAt)
        json["inlined_at"].push_back({{"file", call.file}, {"line", call.line}, {"column", call.column}});
    return json;
}

Json partJson(const Part& part) {
    return {{"name", nameOf(part.cause)},
            {"subject", part.cause.subject},
            {"place", placeJson(part.cause.place)},
            {"time_us", number(part.timeUs)},
            {"gain", number(part.gain)}};
}

Json remedyJson(const Remedy& remedy) {
    return {{"rule", remedy.rule},
            {"text", remedy.text},
            {"place", placeJson(remedy.place)},
            {"rewrite", remedy.rewrite.empty() ? Json(nullptr) : Json(remedy.rewrite)}};
}

Json findingJson(const Finding& finding, const Advice& advice) {
    const CauseTraits& is = traits(finding.kind);
    Json json{{"kind", is.word},
              {"rule", is.rule},
              {"title", is.title},
              {"meaning", is.meaning},
              {"of_kernel", is.isOfKernel},
              {"matters", advice.matters(finding.gain)},
              {"time_us", number(finding.timeUs)},
              {"gain", number(finding.gain)},
              {"parts", Json::array()},
              {"remedies", Json::array()}};
    for (const auto& part : finding.parts) json["parts"].push_back(partJson(part));
    for (const auto& remedy : finding.remedies) json["remedies"].push_back(remedyJson(remedy));
    return json;
}

Json overlapJson(const Overlap& overlap) {
    return {{"kinds", Json::array({traits(overlap.one).word, traits(overlap.other).word})},
            {"time_us", number(overlap.timeUs)},
            {"gain", number(overlap.gain)},
            {"gains_apart", number(overlap.apart)}};
}

} // namespace

std::string toJson(const Advice& advice, const Situation& situation, double ratioError,
                   const std::string& errorSource) {
    const Simulation& simulation = situation.simulation;
    Json json{{"schema", "warpstring.advice/1"},
              {"launch", simulation.launch},
              {"file", situation.launch.file.string()},
              {"kernel", simulation.kernel},
              {"spec", simulation.spec},
              {"model", simulation.timeline ? "timeline" : "closed-form"},
              {"time_us", number(advice.timeUs)},
              {"bound_by", simulation.boundBy()},
              {"ratio_error", number(ratioError)},
              {"ratio_error_source", errorSource},
              {"least_gain", number(advice.leastGain)},
              {"findings", Json::array()},
              {"overlaps", Json::array()},
              {"simulations", advice.simulations},
              {"complete", advice.isComplete}};
    for (const auto& finding : advice.findings) json["findings"].push_back(findingJson(finding, advice));
    for (const auto& overlap : advice.overlaps) json["overlaps"].push_back(overlapJson(overlap));
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace warpstring::advice
