// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/relieved_pattern.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "pdg/evaluation/floor_divide.h"
#include "pdg/evaluation/memory_rules.h"

namespace warpstring::timeline {

namespace {

/// Keeps `wanted` of a pattern's sectors, evenly, from number `first` on.
void thin(AccessPattern& pattern, double wanted, double first) {
    const double all = pattern.sectors;
    double rank = first;
    std::vector<LinePart> kept;
    for (const auto& part : pattern.lines) {
        LinePart left{part.line, 0};
        for (std::uint32_t bits = part.sectors; bits != 0; bits &= bits - 1) {
            if (std::floor((rank + 1) * wanted / all) > std::floor(rank * wanted / all))
                left.sectors |= bits & -bits;
            rank += 1;
        }
        if (left.sectors != 0) kept.push_back(left);
    }
    pattern.lines = std::move(kept);
    pattern.sectors = wanted;
}

/// Number of an element, modulo `count`.
double elementOf(std::int64_t address, int bytes, double count) {
    const std::int64_t element = evaluation::floorDivide(address, bytes);
    const auto modulus = static_cast<std::int64_t>(count);
    return static_cast<double>(element - evaluation::floorDivide(element, modulus) * modulus);
}

void closeGaps(AccessPattern& pattern, const MemoryAccess& access, std::int64_t firstAddress,
               const HardwareSpec& spec) {
    const auto sector = static_cast<double>(sectorBytes(spec));
    const double wanted = std::max(1.0, std::ceil(pattern.askedBytes / sector));
    if (pattern.sectors > wanted) {
        if (pattern.lines.empty())
            pattern.sectors = wanted; // an average
        else
            thin(pattern, wanted, elementOf(firstAddress, access.bytes, std::ceil(pattern.sectors / wanted)));
    }
    pattern.lineCount =
        std::min(pattern.lineCount, std::max(1.0, std::ceil(pattern.askedBytes / spec.caches.l1LineBytes)));
    pattern.wavefronts =
        std::min(pattern.wavefronts,
                 std::max({pattern.askedBytes / spec.caches.l1LineBytes,
                           spec.caches.l1HoldsShared ? 1 : pattern.lineCount, access.bytes / 4.0, 1.0}));
}

/// Each lane at a word of its own, side by side.
void apart(AccessPattern& pattern, const MemoryAccess& access, double lanes, const HardwareSpec& spec) {
    if (access.space == MemorySpace::Shared) {
        pattern.wavefronts = std::min(pattern.wavefronts, machine::conflictFreeCycles(spec, access.bytes));
        return;
    }
    const double sectors = std::ceil(lanes * access.bytes / static_cast<double>(sectorBytes(spec)));
    const auto& memory = spec.globalMemory;
    const double each = memory.atomicSectorCycles > 0 ? memory.atomicSectorCycles : memory.atomicCycles;
    pattern.atomicCycles = std::min(pattern.atomicCycles, sectors * each);
}

} // namespace

Relief reliefOf(AccessId access, const machine::Counterfactual& without) {
    return {without.withoutConflicts.contains(access), without.coalesced.contains(access),
            without.uncontended.contains(access)};
}

AccessPattern relieved(AccessPattern pattern, const MemoryAccess& access, Relief relief,
                       std::int64_t firstAddress, const HardwareSpec& spec) {
    if (relief.conflicts)
        pattern.wavefronts =
            std::min(pattern.wavefronts,
                     access.space == MemorySpace::Shared
                         ? std::max(machine::conflictFreeCycles(spec, access.bytes), access.bytes / 8.0)
                         : std::max(1.0, access.bytes / 4.0));
    if (relief.gaps) closeGaps(pattern, access, firstAddress, spec);
    return pattern;
}

AccessPattern relievedLanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                                  Relief relief, const HardwareSpec& spec) {
    AccessPattern pattern = lanePattern(access, lanes, spec);
    if (!relief.isAny()) return pattern;
    if (relief.contention) {
        const auto active =
            static_cast<double>(std::count_if(lanes.begin(), lanes.end(), [](std::int64_t address) {
                return address != evaluation::inactiveLane;
            }));
        apart(pattern, access, active, spec);
    }
    const auto first = std::find_if(lanes.begin(), lanes.end(),
                                    [](std::int64_t address) { return address != evaluation::inactiveLane; });
    return relieved(std::move(pattern), access, relief, first == lanes.end() ? 0 : *first, spec);
}

} // namespace warpstring::timeline
