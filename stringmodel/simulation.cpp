// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "pdg/evaluation/retry_loops.h"
#include "stringmodel/closed_form.h"
#include "stringmodel/machine/register_choice.h"
#include "stringmodel/machine/scalar_registers.h"
#include "stringmodel/machine/scalar_work.h"
#include "stringmodel/string/notation.h"
#include "stringmodel/string/string_builder.h"
#include "stringmodel/timeline/atomic_contention.h"

namespace warpstring {

namespace {

bool isExact(const evaluation::Evaluation& evaluation) {
    const auto exact = [](const evaluation::Bounded& b) { return b.lower == b.upper; };
    return std::all_of(evaluation.regions.begin(), evaluation.regions.end(),
                       [&](const auto& r) { return exact(r.executions); }) &&
           std::all_of(evaluation.accesses.begin(), evaluation.accesses.end(),
                       [&](const auto& a) { return exact(a.bytes) && exact(a.sharedCycles); });
}

SimulationBounds findBounds(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                            const machine::Occupancy& occupancy, const evaluation::Evaluation& evaluation,
                            const token_string::ExposedLatency& exposed) {
    SimulationBounds bounds;
    Diagnostics ignored;
    auto lower = buildString(pdg, evaluation, spec, token_string::BoundSide::Lower, ignored);
    const auto least = evaluateString(lower, exposed, launch, spec, occupancy);
    bounds.lowerLatencyCycles = least.corrected.cycles;
    bounds.lowerTimeUs = least.time.timeUs;
    const bool endless = std::any_of(evaluation.regions.begin(), evaluation.regions.end(),
                                     [](const auto& r) { return std::isinf(r.executions.upper); });
    if (endless) {
        bounds.upperLatencyCycles = bounds.upperTimeUs = std::numeric_limits<double>::infinity();
        return bounds;
    }
    auto upper = buildString(pdg, evaluation, spec, token_string::BoundSide::Upper, ignored);
    const auto most = evaluateString(upper, exposed, launch, spec, occupancy);
    bounds.upperLatencyCycles = most.corrected.cycles;
    bounds.upperTimeUs = most.time.timeUs;
    bounds.include(least.corrected.cycles, least.time.timeUs);
    bounds.include(most.corrected.cycles, most.time.timeUs);
    return bounds;
}

/// Codes of what the launch gets to and nothing counts, in order: "frontend.inline-assembly, frontend.printf".
std::string uncountedCodes(const Pdg& pdg, const evaluation::Evaluation& evaluation) {
    std::set<std::string> codes;
    for (const auto& uncounted : pdg.uncounted)
        if (evaluation.regions[uncounted.region].executions.upper > 0) codes.insert(uncounted.code);
    std::string list;
    for (const auto& code : codes) list += (list.empty() ? "" : ", ") + code;
    return list;
}

std::vector<std::string> standingAssumptions(const Pdg& pdg, const Simulation& simulation,
                                             const HardwareSpec& spec) {
    std::vector<std::string> assumptions;
    const auto uses = [&](MemorySpace space) {
        return std::any_of(pdg.accesses.begin(), pdg.accesses.end(),
                           [&](const auto& a) { return a.space == space; });
    };
    if (uses(MemorySpace::Global)) {
        assumptions.emplace_back("buffers start on 256-byte boundaries and do not overlap");
        if (spec.globalMemory.coalescing == CoalescingRule::StrictHalfWarp ||
            spec.globalMemory.coalescing == CoalescingRule::SegmentHalfWarp)
            assumptions.emplace_back("global memory is not cached");
    }
    if (uses(MemorySpace::Constant)) assumptions.emplace_back("accesses to constant memory hit its cache");
    if (uses(MemorySpace::Image)) {
        assumptions.emplace_back(
            "images of two and three dimensions are stored in tiles of 64 bytes by 8 rows");
        if (spec.pipeLanes[static_cast<std::size_t>(Pipe::Texture)] <= 0)
            assumptions.emplace_back("reads of images cost as much as loads of global memory");
    }
    if (uses(MemorySpace::Private))
        assumptions.emplace_back("private arrays in memory are interleaved so that neighbouring work-items' "
                                 "elements are neighbours");
    if (std::any_of(pdg.accesses.begin(), pdg.accesses.end(),
                    [](const auto& a) { return a.kind == AccessKind::Atomic; }))
        assumptions.emplace_back(
            simulation.timeline ? "atomic operations on one word wait for each other, as those of integers do"
                                : "an atomic operation costs as much as a load of the same addresses; "
                                  "contention is not counted");
    if (spec.execution.warpSize == 1)
        assumptions.emplace_back(
            "processors are not simulated: neither the order in which one runs work-items nor its "
            "vectors are known, so times are off by factors and orders of variants are hints");
    assumptions.push_back("registers: " + simulation.registerSource);
    assumptions.emplace_back("work-items of a warp that diverge meet again at the immediate post-dominator");
    return assumptions;
}

/// With what the compiler that was asked says beyond registers; `notes` is why one could not be asked.
struct FoundRegisters {
    machine::RegisterChoice choice;
    std::shared_ptr<const CompiledForAmd> compiled;
    Diagnostics notes;
};

Result<FoundRegisters> findRegisters(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                     const SimulationOptions& options) {
    std::optional<AssembledRegisters> assembled;
    FoundRegisters registers;
    const bool isDevice =
        launch.registers.kind == RegisterRequest::Kind::Device && !spec.device.llvmTarget.empty();
    if (options.assembler && (isDevice || launch.registers.kind == RegisterRequest::Kind::Ptxas)) {
        auto found = options.assembler(pdg, launch, spec);
        if (!found && (!isDevice || isStopped(options.cancellation))) return found.diagnostics();
        if (found) {
            registers.compiled = found->compiled;
            assembled = std::move(*found);
        } else {
            registers.notes = found.diagnostics();
            for (auto& note : registers.notes) note.severity = Severity::Note;
        }
    }
    auto choice = machine::chooseRegisters(pdg, spec, launch.registers, assembled);
    if (choice) {
        registers.choice = std::move(*choice);
        return registers;
    }
    Diagnostics faults = choice.diagnostics();
    for (auto& fault : faults) fault.place.file = launch.file.string();
    return faults;
}

std::string sourceOf(const machine::RegisterChoice& choice, int granted) {
    const bool isAll = granted >= choice.registers;
    return isAll ? choice.source : std::to_string(granted) + " of " + choice.source;
}

/// `granted` is what a work-item has.
Diagnostic spilling(const machine::RegisterChoice& choice, int granted, bool isInTimeline) {
    const bool isAsked = granted == choice.registers;
    return {"simulate.registers-spill",
            Severity::Warning,
            {},
            "about " + std::to_string(choice.needed - granted) + " of " + std::to_string(choice.needed) +
                " registers a work-item are beyond what " +
                (isAsked ? "it has, " + std::to_string(granted) : "lets one group run on the device") +
                (isInTimeline ? "; they are stored and loaded again where that happens least often"
                              : "; the closed form does not count what spilling them takes"),
            "split the kernel or keep fewer values alive"};
}

/// Two answers that are far apart are an alarm, whichever is reported.
std::optional<Diagnostic> differenceOfModels(const Simulation& simulation, const Launch& launch) {
    constexpr double most = 2;
    const auto differ = [](double a, double b) { return a > 0 && b > 0 && std::max(a / b, b / a) > most; };
    std::string what;
    const auto compare = [&](const std::string& figure, double reported, double beside,
                             const std::string& unit) {
        if (!differ(reported, beside)) return;
        what += (what.empty() ? "" : "; ") + figure + " " + token_string::shortNumber(reported, 4) + unit +
                " and " + token_string::shortNumber(beside, 4) + unit;
    };
    compare("a warp takes", simulation.warpLatencyCycles(), simulation.correctedWalk.cycles, " cycles");
    compare("the kernel", simulation.kernelTimeUs(), simulation.time.timeUs, " us");
    if (what.empty()) return std::nullopt;
    return Diagnostic{"simulate.models-differ",
                      Severity::Note,
                      {launch.file.string(), 0, 0},
                      "the timeline, which is reported, and the closed form differ by more than twice: " + what,
                      "the closed form knows no pipes and no caches; docs/accuracy.md tells how far each errs"};
}

} // namespace

KernelParts Simulation::kernelParts() const {
    const double cycles = kernelCycles(), tail = timeline ? timeline->tailCycles : time.tailCycles;
    KernelParts parts;
    parts.startUs = kernelStartUs;
    const double rest = kernelTimeUs() - kernelStartUs;
    parts.tailUs = cycles > 0 ? rest * tail / cycles : 0;
    parts.bodyUs = rest - parts.tailUs;
    return parts;
}

void SimulationBounds::include(double latencyCycles, double timeUs) {
    lowerLatencyCycles = std::min(lowerLatencyCycles, latencyCycles);
    upperLatencyCycles = std::max(upperLatencyCycles, latencyCycles);
    lowerTimeUs = std::min(lowerTimeUs, timeUs);
    upperTimeUs = std::max(upperTimeUs, timeUs);
}

namespace {

/// Who tries an atomic operation again hinders all others that try the same word: how many they are depends on
/// how many are at work, and for how long elsewhere, which a first run tells. Empty where nobody tries again.
evaluation::Contenders contendersOf(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                    const HardwareSpec& spec, const machine::Occupancy& occupancy,
                                    const SimulationOptions& options) {
    const auto tries = [&](const Loop& loop) {
        return evaluation.loops[loop.id].certainty == evaluation::Certainty::Bounded &&
               evaluation::retriedAtomic(pdg, loop.id) != none;
    };
    if (!spec.hasPipes() || std::none_of(pdg.loops.begin(), pdg.loops.end(), tries)) return {};
    timeline::TimelineOptions once;
    once.cancellation = options.timeline.cancellation;
    const auto first = kernelTimeline(pdg, evaluation, spec, occupancy, once);
    if (!first.isComplete) return {};
    const double groups = std::min(static_cast<double>(evaluation.launch.range.groupCount()),
                                   1.0 * spec.execution.multiprocessors * occupancy.groups);
    WorkShare share(once.pointBudget, WorkShare::Beyond::Finish, once.cancellation,
                    evaluation::unitsBetweenPolls);
    return timeline::retryContenders(pdg, evaluation, spec, groups, first.program, first.ofWarp, &share);
}

Result<Simulation> simulateWith(const FoundRegisters& found, const Pdg& pdg, const Launch& launch,
                                const HardwareSpec& spec, const SimulationOptions& options) {
    const auto* registers = &found.choice;
    auto evaluation = evaluate(pdg, launch, spec, options.evaluation);
    if (!evaluation) return evaluation.diagnostics();
    int argumentBytes = 0;
    for (const auto& argument : pdg.arguments) argumentBytes += (argument.bytes + 3) / 4 * 4;
    auto fits = machine::occupancy(spec, launch.range, std::max(1, registers->registers),
                                   evaluation->launch.sharedBytes, argumentBytes);
    if (!fits) {
        Diagnostics faults = fits.diagnostics();
        for (auto& fault : faults) fault.place.file = launch.file.string();
        return faults;
    }

    if (auto contenders = contendersOf(pdg, *evaluation, spec, *fits, options); !contenders.empty()) {
        auto again = options.evaluation;
        again.contenders = std::move(contenders);
        evaluation = evaluate(pdg, launch, spec, again);
        if (!evaluation) return evaluation.diagnostics();
    }

    Simulation simulation;
    simulation.kernel = pdg.kernel;
    simulation.launch = launch.name;
    simulation.spec = spec.name;
    simulation.kernelStartUs = spec.host.kernelStartUs;
    simulation.sourceShape = pdg.sourceShape;
    simulation.estimatedRegisters = registers->estimate;
    simulation.compiled = found.compiled;
    simulation.evaluation = std::move(*evaluation);
    simulation.occupancy = std::move(*fits);
    if (found.compiled) machine::limitByScalarRegisters(*found.compiled, spec, simulation.occupancy);
    // What the device leaves it of them; nothing spills where the kernel does with less.
    const int granted = std::max(1, registers->registers) - simulation.occupancy.spilledRegisters;
    simulation.occupancy.spilledRegisters = std::max(0, registers->needed - granted);
    simulation.registers = std::min(registers->registers, granted);
    simulation.wantedRegisters = registers->registers;
    simulation.registerSource = sourceOf(*registers, granted);
    simulation.diagnostics = pdg.notes;
    simulation.diagnostics.insert(simulation.diagnostics.end(), simulation.evaluation.diagnostics.begin(),
                                  simulation.evaluation.diagnostics.end());
    simulation.diagnostics.insert(simulation.diagnostics.end(), found.notes.begin(), found.notes.end());
    simulation.string =
        buildString(pdg, simulation.evaluation, spec, token_string::BoundSide::Value, simulation.diagnostics);
    const token_string::ExposedLatency exposed(pdg, simulation.evaluation, spec);
    const auto figures = evaluateString(simulation.string, exposed, launch, spec, simulation.occupancy);
    simulation.memory = figures.memory;
    simulation.nonBlockingCycles = figures.nonBlockingCycles;
    simulation.residentWarps = figures.residentWarps;
    simulation.paperWalk = figures.paper;
    simulation.correctedWalk = figures.corrected;
    simulation.time = figures.time;
    waitForHeaviestGroup(simulation.time, pdg, launch, spec, simulation.occupancy, simulation.evaluation,
                         options.evaluation);
    if (options.model == ModelChoice::Timeline || (options.model == ModelChoice::BySpec && spec.hasPipes()))
        simulation.timeline =
            kernelTimeline(pdg, simulation.evaluation, spec, simulation.occupancy, options.timeline);
    if (isStopped(options.cancellation)) return options.cancellation->refusal({launch.file.string(), 0, 0});
    const bool isBeyondTimeline = simulation.timeline && !simulation.timeline->isComplete;
    if (isBeyondTimeline) simulation.timeline.reset();
    if (simulation.timeline)
        simulation.tokenStalls = timeString(simulation.string, pdg, *simulation.timeline);
    else
        bookWaiting(simulation.string, walkParameters(figures, spec));
    const bool isKnown = isExact(simulation.evaluation);
    if (!isKnown) {
        simulation.bounds = findBounds(pdg, launch, spec, simulation.occupancy, simulation.evaluation, exposed);
        // Time does not grow with every weight: computation covers latency. The estimate is within its bounds
        // all the same.
        simulation.bounds->include(figures.corrected.cycles, simulation.time.timeUs);
    }
    const std::string uncounted = uncountedCodes(pdg, simulation.evaluation);
    if (!uncounted.empty()) {
        constexpr double unlimited = std::numeric_limits<double>::infinity();
        if (isKnown) simulation.bounds = {figures.corrected.cycles, 0, simulation.time.timeUs, 0};
        simulation.bounds->upperLatencyCycles = simulation.bounds->upperTimeUs = unlimited;
    }
    if (simulation.timeline)
        if (auto difference = differenceOfModels(simulation, launch))
            simulation.diagnostics.push_back(std::move(*difference));
    simulation.assumptions = options.assumptions;
    simulation.assumptions.insert(simulation.assumptions.end(), simulation.evaluation.assumptions.begin(),
                                  simulation.evaluation.assumptions.end());
    if (simulation.timeline && !isKnown)
        simulation.assumptions.emplace_back(
            "what is not known is simulated as estimated: the timeline tells no range, the closed form does");
    if (!uncounted.empty())
        simulation.assumptions.push_back("times have no upper bound, for not all of it is counted: " +
                                         uncounted);
    if (simulation.timeline && simulation.timeline->isAveraged)
        simulation.assumptions.emplace_back("where accesses go that depend on data is their average in a part "
                                            "of the timeline: the budget of lane "
                                            "evaluations at single points is used up");
    if (isBeyondTimeline)
        simulation.assumptions.emplace_back(
            "the time is that of the closed form: the budget of timeline operations is used up");
    for (auto& assumption : standingAssumptions(pdg, simulation, spec))
        simulation.assumptions.push_back(std::move(assumption));
    if (simulation.occupancy.spilledRegisters > 0)
        simulation.diagnostics.push_back(spilling(*registers, granted, simulation.timeline.has_value()));
    return simulation;
}

} // namespace

Result<Simulation> simulate(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                            const SimulationOptions& asked) {
    SimulationOptions options = asked;
    options.evaluation.cancellation = options.timeline.cancellation = options.cancellation;
    const auto registers = findRegisters(pdg, launch, spec, options);
    if (!registers) return registers.diagnostics();
    const machine::ExecutedGraph executed(pdg, registers->compiled.get());
    return simulateWith(*registers, *executed, launch, spec, options);
}

} // namespace warpstring
