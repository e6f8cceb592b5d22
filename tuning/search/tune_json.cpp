// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/tune_json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/text/text_format.h"
#include "stringmodel/string/notation.h"
#include "study/batch/row_text.h"

namespace warpstring::search {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string csvCell(const std::string& text) {
    std::string cell;
    batch::appendCsvField(cell, text);
    return cell;
}

Json valuesJson(const SearchSpace& space, VariantId id) {
    Json values = Json::object();
    const Choice choice = space.choiceOf(id);
    for (std::size_t axis = 0; axis < choice.size(); ++axis)
        values[space.axes()[axis].name] = space.axes()[axis].words[choice[axis]];
    return values;
}

Json spaceJson(const SearchSpace& space, const SpaceCounts& counts) {
    Json axes = Json::array();
    for (const SpaceAxis& axis : space.axes())
        axes.push_back({{"name", axis.name},
                        {"values", axis.words},
                        {"start", axis.start ? Json(axis.words[*axis.start]) : Json(nullptr)}});
    return {{"origin", name(space.origin())},
            {"axes", std::move(axes)},
            {"combinations", counts.combinations},
            {"valid", counts.valid},
            {"valid_is_whole", counts.isWhole}};
}

Json faultJson(const Diagnostic& fault) {
    return {{"code", fault.code}, {"message", fault.message}, {"hint", fault.hint}};
}

Json topJson(const TopVariant& top, const SearchSpace& space) {
    return {{"variant", top.id},
            {"name", top.name},
            {"values", valuesJson(space, top.id)},
            {"time_us", number(top.timeUs)},
            {"closed_form_us", number(top.closedFormUs)},
            {"speedup", number(top.speedup)},
            {"tied", top.isTied},
            {"start", top.isStart},
            {"model", top.model ? Json(name(*top.model)) : Json(nullptr)},
            {"bound_by", top.boundBy},
            {"groups", top.groups},
            {"warps", top.warps},
            {"limiter", top.limiter},
            {"registers", top.registers}};
}

Json deviceJson(const DeviceSearch& device, const DeviceAnswer& answer, const SearchSpace& space) {
    Json json{{"spec", answer.spec},
              {"start_us", answer.startUs ? number(*answer.startUs) : Json(nullptr)},
              {"start_fault", answer.startFault ? faultJson(*answer.startFault) : Json(nullptr)},
              {"ratio_error", answer.ratioError},
              {"gain_matters", answer.isGain()},
              {"tied", answer.tied},
              {"simulations", device.simulations}};
    for (const OutcomeTraits& traits : outcomeTraits())
        json["counts"][std::string(traits.word)] = device.count(traits.outcome);
    json["top"] = Json::array();
    for (const TopVariant& top : answer.top) json["top"].push_back(topJson(top, space));
    json["excluded"] = Json::array();
    for (const auto& [key, exclusion] : device.exclusions)
        json["excluded"].push_back({{"outcome", traits(key.first).word},
                                    {"count", exclusion.count},
                                    {"first", exclusion.variant},
                                    {"fault", faultJson(exclusion.first)}});
    json["gone"] = answer.isWhyAsked ? Json::array() : Json(nullptr);
    for (const GoneCause& cause : answer.why)
        json["gone"].push_back({{"title", cause.title}, {"gain", cause.gain}});
    return json;
}

Json measuredJson(const MeasuredSearch& measured) {
    Json json{{"device", measured.device},
              {"variants", measured.variants.size()},
              {"without_record", measured.withoutRecord},
              {"wrong", measured.wrong},
              {"failed", measured.failed},
              {"start_us", measured.startUs ? number(*measured.startUs) : Json(nullptr)}};
    const auto regret = regretOf(measured.variants);
    if (!regret) return json;
    json["pick"] = {{"name", regret->pick.name}, {"measured_us", regret->pick.measured}};
    json["best"] = {{"name", regret->best.name}, {"measured_us", regret->best.measured}};
    json["regret"] = {{"pick", regret->ofPick},
                      {"better_of_two", regret->ofBetterOfTwo},
                      {"random", regret->ofRandom},
                      {"worst", regret->ofWorst}};
    json["tau"] = regret->tau;
    json["pairs"] = regret->pairs;
    json["runs"] = regret->runs;
    json["random_runs"] = regret->randomRuns;
    return json;
}

} // namespace

std::string toJson(const std::string& launch, const SearchSpace& space, const SearchResult& result,
                   const std::vector<DeviceAnswer>& answers, const std::vector<MeasuredSearch>& measured) {
    Json json{{"schema", "warpstring.tune/1"},
              {"launch", launch},
              {"space", spaceJson(space, result.counts)},
              {"exhaustive", result.isExhaustive},
              {"complete", result.isComplete},
              {"devices", Json::array()}};
    for (std::size_t i = 0; i < answers.size(); ++i)
        json["devices"].push_back(deviceJson(result.devices[i], answers[i], space));
    for (std::size_t i = 0; i < measured.size(); ++i)
        json["devices"][i]["measured"] = measuredJson(measured[i]);
    json["undominated"] = Json::array();
    if (result.devices.size() > 1)
        for (const VariantId id : undominated(result)) json["undominated"].push_back(space.nameOf(id));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string toCsv(const SearchSpace& space, const SearchResult& result) {
    std::string text = "spec,rank,outcome,time_us,closed_form_us";
    for (const SpaceAxis& axis : space.axes()) text += "," + csvCell(axis.name);
    text += "\n";
    for (const DeviceSearch& device : result.devices) {
        std::map<VariantId, std::size_t> ranks;
        for (const FoundVariant& found : device.ranking()) ranks.emplace(found.id, ranks.size() + 1);
        for (const FoundVariant& found : device.variants) {
            const auto rank = ranks.find(found.id);
            text += csvCell(device.spec.name) + "," +
                    (rank == ranks.end() ? "" : std::to_string(rank->second)) + "," +
                    std::string(traits(found.figures.outcome).word);
            const bool isRanked = found.figures.outcome == Outcome::Ranked;
            for (const double time : {isRanked ? found.figures.timeUs : 0, found.figures.closedFormUs})
                text += time > 0 ? formatted(",%.6g", time) : ",";
            const Choice choice = space.choiceOf(found.id);
            for (std::size_t axis = 0; axis < choice.size(); ++axis)
                text += "," + csvCell(space.axes()[axis].words[choice[axis]]);
            text += "\n";
        }
    }
    return text;
}

} // namespace warpstring::search
