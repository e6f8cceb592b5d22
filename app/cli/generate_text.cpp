// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate_text.h"

#include <algorithm>

#include "core/text/duration_text.h"
#include "core/text/text_format.h"
#include "generate/patterns/notation.h"
#include "generate/search/candidate_texts.h"

namespace warpstring::cli {

std::string generatedText(const GeneratedAnswer& answer, std::size_t top) {
    const generate::Candidate& best = answer.result.candidates.front();
    const std::size_t kernels = best.generated.kernels.size();
    std::string text = best.form.name + ": " + durationText(best.timeUs) + " on " + answer.spec + ", " +
                       std::to_string(kernels) + (kernels == 1 ? " kernel" : " kernels") + ": " +
                       generate::choicesText(best) + "\n";
    for (std::size_t i = 0; i < kernels; ++i) {
        text += formatted("  %-28s %10s  bound by %s\n", best.generated.kernels[i].name.c_str(),
                          durationText(best.kernelsUs[i]).c_str(), best.boundBy[i].c_str());
    }
    text += "the fastest of " + std::to_string(answer.result.candidates.size()) + " ways, " +
            std::to_string(answer.result.refused) + " others have no kernel or no time\n";
    for (std::size_t i = 0; i < std::min<std::size_t>(2, answer.result.refusals.size()); ++i)
        text += "  no kernel: " + answer.result.refusals[i] + "\n";
    for (std::size_t i = 0; i < std::min(top, answer.result.candidates.size()); ++i) {
        const generate::Candidate& candidate = answer.result.candidates[i];
        text += formatted("  %10s  %6.3f  %s\n", durationText(candidate.timeUs).c_str(),
                          candidate.timeUs / best.timeUs, generate::choicesText(candidate).c_str());
    }
    return text;
}

std::string explainedText(const generate::Program& program, const generate::Candidate& candidate) {
    generate::Program start = program;
    std::string text = "as it is written\n" + generate::toNotationLines(start.body, 100, 4) + "\n";
    generate::Expr now = start.body;
    for (std::size_t i = 0; i < candidate.steps.size(); ++i) {
        const Result<generate::Expr> next = generate::after(now, candidate.steps[i]);
        if (!next) break;
        now = *next;
        const generate::Rule* rule = generate::findRule(candidate.steps[i].rule);
        text += "\n" + std::to_string(i + 1) + ". " + generate::toText(candidate.steps[i]);
        if (rule != nullptr) text += "   " + std::string(rule->source);
        text += "\n" + generate::toNotationLines(now, 100, 4) + "\n";
    }
    return text;
}

std::string portabilityText(const Portability& table) {
    std::string text =
        "\nwhat the winner of a row's device costs on a column's, over what that device's own winner costs\n";
    text += formatted("  %-22s", "");
    for (const std::string& spec : table.specs) text += formatted(" %20s", spec.c_str());
    text += "\n";
    for (std::size_t row = 0; row < table.specs.size(); ++row) {
        text += formatted("  %-22s", table.specs[row].c_str());
        for (std::size_t column = 0; column < table.specs.size(); ++column) {
            const double us = table.timesUs[row][column];
            text += us > 0 ? formatted(" %20.3f", us / table.timesUs[column][column])
                           : formatted(" %20s", "refused");
        }
        text += "\n";
    }
    return text;
}

Json generatedJson(const generate::Program& program, const std::vector<GeneratedAnswer>& answers,
                   const Portability& table, std::size_t top) {
    Json json = Json::Object{};
    json.set("schema", "warpstring.generate/1");
    json.set("program", program.name);
    Json::Array devices;
    for (const GeneratedAnswer& answer : answers) {
        Json device = Json::Object{};
        device.set("spec", answer.spec);
        device.set("simulated", static_cast<std::uint64_t>(answer.result.simulated));
        device.set("refused", static_cast<std::uint64_t>(answer.result.refused));
        Json::Array candidates;
        for (std::size_t i = 0; i < std::min(std::max<std::size_t>(top, 1), answer.result.candidates.size());
             ++i) {
            const generate::Candidate& candidate = answer.result.candidates[i];
            Json told = Json::Object{};
            told.set("time_us", candidate.timeUs);
            told.set("choices", Json::arrayOf(candidate.choices));
            Json::Array kernels;
            for (std::size_t k = 0; k < candidate.generated.kernels.size(); ++k) {
                Json kernel = Json::Object{};
                kernel.set("name", candidate.generated.kernels[k].name);
                kernel.set("time_us", candidate.kernelsUs[k]);
                kernel.set("bound_by", candidate.boundBy[k]);
                kernels.push_back(std::move(kernel));
            }
            told.set("kernels", std::move(kernels));
            told.set("steps", generate::toJson(candidate.steps));
            candidates.push_back(std::move(told));
        }
        device.set("candidates", std::move(candidates));
        devices.push_back(std::move(device));
    }
    json.set("devices", std::move(devices));
    if (table.specs.size() > 1) {
        Json::Array rows;
        for (const std::vector<double>& row : table.timesUs)
            rows.push_back(Json::arrayOf(row, [](double us) { return us > 0 ? Json(us) : Json(); }));
        json.set("winner_times_us", std::move(rows));
    }
    return json;
}

} // namespace warpstring::cli
