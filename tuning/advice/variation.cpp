// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/variation.h"

#include <algorithm>
#include <limits>

namespace warpstring::advice {

namespace {

/// More than any launch asks for, and far from the ends of its type.
constexpr int plenty = 1 << 28;
constexpr double plentyOf = 1e15;

void widen(HardwareSpec& spec, const Cause& cause) {
    switch (cause.kind) {
    case CauseKind::RegisterLimit:
        spec.occupancy.registers = plenty;
        spec.occupancy.registersPerWorkItem = plenty / 2048;
        break;
    case CauseKind::LocalMemoryLimit: spec.occupancy.sharedBytes = plenty; break;
    case CauseKind::GroupSizeLimit: spec.occupancy.groups = plenty; break;
    case CauseKind::L1Capacity: spec.caches.l1Bytes = plenty; break;
    case CauseKind::L2Capacity:
        spec.caches.l2Bytes = plentyOf;
        spec.caches.l2UsableFraction = 1;
        break;
    case CauseKind::DramBandwidth:
        spec.globalMemory.bandwidthGBs = plentyOf;
        spec.globalMemory.loadedLatency = std::min(spec.globalMemory.loadedLatency, spec.globalMemory.latency);
        break;
    case CauseKind::L2Bandwidth:
        spec.caches.l2BandwidthGBs = spec.caches.l2BytesPerCycle = plentyOf;
        spec.caches.l2WriteBandwidthGBs = spec.caches.l2WriteBytesPerCycle = plentyOf;
        spec.caches.loadLineCycles = spec.caches.storeLineCycles = 0;
        spec.caches.loadRequestCycles = spec.caches.storeLookupCycles = 0;
        break;
    case CauseKind::GroupStart: spec.execution.groupStartCycles = spec.execution.groupSwitchCycles = 0; break;
    case CauseKind::DataPath:
        spec.sharedMemory.cyclesPerAccess /= 2;
        spec.caches.l1BytesPerCycle *= 2;
        break;
    case CauseKind::Pipe: spec.pipeLanes[cause.pipe] *= 2; break;
    case CauseKind::InstructionIssue: spec.execution.issueCycles /= 2; break;
    default: break;
    }
}

void spare(machine::Counterfactual& without, const Cause& cause) {
    const auto all = [&](auto& set, const auto& ids) { set.insert(ids.begin(), ids.end()); };
    switch (cause.kind) {
    case CauseKind::BankConflicts:
    case CauseKind::ScatteredConstants: all(without.withoutConflicts, cause.accesses); break;
    case CauseKind::ScatteredAccess: all(without.coalesced, cause.accesses); break;
    case CauseKind::AtomicContention: all(without.uncontended, cause.accesses); break;
    case CauseKind::Divergence: all(without.converged, cause.regions); break;
    case CauseKind::Barrier: all(without.withoutBarrier, cause.statements); break;
    case CauseKind::CostlyOperation: all(without.cheap, cause.statements); break;
    case CauseKind::LoadLatency: all(without.atOnce, cause.accesses); break;
    case CauseKind::UnevenGroups: without.alikeGroups = true; break;
    case CauseKind::Tail: without.fullWaves = true; break;
    default: break;
    }
}

bool limitsOccupancy(const Cause& cause) {
    return cause.kind == CauseKind::RegisterLimit || cause.kind == CauseKind::LocalMemoryLimit ||
           cause.kind == CauseKind::GroupSizeLimit;
}

/// The occupancy that the limits which are left allow.
void occupy(const Situation& situation, std::span<const Cause> causes, Variation& variation) {
    machine::Occupancy& occupancy = variation.occupancy;
    const int before = occupancy.groups;
    const auto isSpared = [&](CauseKind kind) {
        return std::any_of(causes.begin(), causes.end(),
                           [&](const Cause& cause) { return cause.kind == kind; });
    };
    int groups = std::numeric_limits<int>::max();
    for (auto& limit : occupancy.limits) {
        if (((limit.resource == "registers" || limit.resource == "scalar registers") &&
             isSpared(CauseKind::RegisterLimit)) ||
            (limit.resource == "shared memory" && isSpared(CauseKind::LocalMemoryLimit)) ||
            (limit.resource == "groups" && isSpared(CauseKind::GroupSizeLimit)))
            limit.groups = plenty;
        // Places that are left over by whole groups are taken by a part of one, which counts as a whole one.
        if (isSpared(CauseKind::GroupSizeLimit)) {
            const auto& most = variation.spec.occupancy;
            if (limit.resource == "warps")
                limit.groups = (most.warps + occupancy.warpsPerGroup - 1) / occupancy.warpsPerGroup;
            if (limit.resource == "work-items") {
                const auto size = static_cast<int>(situation.launch.range.groupSize());
                limit.groups = (most.workItems + size - 1) / size;
            }
        }
        groups = std::min(groups, limit.groups);
    }
    if (isSpared(CauseKind::RegisterLimit)) occupancy.spilledRegisters = 0;
    occupancy.groups = std::max(before, groups);
    occupancy.warps = occupancy.groups * occupancy.warpsPerGroup;
    // More groups take no part of the L1 cache from those that were there.
    if (variation.spec.caches.l1HoldsShared)
        variation.spec.caches.l1Bytes += (occupancy.groups - before) * occupancy.sharedBytesPerGroup;
}

} // namespace

Variation without(const Situation& situation, std::span<const Cause> causes) {
    Variation variation{{}, situation.spec, situation.simulation.occupancy};
    for (const auto& cause : causes) {
        widen(variation.spec, cause);
        spare(variation.without, cause);
    }
    if (std::any_of(causes.begin(), causes.end(), limitsOccupancy)) occupy(situation, causes, variation);
    return variation;
}

} // namespace warpstring::advice
