// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/atomic_contention.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/random_access.h"
#include "pdg/evaluation/retry_loops.h"
#include "pdg/region_tree.h"
#include "pdg/warp_uniformity.h"
#include "stringmodel/timeline/footprint.h"
#include "stringmodel/timeline/lane_pattern.h"

namespace warpstring::timeline {

namespace {

/// Of the cycles of a try of compare and exchange what is left on average where a warp tries until all its
/// lanes have succeeded: half of them have left by then, and what remains is served faster than single tries,
/// by 0.2 to 0.4 on an H200 (bench/device/compare-exchange-turns.toml; 0.29 is taken, why is not known).
constexpr double partOfRetries = 0.145;

constexpr std::size_t draws = 8;

/// What an atomic operation's result takes longer than a load from L2. On an H200 chains of additions, of
/// comparisons that fail and of those that succeed take 510 cycles a step, chains of loads 296
/// (bench/device/atomic-latency.toml).
constexpr double latencyOverLoad = 1.76;

/// Whether some statement or condition uses what an access returns.
bool isUsed(const Pdg& pdg, const MemoryAccess& access) {
    const auto uses = [&](const auto& user) {
        return std::find(user.data.begin(), user.data.end(), access.statement) != user.data.end();
    };
    return std::any_of(pdg.statements.begin(), pdg.statements.end(), uses) ||
           std::any_of(pdg.predicates.begin(), pdg.predicates.end(), uses);
}

/// Cycles until what an atomic operation on global memory returns is there, where nobody else is.
double atomicLatency(const HardwareSpec& spec) {
    return spec.caches.l2Latency > 0 ? latencyOverLoad * spec.caches.l2Latency
                                     : std::max(1.0, spec.globalMemory.latency);
}

/// Of a warp, before and behind a loop.
double cyclesOutside(const Pdg& pdg, const Loop& loop, const machine::MachineProgram& program,
                     const WarpCycles& ofWarp) {
    double cycles = ofWarp.start;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const auto& operation = program.operations[i];
        RegionId region = none;
        if (operation.statement != none)
            region = pdg.statements[operation.statement].region;
        else if (operation.predicate != none)
            region = pdg.predicates[operation.predicate].region;
        if (liesWithin(pdg, region, loop.region)) continue;
        for (const double part : ofWarp.operations[i]) cycles += part;
    }
    return cycles;
}

/// Pieces of slices of L2 that tries of so many groups reach, however often they try; nullopt where nobody
/// knows.
std::optional<double> piecesOfTries(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                    const HardwareSpec& spec, const MemoryAccess& access, double groups,
                                    WorkShare* share) {
    evaluation::AccessPoints points(pdg, evaluation.launch, share);
    const auto& cells = evaluation.regions[pdg.statements[access.statement].region].cells;
    const auto choice = evaluation::wordChoice(access, cells, evaluation.launch.groupSize, points,
                                               std::max<std::int64_t>(1, spec.caches.l2SliceBytes));
    if (choice.lanes <= 0) return std::nullopt;
    const double chosen = choice.words * std::max(1.0, groups);
    return std::max(1.0, std::isinf(choice.all) ? chosen : evaluation::expectedDistinct(choice.all, chosen));
}

} // namespace

std::vector<bool> mergedAtomics(const Pdg& pdg, const HardwareSpec& spec) {
    std::vector<bool> merged(pdg.accesses.size(), false);
    if (!spec.compiler.mergesAtomics) return merged;
    for (const auto& access : pdg.accesses)
        merged[access.id] =
            access.kind == AccessKind::Atomic && !access.compares && isWarpUniform(pdg, access.offset);
    for (const auto& loop : pdg.loops)
        if (const AccessId retried = evaluation::retriedAtomic(pdg, loop.id); retried != none)
            merged[retried] = false;
    return merged;
}

void keepOneLane(std::span<std::int64_t> lanes) {
    bool isKept = false;
    for (auto& lane : lanes)
        if (lane != evaluation::inactiveLane && std::exchange(isKept, true)) lane = evaluation::inactiveLane;
}

evaluation::Contenders retryContenders(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                       const HardwareSpec& spec, double concurrentGroups,
                                       const machine::MachineProgram& program, const WarpCycles& ofWarp,
                                       WorkShare* share) {
    evaluation::Contenders contenders;
    evaluation::AccessPoints points(pdg, evaluation.launch, share);
    for (const auto& loop : pdg.loops) {
        const AccessId id = evaluation::retriedAtomic(pdg, loop.id);
        if (id == none || evaluation.loops[loop.id].certainty != evaluation::Certainty::Bounded) continue;
        const MemoryAccess& access = pdg.accesses[id];
        const auto& body = evaluation.regions[pdg.statements[access.statement].region];
        const auto& around = evaluation.regions[pdg.regions[loop.region].parent];
        const double entries = around.executions.value;
        if (access.space == MemorySpace::Shared || body.executions.value <= 0 || entries <= 0) continue;
        const auto choice = evaluation::wordChoice(access, body.cells, evaluation.launch.groupSize, points);
        if (choice.lanes <= 0) continue;
        double entering = 0; // work-items of the launch, each as often as it does
        for (const auto& cell : around.cells) entering += cell.box.points() * cell.scale * cell.may.count();
        const double groups = std::min(
            concurrentGroups, concurrentGroups * entering /
                                  (static_cast<double>(evaluation.launch.range.groupCount()) * choice.lanes));
        const double meeting = choice.lanes / choice.words * std::max(1.0, groups * choice.words / choice.all);
        const double elsewhere = cyclesOutside(pdg, loop, program, ofWarp) / entries / atomicLatency(spec);
        if (meeting - elsewhere > 1) contenders[loop.id] = meeting - elsewhere;
    }
    return contenders;
}

std::optional<double> expectedSliceCycles(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                          const HardwareSpec& spec, const MemoryAccess& access, bool isMerged,
                                          WorkShare* share) {
    const auto& cells = evaluation.regions[pdg.statements[access.statement].region].cells;
    const int groupSize = evaluation.launch.groupSize, warpSize = evaluation.warpSize;
    evaluation::AccessPoints points(pdg, evaluation.launch, share);
    std::vector<std::int64_t> lanes(static_cast<std::size_t>(warpSize));
    double sum = 0, warps = 0;
    for (std::size_t draw = 0; draw < draws && !cells.empty(); ++draw) {
        const evaluation::Cell& cell = cells[draw * cells.size() / draws];
        points.drawAnew(draw);
        const auto* offsets = points.at(access, evaluation::randomPointOf(cell.box, draw));
        if (offsets == nullptr || points.isSpent()) return std::nullopt;
        for (int first = 0; first < groupSize; first += warpSize) {
            bool acts = false;
            for (int lane = 0; lane < warpSize; ++lane) {
                const int item = first + lane;
                const bool isActive = item < groupSize && cell.may.contains(item);
                acts |= isActive;
                lanes[static_cast<std::size_t>(lane)] = !isActive ? evaluation::inactiveLane
                                                        : offsets->size() == 1
                                                            ? offsets->front()
                                                            : (*offsets)[static_cast<std::size_t>(item)];
            }
            if (!acts) continue;
            if (isMerged) keepOneLane(lanes);
            sum += lanePattern(access, lanes, spec).atomicCycles;
            warps += 1;
        }
    }
    if (warps == 0) return std::nullopt;
    return sum / warps;
}

std::vector<AtomicTarget> atomicTargets(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                        const HardwareSpec& spec, double concurrentGroups, WorkShare* share) {
    std::vector<AtomicTarget> targets(pdg.accesses.size());
    std::map<std::pair<bool, std::uint32_t>, std::vector<AccessId>> byObject;
    for (const auto& access : pdg.accesses)
        if (access.kind == AccessKind::Atomic && access.space != MemorySpace::Shared)
            byObject[{access.objectIsArgument, access.object}].push_back(access.id);
    const GroupWindow window = windowOf(evaluation.launch.range, concurrentGroups);
    std::uint32_t number = 0;
    for (const auto& [object, accesses] : byObject) {
        std::vector<int> bytes;
        for (const auto id : accesses) bytes.push_back(pdg.accesses[id].bytes);
        const double size = object.first && object.second != none
                                ? static_cast<double>(evaluation.launch.bufferBytes[object.second])
                                : 0;
        const double touched = touchedBytes(evaluation, accesses, bytes, window, spec.caches.l2SliceBytes, size,
                                            spec.globalMemory);
        const double slices =
            std::clamp(std::ceil(touched / spec.caches.l2SliceBytes), 1.0, double(spec.caches.l2Slices));
        for (const auto id : accesses)
            targets[id] = {number, slices, 1,
                           isUsed(pdg, pdg.accesses[id]) ? atomicLatency(spec) : spec.caches.l2Latency};
        ++number;
    }
    for (const auto& loop : pdg.loops)
        if (const AccessId retried = evaluation::retriedAtomic(pdg, loop.id); retried != none) {
            targets[retried].part = partOfRetries;
            if (const auto pieces =
                    piecesOfTries(pdg, evaluation, spec, pdg.accesses[retried], concurrentGroups, share))
                targets[retried].slices = std::min(targets[retried].slices, *pieces);
        }
    return targets;
}

} // namespace warpstring::timeline
