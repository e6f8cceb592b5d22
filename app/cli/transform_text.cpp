// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/transform_text.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/text/duration_text.h"

namespace warpstring::cli {

namespace {

std::string changeText(double before, double after) {
    std::array<char, 64> text{};
    if (after <= before)
        std::snprintf(text.data(), text.size(), "%.2f times as fast", after > 0 ? before / after : 1.0);
    else
        std::snprintf(text.data(), text.size(), "%.2f times as long", before > 0 ? after / before : 1.0);
    return text.data();
}

std::string warningOf(const TransformReport& report) {
    if (report.isLessExact) return "results may differ by more than rounding";
    return report.reordersSums ? "sums may come out in another order: results may differ by rounding" : "";
}

std::string recipeText(const FollowedRecipe& followed) {
    const auto& [recipe, limit, words] = followed;
    std::string text = "  recipe: registers " + std::to_string(recipe.registersBefore) + " -> " +
                       std::to_string(recipe.registersAfter) + " of at most " + std::to_string(limit) + ", " +
                       words + "\n";
    for (const auto& step : recipe.steps) {
        text +=
            std::string("    ").append(step.isTaken() ? "taken" : "not taken").append(": ").append(step.words);
        text += step.isTaken() ? " (" + std::to_string(step.registers) + " registers)" : ": " + step.reason;
        text += "\n";
    }
    return text;
}

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

std::string transformText(const TransformReport& report) {
    std::string text;
    for (const auto& [before, after] : report.launches) {
        text += before.launch + ": " + durationText(before.kernelTimeUs()) + " -> " +
                durationText(after.kernelTimeUs()) + " on " + before.spec + ", " +
                changeText(before.kernelTimeUs(), after.kernelTimeUs()) + "\n  registers " +
                std::to_string(before.registers) + " -> " + std::to_string(after.registers) + "; bound by " +
                before.boundBy() + (after.boundBy() == before.boundBy() ? "" : " -> " + after.boundBy()) + "\n";
    }
    if (report.recipe) text += recipeText(*report.recipe);
    for (const auto& note : report.notes) text += "  " + note + "\n";
    if (const auto warning = warningOf(report); !warning.empty()) text += "  " + warning + "\n";
    for (const auto& file : report.files) text += "wrote " + file + "\n";
    return text;
}

std::string transformJson(const TransformReport& report) {
    using Json = nlohmann::ordered_json;
    Json rewrites = Json::array(), launches = Json::array();
    for (const auto& rewrite : report.rewrites) rewrites.push_back(transform::toText(rewrite));
    const auto figures = [](const Simulation& of) {
        return Json{{"launch", of.launch},
                    {"time_us", of.kernelTimeUs()},
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

} // namespace warpstring::cli
