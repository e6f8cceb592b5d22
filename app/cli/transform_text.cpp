// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/transform_text.h"

#include <array>
#include <cstdio>

#include "app/cli/model_text.h"
#include "core/text/duration_text.h"

namespace warpstring::cli {

using transformed::FollowedRecipe, transformed::TransformReport;

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

/// Where times are not the timeline's; of a part of the launches their names too.
std::string modelText(const TransformReport& report) {
    std::string names;
    std::size_t count = 0;
    for (const auto& [before, after] : report.launches) {
        if (before.timeline && after.timeline) continue;
        names += (count++ > 0 ? "; " : "") + before.launch;
    }
    if (count == 0) return "";
    return "  " + std::string(byClosedForm) + (count == report.launches.size() ? "" : ": " + names) + "\n";
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
    text += modelText(report);
    if (report.recipe) text += recipeText(*report.recipe);
    for (const auto& note : report.notes) text += "  " + note + "\n";
    if (const auto warning = warningOf(report); !warning.empty()) text += "  " + warning + "\n";
    for (const auto& file : report.files) text += "wrote " + file + "\n";
    return text;
}

} // namespace warpstring::cli
