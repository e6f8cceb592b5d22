// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/lane_pattern.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "pdg/evaluation/floor_divide.h"
#include "pdg/evaluation/memory_rules.h"
#include "stringmodel/machine/machine_operation.h"

namespace warpstring::timeline {

namespace {

/// Passes of shared memory for an atomic operation: a bank takes its words one after another, and the lanes on
/// a word too, unless they are counted.
double atomicPasses(const HardwareSpec::SharedMemory& memory, std::span<const std::int64_t> lanes,
                    const MemoryAccess& access) {
    const bool isCounted = access.increments && memory.countsIncrements;
    double passes = 0;
    for (const auto& batch : evaluation::bankBatches(memory, lanes, access.bytes)) {
        double fullest = memory.cyclesPerAccess;
        for (const auto& bank : batch.banks) {
            double own = 0;
            for (const auto& word : bank.words)
                own += std::max(memory.cyclesPerAccess,
                                memory.atomicCycles * (isCounted ? 1 : static_cast<double>(word.lanes.size())));
            fullest = std::max(fullest, own);
        }
        passes += fullest;
    }
    return passes;
}

/// Cycles of L2's slices for an atomic operation, if all of its sectors were one slice's: each sector takes its
/// time, longer where lanes on one word wait for each other.
double sliceCycles(std::span<const std::int64_t> lanes, std::int64_t sectorBytes,
                   const HardwareSpec::GlobalMemory& memory, bool compares) {
    // Who compares and exchanges brings two values for each word: on an H200 2.7 cycles a sector of eight words
    // where an addition takes 1.2 (bench/device/compare-exchange.toml).
    const double values = compares ? 2 : 1;
    std::map<std::int64_t, std::map<std::int64_t, int>> lanesOfWords; // by sector
    for (const auto address : lanes)
        if (address != evaluation::inactiveLane)
            ++lanesOfWords[evaluation::floorDivide(address, sectorBytes)][address];
    double cycles = 0;
    for (const auto& [sector, words] : lanesOfWords) {
        int most = 0;
        for (const auto& [word, count] : words) most = std::max(most, count);
        // A sector of several lanes is no slower than its lanes one by one.
        const double together =
            values * (memory.atomicSectorCycles > 0 ? memory.atomicSectorCycles : memory.atomicCycles);
        cycles += words.size() == 1 ? memory.atomicCycles * most
                                    : std::max(together, most > 1 ? memory.atomicCycles * most : 0);
    }
    return cycles;
}

/// The cache of constant memory hands out one word at a time, to all lanes that ask for it.
double constantPasses(std::span<const std::int64_t> lanes, int bytes, const HardwareSpec& spec) {
    std::vector<std::int64_t> starts;
    for (const auto address : lanes)
        if (address != evaluation::inactiveLane) starts.push_back(address);
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    const double words = std::max(1.0, bytes / 4.0);
    if (starts.size() < 2) return words * std::max(1.0, spec.caches.constantWordCycles);
    return static_cast<double>(starts.size()) * words * spec.caches.constantWordCycles;
}

/// Conflicts of global accesses in L1's banks. Lanes with 16 bytes each come by quarters of the warp, each
/// quarter for itself even where others ask for the same (seen in products whose columns lie a power of two
/// apart, 4 and 8 lanes wide: 12.0 and 17.9 passes a load by counters, 12.0 and 18.0 so, 8 and 10 by halves).
double l1Conflicts(std::span<const std::int64_t> lanes, int bytes, const HardwareSpec& spec) {
    const std::size_t together = bytes == 16 ? 8 : lanes.size();
    double passes = 0;
    for (std::size_t first = 0; first < lanes.size(); first += together) {
        const auto served = lanes.subspan(first, std::min(together, lanes.size() - first));
        if (std::any_of(served.begin(), served.end(),
                        [](std::int64_t address) { return address != evaluation::inactiveLane; }))
            passes += evaluation::bankConflicts(spec.sharedMemory, served, bytes).cycles;
    }
    return passes;
}

void setLines(AccessPattern& pattern, const std::map<std::int64_t, std::uint32_t>& touched) {
    for (const auto& [number, sectors] : touched) {
        pattern.lines.push_back({number, sectors});
        pattern.sectors += std::popcount(sectors);
    }
    pattern.lineCount = static_cast<double>(touched.size());
}

/// Which table knows a line: exact for 203 loads of 32 lines each (bench/device/l1-tables.toml, an H100).
std::size_t tagTable(std::int64_t line) {
    constexpr std::uint32_t first = 0x35af6f, second = 0x1ed5da;
    const auto digits = static_cast<std::uint32_t>(line);
    const auto odd = [digits](std::uint32_t some) {
        return static_cast<std::size_t>(std::popcount(digits & some) & 1);
    };
    return odd(first) + 2 * odd(second);
}

} // namespace

double l1TagPasses(std::span<const LinePart> lines, std::int64_t firstLine) {
    std::array<int, l1TagTables> asked{};
    for (const auto& part : lines) ++asked[tagTable(firstLine + part.line)];
    return std::max(1, *std::max_element(asked.begin(), asked.end()));
}

double l1TagPasses(double lines) {
    // The fullest of four tables for lines at random: a quarter of them and half the root, within 2 % of
    // the mean of trials for 2 to 32.
    return std::max(1.0, lines / l1TagTables + 0.52 * std::sqrt(lines));
}

std::int64_t sectorBytes(const HardwareSpec& spec) {
    return spec.globalMemory.coalescing == CoalescingRule::SectorWarp ? spec.globalMemory.minTransactionBytes
                                                                      : spec.caches.l1LineBytes;
}

AccessPattern lanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                          const HardwareSpec& spec) {
    AccessPattern made;
    if (access.kind == AccessKind::Atomic && access.space == MemorySpace::Shared) {
        made.wavefronts = atomicPasses(spec.sharedMemory, lanes, access);
        return made;
    }
    if (access.space == MemorySpace::Shared) {
        // Lanes with 16 bytes each are served in two parts even where they agree.
        made.wavefronts = std::max(evaluation::bankConflicts(spec.sharedMemory, lanes, access.bytes).cycles,
                                   access.bytes / 8.0);
        return made;
    }
    const std::int64_t line = spec.caches.l1LineBytes;
    const std::int64_t sector = sectorBytes(spec);
    std::map<std::int64_t, std::uint32_t> touched;
    for (const auto address : lanes) {
        if (address == evaluation::inactiveLane) continue;
        for (std::int64_t s = evaluation::floorDivide(address, sector);
             s <= evaluation::floorDivide(address + access.bytes - 1, sector); ++s) {
            const std::int64_t number = evaluation::floorDivide(s * sector, line);
            touched[number] |= 1u << ((s * sector - number * line) / sector);
        }
    }
    setLines(made, touched);
    made.askedBytes = static_cast<double>(evaluation::bytesUsed(lanes, access.bytes));
    if (machine::passesConstantCache(access, spec)) {
        made.wavefronts = constantPasses(lanes, access.bytes, spec);
        return made;
    }
    if (access.space == MemorySpace::Image) {
        // Texels come as lines, whatever words the lanes ask for; what a filter mixes comes with the first of
        // them.
        made.wavefronts =
            access.texels == 0 ? 0 : std::max(1.0, static_cast<double>(touched.size()) / texelLinesPerCycle);
        return made;
    }
    // The data banks of an L1 cache that also is the shared memory conflict as shared memory does.
    made.wavefronts = spec.caches.l1HoldsShared
                          ? std::max(l1Conflicts(lanes, access.bytes, spec), access.bytes / 4.0)
                          : static_cast<double>(touched.size());
    if (access.kind == AccessKind::Atomic)
        made.atomicCycles = sliceCycles(lanes, sector, spec.globalMemory, access.compares);
    return made;
}

AccessPattern privateLanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                                 const HardwareSpec& spec) {
    AccessPattern made;
    const auto lanesOfSector = std::max<std::size_t>(1, static_cast<std::size_t>(sectorBytes(spec) / 4));
    std::map<std::int64_t, std::uint32_t> touched;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (lanes[lane] == evaluation::inactiveLane) continue;
        const std::int64_t first = evaluation::floorDivide(lanes[lane], 4);
        for (std::int64_t word = first; word < first + evaluation::privateWords(access.bytes); ++word)
            touched[word] |= 1u << lane / lanesOfSector;
    }
    setLines(made, touched);
    made.wavefronts =
        spec.caches.l1HoldsShared ? std::max(1.0, access.bytes / 4.0) : static_cast<double>(touched.size());
    return made;
}

} // namespace warpstring::timeline
