// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/lowering.h"

#include <algorithm>

namespace warpstring::generate {
namespace {

/// Of no choice: it always pays.
const std::string scalarRule = "root-of-divisor";

/// Groups' sizes are left as they are.
std::optional<Candidate> stepped(Candidate candidate, const Choice& choice) {
    for (const Step& step : choice.steps) {
        const Result<Expr> next = after(candidate.form.body, step);
        if (!next) return std::nullopt;
        candidate.form.body = *next;
    }
    candidate.steps.insert(candidate.steps.end(), choice.steps.begin(), choice.steps.end());
    candidate.choices.push_back(choice.name);
    candidate.ways.push_back({choice.way, choice.numbers});
    return candidate;
}

/// The first choice that fits.
std::optional<Choice> plainest(const Expr& whole, const Path& stage, const Allowed& allowed) {
    for (const Way& way : waysAt(whole, stage, allowed)) {
        for (const Numbers& numbers : way.listed)
            if (std::optional<Choice> choice = way.choice(numbers)) return choice;
    }
    return std::nullopt;
}

} // namespace

Candidate unlowered(const Program& program, const CodeOptions& code, const Allowed& allowed) {
    Candidate candidate;
    candidate.form = program;
    candidate.code = code;
    if (!isAllowed(scalarRule, allowed)) return candidate;
    while (true) {
        const std::vector<Step> steps = applicable(candidate.form.body, {.only = {scalarRule}, .never = {}});
        if (steps.empty()) return candidate;
        candidate.form.body = *after(candidate.form.body, steps.front());
        candidate.steps.push_back(steps.front());
    }
}

std::optional<Candidate> lowered(const Candidate& candidate, const Choice& choice) {
    std::optional<Candidate> next = stepped(candidate, choice);
    for (std::size_t d = 0; next && d < 3; ++d) {
        if (choice.code.local[d] > 0) next->code.local[d] = choice.code.local[d];
    }
    if (next) next->chosen = next->ways.size();
    return next;
}

std::optional<Candidate> closed(const Candidate& begun, const Allowed& allowed) {
    std::optional<Candidate> candidate = begun;
    for (int stage = 0; stage < mostStages && candidate; ++stage) {
        const std::optional<Path> open = openStage(candidate->form.body);
        if (!open) return candidate;
        const std::optional<Choice> choice = plainest(candidate->form.body, *open, allowed);
        if (!choice) return std::nullopt;
        candidate = stepped(*std::move(candidate), *choice);
    }
    return std::nullopt;
}

Result<Candidate> loweredAlike(const Program& program, const Candidate& as) {
    const bool isRewritten = std::ranges::find(as.steps, scalarRule, &Step::rule) != as.steps.end();
    CodeOptions code = as.code;
    code.local = {};
    Candidate candidate =
        unlowered(program, code, isRewritten ? Allowed{} : Allowed{.only = {}, .never = {scalarRule}});
    const auto other = [&](const std::string& message) {
        Diagnostic fault;
        fault.code = "generate.other-ways";
        fault.message = message;
        return fault;
    };
    for (std::size_t stage = 0; stage < as.ways.size(); ++stage) {
        const std::optional<Path> open = openStage(candidate.form.body);
        if (!open) return other("these lengths have fewer stages");
        const std::vector<Way> ways = waysAt(candidate.form.body, *open, {});
        const auto way = std::ranges::find(ways, as.ways[stage].way, &Way::name);
        const std::optional<Choice> choice =
            way == ways.end() ? std::nullopt : way->choice(as.ways[stage].numbers);
        if (!choice) return other(as.choices[stage] + " does not fit these lengths");
        std::optional<Candidate> next =
            stage < as.chosen ? lowered(candidate, *choice) : stepped(candidate, *choice);
        if (!next) return other(as.choices[stage] + " does not fit these lengths");
        candidate = *std::move(next);
    }
    if (openStage(candidate.form.body)) return other("these lengths have more stages");
    return candidate;
}

} // namespace warpstring::generate
