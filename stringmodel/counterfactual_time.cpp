// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/counterfactual_time.h"

#include "stringmodel/closed_form.h"
#include "stringmodel/machine/scalar_work.h"
#include "stringmodel/string/string_builder.h"

namespace warpstring {

namespace {

using token_string::StringItem;
using token_string::TokenKind;

bool isSpared(const token_string::Token& token, const machine::Counterfactual& without) {
    return (token.kind == TokenKind::Barrier && without.withoutBarrier.contains(token.statements.front())) ||
           (token.kind == TokenKind::Wait && without.atOnce.contains(token.access));
}

void takeOut(std::vector<StringItem>& items, const machine::Counterfactual& without) {
    std::erase_if(items, [&](const StringItem& item) {
        const auto* token = std::get_if<token_string::Token>(&item.content);
        return token != nullptr && isSpared(*token, without);
    });
    for (auto& item : items)
        if (auto* repeat = std::get_if<token_string::Repeat>(&item.content)) takeOut(repeat->body, without);
}

double closedFormTimeUs(const Pdg& pdg, const Launch& launch, const evaluation::Evaluation& evaluation,
                        const Variation& variation, const SimulationOptions& options) {
    Diagnostics told; // with the actual launch
    auto string = buildString(pdg, evaluation, variation.spec, token_string::BoundSide::Value, told);
    takeOut(string.items, variation.without);
    auto time =
        evaluateString(string, {pdg, evaluation, variation.spec}, launch, variation.spec, variation.occupancy)
            .time;
    if (!variation.without.alikeGroups)
        waitForHeaviestGroup(time, pdg, launch, variation.spec, variation.occupancy, evaluation,
                             options.evaluation);
    return time.timeUs;
}

} // namespace

std::optional<double> counterfactualTimeUs(const Pdg& graph, const Launch& launch, const Simulation& actual,
                                           const Variation& variation, const SimulationOptions& options) {
    if (isStopped(options.cancellation)) return std::nullopt;
    const machine::ExecutedGraph executed(graph, actual.compiled.get());
    std::optional<Pdg> cheaper;
    if (!variation.without.cheap.empty()) cheaper = machine::cheapened(*executed, variation.without);
    const Pdg& pdg = cheaper ? *cheaper : *executed;
    std::optional<evaluation::Evaluation> changed;
    if (variation.without.changesEvaluation())
        changed = machine::spared(pdg, actual.evaluation, variation.spec, variation.without);
    const evaluation::Evaluation& evaluation = changed ? *changed : actual.evaluation;
    if (!actual.timeline) return closedFormTimeUs(pdg, launch, evaluation, variation, options);
    timeline::TimelineOptions asked = options.timeline;
    asked.without = variation.without;
    asked.cancellation = options.cancellation;
    asked.mostSpans = 0;
    const auto again = kernelTimeline(pdg, evaluation, variation.spec, variation.occupancy, asked);
    return again.isComplete ? std::optional(again.timeUs) : std::nullopt;
}

} // namespace warpstring
