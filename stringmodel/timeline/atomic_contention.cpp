// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/atomic_contention.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/retry_loops.h"
#include "pdg/warp_uniformity.h"
#include "stringmodel/timeline/footprint.h"

namespace warpstring::timeline {

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
                                       const HardwareSpec& spec, double concurrentGroups, double warpCycles) {
    evaluation::Contenders contenders;
    evaluation::AccessPoints points(pdg, evaluation.launch);
    const double latency =
        spec.caches.l2Latency > 0 ? spec.caches.l2Latency : std::max(1.0, spec.globalMemory.latency);
    for (const auto& loop : pdg.loops) {
        const AccessId id = evaluation::retriedAtomic(pdg, loop.id);
        if (id == none || evaluation.loops[loop.id].certainty != evaluation::Certainty::Bounded) continue;
        const MemoryAccess& access = pdg.accesses[id];
        const auto& body = evaluation.regions[pdg.statements[access.statement].region];
        const auto& around = evaluation.regions[pdg.regions[loop.region].parent];
        const double tries = body.executions.value, entries = around.executions.value;
        if (access.space == MemorySpace::Shared || tries <= 0 || entries <= 0) continue;
        const auto choice = evaluation::wordChoice(access, body.cells, evaluation.launch.groupSize, points);
        if (choice.lanes <= 0) continue;
        double entering = 0; // work-items of the launch, each as often as it does
        for (const auto& cell : around.cells) entering += cell.box.points() * cell.scale * cell.may.count();
        const double groups = std::min(
            concurrentGroups, concurrentGroups * entering /
                                  (static_cast<double>(evaluation.launch.range.groupCount()) * choice.lanes));
        const double meeting = choice.lanes / choice.words * std::max(1.0, groups * choice.words / choice.all);
        const double elsewhere = std::max(0.0, warpCycles / entries - latency * tries / entries) / latency;
        if (meeting - elsewhere > 1) contenders[loop.id] = meeting - elsewhere;
    }
    return contenders;
}

std::vector<AtomicTarget> atomicTargets(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                        const HardwareSpec& spec, double concurrentGroups) {
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
        for (const auto id : accesses) targets[id] = {number, slices};
        ++number;
    }
    return targets;
}

} // namespace warpstring::timeline
