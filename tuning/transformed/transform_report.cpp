// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transformed/transform_report.h"

#include <nlohmann/json.hpp>

#include "stringmodel/string/notation.h"

namespace warpstring::transformed {

namespace {

nlohmann::ordered_json recipeJson(const FollowedRecipe& followed) {
    using Json = nlohmann::ordered_json;
    Json steps = Json::array();
    for (const auto& step : followed.recipe.steps) {
        Json json{{"rewrite", step.words}, {"taken", step.isTaken()}};
        if (step.registers > 0) json["registers"] = step.registers;
        if (!step.isTaken()) json["reason"] = step.reason;
        steps.push_back(std::move(json));
    }
    return Json{{"register_limit", followed.limit},
                {"limit_because", followed.limitWords},
                {"registers_before", followed.recipe.registersBefore},
                {"registers_after", followed.recipe.registersAfter},
                {"steps", steps}};
}

} // namespace

std::string transformJson(const TransformReport& report) {
    using Json = nlohmann::ordered_json;
    Json rewrites = Json::array(), launches = Json::array();
    for (const auto& rewrite : report.rewrites) rewrites.push_back(transform::toText(rewrite));
    const auto figures = [](const Simulation& of) {
        return Json{{"launch", of.launch},
                    {"time_us", of.kernelTimeUs()},
                    {"model", name(of.model())},
                    {"registers", of.registers},
                    {"bound_by", of.boundBy()}};
    };
    for (const auto& [before, after] : report.launches)
        launches.push_back({{"spec", before.spec}, {"before", figures(before)}, {"after", figures(after)}});
    Json json{{"schema", "warpstring.transform/1"},
              {"file", report.launch},
              {"rewrites", rewrites},
              {"notes", report.notes},
              {"reorders_sums", report.reordersSums},
              {"is_less_exact", report.isLessExact},
              {"launches", launches},
              {"files", report.files}};
    if (report.recipe) json["recipe"] = recipeJson(*report.recipe);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpstring::transformed
