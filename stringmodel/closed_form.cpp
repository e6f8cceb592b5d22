// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/closed_form.h"

#include "pdg/evaluation/group_work.h"
#include "stringmodel/string/string_builder.h"

namespace warpstring {

token_string::WalkParameters walkParameters(const StringFigures& figures, const HardwareSpec& spec) {
    token_string::WalkParameters parameters;
    parameters.warps = figures.residentWarps;
    parameters.nonBlockingCycles = figures.nonBlockingCycles;
    parameters.aloneCycles = figures.aloneCycles;
    parameters.memoryLatency = spec.globalMemory.latency;
    return parameters;
}

StringFigures evaluateString(token_string::TokenString& string, const token_string::ExposedLatency& exposed,
                             const Launch& launch, const HardwareSpec& spec,
                             const machine::Occupancy& occupancy) {
    StringFigures figures;
    const double groups = token_string::residentGroups(spec, launch.range, occupancy);
    applyExposure(string, exposed, groups);
    figures.memory = memoryCost(string, spec);
    applyMemoryCost(string, figures.memory);
    figures.nonBlockingCycles = averageNonBlockingCycles(string);
    figures.residentWarps = groups * occupancy.warpsPerGroup;
    token_string::TokenString issued = string;
    applyExposureAlone(issued, exposed);
    figures.aloneCycles = averageNonBlockingCycles(issued);
    token_string::WalkParameters parameters = walkParameters(figures, spec);
    figures.corrected = walk(string, parameters);
    parameters.rule = token_string::WalkRule::Paper;
    figures.paper = walk(string, parameters);
    parameters.rule = token_string::WalkRule::Corrected;
    token_string::MemoryCost issueAlone;
    issueAlone.tokenCycles = spec.globalMemory.issueCycles;
    applyMemoryCost(issued, issueAlone);
    figures.time = kernelTime(spec, launch.range, occupancy, figures.memory, [&](double resident) {
        applyExposure(issued, exposed, resident);
        parameters.warps = resident * occupancy.warpsPerGroup;
        parameters.nonBlockingCycles = averageNonBlockingCycles(issued);
        return walk(issued, parameters);
    });
    return figures;
}

void waitForHeaviestGroup(token_string::KernelTime& time, const Pdg& pdg, const Launch& launch,
                          const HardwareSpec& spec, const machine::Occupancy& occupancy,
                          const evaluation::Evaluation& evaluation,
                          const evaluation::EvaluationOptions& options) {
    const evaluation::GroupWork work(pdg, evaluation);
    if (!work.isUneven()) return;
    const auto alone = evaluateGroup(pdg, launch, spec, work.heaviestGroup(), options);
    if (!alone) return; // it was evaluated among the others
    Launch single = launch;
    single.range.global = single.range.local;
    Diagnostics ignored;
    auto string = buildString(pdg, *alone, spec, token_string::BoundSide::Value, ignored);
    const auto figures = evaluateString(string, {pdg, *alone, spec}, single, spec, occupancy);
    if (figures.time.cycles <= time.cycles) return;
    time.tailCycles += figures.time.cycles - time.cycles;
    time.cycles = figures.time.cycles;
    time.timeUs = figures.time.timeUs;
    time.boundBy = figures.time.boundBy;
}

} // namespace warpstring
