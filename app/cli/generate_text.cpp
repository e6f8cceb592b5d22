// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate_text.h"

#include <algorithm>

#include "core/text/duration_text.h"
#include "core/text/text_format.h"
#include "generate/patterns/notation.h"
#include "generate/search/candidate_texts.h"

namespace warpstring::cli {
namespace {

std::string verifiedText(const GeneratedAnswer& answer) {
    if (!answer.verified) return "";
    std::string sizes;
    for (const auto& [name, size] : answer.verified->sizes)
        sizes += (sizes.empty() ? " at " : ", ") + name + " = " + std::to_string(size);
    return "  verified on " + answer.verified->device + sizes +
           formatted(": relative error %.1e of %.0e\n", answer.verified->relativeError,
                     answer.verified->tolerance);
}

std::string searchedText(const GeneratedAnswer& answer) {
    const generate::GenerateResult& result = answer.result;
    std::string text = "the fastest of " + std::to_string(result.candidates.size()) + " ways, " +
                       std::to_string(result.refused) + " others have no kernel or no time";
    if (result.dominated > 0)
        text += ", " + std::to_string(result.dominated) + " are far slower by the closed form";
    if (result.method == generate::Method::Tree)
        text += "; by Monte Carlo tree search, seed " + std::to_string(answer.seed);
    if (result.known > 0) text += "; " + std::to_string(result.known) + " were known";
    return text + "\n";
}

} // namespace

std::string generatedText(const GeneratedAnswer& answer, std::size_t top) {
    const generate::Candidate& best = answer.result.candidates.front();
    const std::size_t kernels = best.generated.kernels.size();
    std::string text = best.form.name + ": " + durationText(best.timeUs) + " on " + answer.spec + ", " +
                       std::to_string(kernels) + (kernels == 1 ? " kernel" : " kernels") + ": " +
                       generate::choicesText(best.choices) + "\n";
    for (std::size_t i = 0; i < kernels; ++i) {
        text += formatted("  %-28s %10s  bound by %s\n", best.generated.kernels[i].name.c_str(),
                          durationText(best.kernelsUs[i]).c_str(), best.boundBy[i].c_str());
    }
    text += verifiedText(answer) + searchedText(answer);
    for (std::size_t i = 0; i < std::min<std::size_t>(2, answer.result.refusals.size()); ++i)
        text += "  no kernel: " + answer.result.refusals[i] + "\n";
    for (std::size_t i = 0; i < std::min(top, answer.result.candidates.size()); ++i) {
        const generate::Candidate& candidate = answer.result.candidates[i];
        text += formatted("  %10s  %6.3f  ", durationText(candidate.timeUs).c_str(),
                          candidate.timeUs / best.timeUs) +
                generate::choicesText(candidate.choices) + "\n";
    }
    return text;
}

std::string measuredWaysText(const GeneratedAnswer& answer) {
    if (answer.measured.empty()) return "";
    std::string text = "\nmeasured on " + answer.measured.front().device +
                       formatted("\n  %10s  %10s  %6s\n", "simulated", "measured", "ratio");
    for (std::size_t i = 0; i < answer.measured.size(); ++i) {
        const generate::MeasuredWay& way = answer.measured[i];
        const generate::Candidate& candidate = answer.result.candidates[i];
        const std::string measured = way.measuredUs > 0 ? durationText(way.measuredUs) : "-";
        text += formatted("  %10s  %10s  ", durationText(candidate.timeUs).c_str(), measured.c_str());
        text += way.measuredUs > 0 ? formatted("%6.3f", candidate.timeUs / way.measuredUs) : "     -";
        text += "  " + generate::choicesText(candidate.choices) +
                (way.isRight ? "" : "  NOT RIGHT: " + way.fault) + "\n";
    }
    return text;
}

std::string explainedText(const generate::Program& program, const generate::Candidate& candidate) {
    std::string text = "as it is written\n" + generate::toNotationLines(program.body, 100, 4) + "\n";
    generate::Expr now = program.body;
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

namespace {

void setVerified(Json& device, const GeneratedAnswer& answer) {
    if (answer.verified) {
        Json verified = Json::Object{};
        verified.set("device", answer.verified->device);
        Json sizes = Json::Object{};
        for (const auto& [name, size] : answer.verified->sizes) sizes.set(name, size);
        verified.set("sizes", std::move(sizes));
        verified.set("relative_error", answer.verified->relativeError);
        verified.set("tolerance", answer.verified->tolerance);
        device.set("verified", std::move(verified));
    }
    if (!answer.unverified.empty()) device.set("unverified", answer.unverified);
    if (answer.dropped.empty()) return;
    device.set("dropped", Json::arrayOf(answer.dropped, [](const generate::DroppedWay& way) {
                   Json told = Json::Object{};
                   told.set("choices", Json::arrayOf(way.choices));
                   told.set("reason", way.reason);
                   return told;
               }));
}

Json measuredJson(const generate::MeasuredWay& way) {
    Json told = Json::Object{};
    told.set("device", way.device);
    if (way.measuredUs > 0) told.set("time_us", way.measuredUs);
    told.set("right", way.isRight);
    if (!way.fault.empty()) told.set("fault", way.fault);
    return told;
}

} // namespace

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
        device.set("dominated", static_cast<std::uint64_t>(answer.result.dominated));
        device.set("known", static_cast<std::uint64_t>(answer.result.known));
        device.set("method", std::string(name(answer.result.method)));
        if (answer.result.method == generate::Method::Tree) device.set("seed", answer.seed);
        device.set("complete", answer.result.isComplete);
        setVerified(device, answer);
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
            if (i < answer.measured.size()) told.set("measured", measuredJson(answer.measured[i]));
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
