// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/lane_pattern.h"

#include <algorithm>
#include <bit>
#include <map>

#include "pdg/evaluation/floor_divide.h"
#include "pdg/evaluation/memory_rules.h"

namespace warpstring {

namespace {

/// Lines that the tags of L1 serve in a cycle (strides measured on Hopper: docs/model.md).
constexpr double linesPerCycle = 4;

std::int64_t sectorBytes(const HardwareSpec& spec) {
    return spec.globalMemory.coalescing == CoalescingRule::SectorWarp ? spec.globalMemory.minTransactionBytes
                                                                      : spec.caches.l1LineBytes;
}

void setLines(AccessPattern& pattern, const std::map<std::int64_t, std::uint32_t>& touched) {
    for (const auto& [number, sectors] : touched) {
        pattern.lines.push_back({number, sectors});
        pattern.sectors += std::popcount(sectors);
    }
}

} // namespace

AccessPattern lanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                          const HardwareSpec& spec) {
    AccessPattern made;
    std::map<std::int64_t, int> lanesOnWord;
    for (const auto address : lanes)
        if (address != inactiveLane)
            made.mostLanesOnWord = std::max(made.mostLanesOnWord, ++lanesOnWord[address]);
    if (access.space == MemorySpace::Shared) {
        // Lanes with 16 bytes each are served in two parts even where they agree.
        made.wavefronts =
            std::max(bankConflicts(spec.sharedMemory, lanes, access.bytes).cycles, access.bytes / 8.0);
        return made;
    }
    const std::int64_t line = spec.caches.l1LineBytes;
    const std::int64_t sector = sectorBytes(spec);
    std::map<std::int64_t, std::uint32_t> touched;
    for (const auto address : lanes) {
        if (address == inactiveLane) continue;
        for (std::int64_t s = floorDivide(address, sector);
             s <= floorDivide(address + access.bytes - 1, sector); ++s) {
            const std::int64_t number = floorDivide(s * sector, line);
            touched[number] |= 1u << ((s * sector - number * line) / sector);
        }
    }
    setLines(made, touched);
    // The data banks of an L1 cache that also is the shared memory conflict as shared memory does.
    made.wavefronts = spec.caches.l1HoldsShared
                          ? std::max({bankConflicts(spec.sharedMemory, lanes, access.bytes).cycles,
                                      static_cast<double>(touched.size()) / linesPerCycle, access.bytes / 4.0})
                          : static_cast<double>(touched.size());
    return made;
}

AccessPattern privateLanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                                 const HardwareSpec& spec) {
    AccessPattern made;
    const auto lanesOfSector = std::max<std::size_t>(1, static_cast<std::size_t>(sectorBytes(spec) / 4));
    std::map<std::int64_t, std::uint32_t> touched;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (lanes[lane] == inactiveLane) continue;
        const std::int64_t first = floorDivide(lanes[lane], 4);
        for (std::int64_t word = first; word < first + privateWords(access.bytes); ++word)
            touched[word] |= 1u << lane / lanesOfSector;
    }
    setLines(made, touched);
    made.wavefronts =
        spec.caches.l1HoldsShared
            ? std::max({1.0, static_cast<double>(touched.size()) / linesPerCycle, access.bytes / 4.0})
            : static_cast<double>(touched.size());
    return made;
}

} // namespace warpstring
