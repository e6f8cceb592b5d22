// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/moments.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "stringmodel/machine/memory_order.h"

namespace warpstring::timeline {

namespace {

/// Lanes that share a line at most, where a warp's access is scattered: others' neighbours bring what they
/// leave out.
constexpr double lanesOfLine = 2;

/// Where what follows at once fills pages, each access by itself need not: bytes of the pages that it touches,
/// over its own, from which on it does not.
constexpr std::int64_t bytesOfPage = 2048;
constexpr double leastLeftOut = 1.5;

/// Of what is written, how much goes to DRAM before its next visit, over the part of L2 that the lines of a
/// moment take (bench/device/chunks.toml: chunks of 128, 512 and 2048 bytes, 4 and 16 a trip, are written 0.3
/// to 1.6 times more).
constexpr double earlyWrites = 1.5;

/// The part of L2 that the lines of a moment take from which on it loses some, and all, until they are read on.
/// Copies of chunks lose all where they take 1.07 of it (512 bytes, 16 at a time: read 3.7 times), nothing at
/// 0.55, three streams a twentieth at 0.8. What comes in smaller steps is not lost more often for it.
constexpr double noneLost = 0.8, allLost = 1.1, mostAgain = 3;

/// Fetched for each sector that goes early, over its own size: what of it is written later is read in between.
constexpr double fetchedForEarly = 1.3;

/// By AccessId: accesses of a region with one number follow each other at once, those of another wait: a load
/// for what has been stored before, as it may be the same memory, which waits for what it stores.
std::vector<std::uint32_t> burstsOf(const Pdg& pdg) {
    std::vector<std::uint32_t> bursts(pdg.accesses.size(), 0);
    struct Region {
        std::uint32_t latest = 0;                ///< burst of a load
        std::vector<const MemoryAccess*> stores; ///< of which others wait
    };
    std::map<RegionId, Region> regions;
    for (const auto& statement : pdg.statements) {
        if (statement.kind != StatementKind::Memory) continue;
        const MemoryAccess& access = pdg.accesses[statement.access];
        if (access.space != MemorySpace::Global && access.space != MemorySpace::Unknown) continue;
        Region& region = regions[statement.region];
        std::uint32_t burst = region.latest;
        if (access.kind != AccessKind::Store)
            for (const MemoryAccess* store : region.stores)
                if (machine::mayShareMemory(pdg, access, *store))
                    burst = std::max(burst, bursts[store->id] + 1);
        bursts[access.id] = burst;
        if (access.kind != AccessKind::Store) region.latest = burst;
        if (access.kind != AccessKind::Load) region.stores.push_back(&access);
    }
    return bursts;
}

/// What accesses of a buffer touch at a moment.
class Moments {
public:
    Moments(const std::vector<AccessId>& accesses, const Pdg& pdg, const evaluation::Evaluation& evaluation,
            const HardwareSpec::GlobalMemory& memory, const GroupWindow& window, FollowedGroups& followed,
            const std::vector<std::uint32_t>& bursts)
        : window_(window) {
        const auto footprintOf = [&](const std::vector<AccessId>& of) {
            std::vector<int> bytes;
            bytes.reserve(of.size());
            for (const auto id : of) bytes.push_back(pdg.accesses[id].bytes);
            return Footprint(evaluation, of, std::move(bytes), memory, &followed);
        };
        const auto regionOf = [&](AccessId id) { return pdg.statements[pdg.accesses[id].statement].region; };
        const auto timesOf = [&](RegionId region) { return evaluation.regions[region].executions.value; };
        const auto linesOf = [&](AccessId id) {
            return evaluation.accesses[id].touched.lines / std::max(1e-9, timesOf(regionOf(id)));
        };
        const double most = evaluation.warpSize;
        const auto partOf = [&](const std::vector<AccessId>& of, double lines) {
            const double times = timesOf(regionOf(of.front()));
            const double trips = std::clamp(std::floor(most / std::max(1.0, lines)), 1.0, std::max(1.0, times));
            return Part{footprintOf(of), times / trips, trips};
        };
        std::vector<AccessId> scattered;
        std::map<std::pair<RegionId, std::uint32_t>, std::vector<AccessId>> together;
        for (const auto id : accesses) {
            if (linesOf(id) * lanesOfLine < most) {
                others_.push_back(partOf({id}, linesOf(id)));
                continue;
            }
            scattered.push_back(id);
            moments_.push_back(partOf({id}, linesOf(id)));
            together[{regionOf(id), bursts[id]}].push_back(id);
        }
        for (const auto& [place, burst] : together) {
            double lines = 0;
            for (const auto id : burst) lines += linesOf(id);
            bursts_.push_back(partOf(burst, lines));
        }
        if (!scattered.empty()) all_.emplace(footprintOf(scattered));
    }

    /// Bytes of the scattered accesses together, in a trip; nullopt where some address is not known.
    [[nodiscard]] std::optional<double> together(std::int64_t granule) const {
        return all_ ? all_->bytesOfTrips(window_, 1, granule) : std::nullopt;
    }

    /// Bytes that are left out between the pieces of a moment, for each byte of them in granules.
    [[nodiscard]] double gaps(const HardwareSpec::GlobalMemory& memory, std::int64_t granule) const {
        if (moments_.empty() || memory.spanBytes <= memory.fetchBytes) return 0;
        const auto spans = sum(moments_, memory.spanBytes), pieces = sum(moments_, memory.fetchBytes);
        const auto bytes = sum(moments_, granule), beside = sum(others_, granule);
        const auto pages = sum(bursts_, bytesOfPage), ofBursts = sum(bursts_, memory.fetchBytes);
        if (!pages || !ofBursts || *pages < leastLeftOut * *ofBursts) return 0;
        return spans && pieces && bytes && beside && *bytes > 0
                   ? std::max(0.0, *spans - *pieces) / static_cast<double>(memory.fetchBytes) /
                         (*bytes + *beside)
                   : 0;
    }

    /// How often bursts come to each granule, on average.
    [[nodiscard]] double visits(std::int64_t granule, double objectBytes) const {
        const auto bursts = sum(bursts_, granule);
        const double bytes = all_ ? all_->bytes(window_, granule, objectBytes) : 0;
        return bursts && bytes > 0 ? std::max(1.0, *bursts / bytes) : 1;
    }

private:
    struct Part {
        Footprint footprint;
        double times; ///< that a warp executes it
        double trips; ///< each time
    };
    /// Bytes of all parts, each by itself.
    [[nodiscard]] std::optional<double> sum(const std::vector<Part>& parts, std::int64_t granule) const {
        double sum = 0;
        for (const auto& part : parts) {
            const auto bytes = part.footprint.bytesOfTrips(window_, part.trips, granule);
            if (!bytes) return std::nullopt;
            sum += *bytes * part.times;
        }
        return sum;
    }

    GroupWindow window_;
    std::vector<Part> moments_, bursts_,
        others_; ///< each access, those that follow at once; those not scattered
    std::optional<Footprint> all_;
};

} // namespace

void addMoments(std::vector<BufferTraffic>& buffers, const Pdg& pdg, const evaluation::Evaluation& evaluation,
                const HardwareSpec& spec, GroupWindow window, FollowedGroups& followed) {
    const HardwareSpec::GlobalMemory& memory = spec.globalMemory;
    if (memory.fetchBytes <= memory.minTransactionBytes || spec.caches.l2Bytes <= 0) return;
    struct Sides {
        Moments reads, writes;
    };
    const auto bursts = burstsOf(pdg);
    std::vector<Sides> sides;
    double lines = 0, writtenLines = 0;
    for (const auto& buffer : buffers) {
        const auto momentsOf = [&](const std::vector<AccessId>& accesses) {
            return Moments(accesses, pdg, evaluation, memory, window, followed, bursts);
        };
        sides.push_back({momentsOf(buffer.reads), momentsOf(buffer.writes)});
        const double written = sides.back().writes.together(spec.caches.l1LineBytes).value_or(0);
        lines += written + sides.back().reads.together(spec.caches.l1LineBytes).value_or(0);
        writtenLines += written;
    }
    const double lost = std::clamp((lines / spec.caches.l2Bytes - noneLost) / (allLost - noneLost), 0.0, 1.0);
    const double early = earlyWrites * writtenLines / spec.caches.l2Bytes;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        BufferTraffic& buffer = buffers[i];
        const auto& [reads, writes] = sides[i];
        const double size =
            buffer.argument == none ? 0 : static_cast<double>(evaluation.launch.bufferBytes[buffer.argument]);
        if (buffer.dramReadBytes > 0) {
            buffer.readGapFactor =
                std::max(buffer.readGapFactor, 1 + reads.gaps(memory, memory.fetchBytes) * memory.readGapBytes);
            if (lost > 0)
                buffer.readAgain = lost * std::min(mostAgain, reads.visits(memory.fetchBytes, size) - 1);
        }
        if (buffer.dramWriteBytes > 0) {
            buffer.writeGapFactor =
                std::max(buffer.writeGapFactor,
                         1 + writes.gaps(memory, memory.minTransactionBytes) * memory.writeGapBytes);
            buffer.writtenAgain = std::min(early, writes.visits(memory.minTransactionBytes, size) - 1);
            if (buffer.reads.empty())
                buffer.filledFactor += fetchedForEarly * buffer.writtenAgain / (1 + buffer.writtenAgain);
        }
    }
}

} // namespace warpstring::timeline
