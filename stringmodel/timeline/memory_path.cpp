// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/memory_path.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpstring::timeline {

using machine::MachineOperation;

namespace {

/// An exponentially distributed number of mean 1 that belongs to a place: the same in every run.
double exponentialOf(std::int64_t place) {
    auto bits = static_cast<std::uint64_t>(place) + 0x9e3779b97f4a7c15U; // splitmix64
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    bits ^= bits >> 31;
    return -std::log((static_cast<double>(bits >> 11) + 0.5) * 0x1p-53);
}

/// Passes of a store beside those that its addresses ask for, where shared memory is a part of L1. By counters
/// of 35 kernels that values may be tuned on, the median (docs/model.md, section 9.2).
constexpr double furtherStorePasses = 0.38;

/// Of the further passes of a store, those that counters of wavefronts see: copies of a line each are counted
/// 1.2 to 1.4 of them. Of a load's they see none but those of its lines through the tags.
constexpr double countedStorePasses = 0.28;

/// The least of a store's further passes, and of those of a load that misses (bench/device/fills.toml, an H100:
/// beside 16 to 32 loads of shared memory a whole line stored takes 1.9 to 2 passes, one that L2 has 1.5
/// to 1.6, four 4.5).
constexpr double againOfStore = 0.95;
constexpr double againOfMiss = 0.55;

/// A scheduler takes half of what the data path of L1 and shared memory hands out: a warp alone that loads 32
/// lines or words of one bank waits two cycles for each, four schedulers together one (an H100's;
/// bench/device/l1-kept.toml).
constexpr double schedulerPassCycles = 2;
/// The same of passes of the tags: a warp alone takes 15 cycles for 32 lines of which a table knows 12
/// (bench/device/row-latency.toml).
constexpr double schedulerTagCycles = 1.25;

/// What is written keeps reads waiting as so much that is read, beside its own time
/// (bench/device/loaded-latency.toml: streams that store what they load, and that do not).
constexpr double writeWeight = 1.4;

/// Beyond the lines of everything that a kernel addresses.
constexpr std::int64_t firstSpilledLine = std::int64_t{1} << 56;

/// The mean of the greatest of so many of them: 1 + 1/2 + 1/3 + ...
double meanOfLatest(double places) {
    double sum = 0;
    for (double n = 1; n <= places; ++n) sum += 1 / n;
    return std::max(1.0, sum);
}

/// Counts what a load sends to L2: a request names two lines of a page (bench/device/l2-ways.toml).
class RequestCount {
public:
    void add(std::int64_t line) {
        const bool joins = isHalf_ && line / pageLines == page_;
        page_ = line / pageLines;
        isHalf_ = !joins;
        if (!joins) requests_ += 1;
    }
    [[nodiscard]] double requests() const { return requests_; }

private:
    static constexpr std::int64_t pageLines = 32;
    std::int64_t page_ = 0;
    bool isHalf_ = false; ///< the last one names one line as yet
    double requests_ = 0;
};

} // namespace

MemoryPath::MemoryPath(const HardwareSpec& spec, const MultiprocessorTask& task, std::size_t accesses)
    : spec_(spec), task_(task), l1_(task.l1Bytes, spec.caches.l1LineBytes),
      writes_(spec.caches.writeLines, spec.caches.writeStores),
      sectorBytes_(spec.globalMemory.coalescing == CoalescingRule::SectorWarp
                       ? spec.globalMemory.minTransactionBytes
                       : spec.caches.l1LineBytes),
      lookupShare_(std::min(1.0, 1 / (task.deviceShare * spec.execution.multiprocessors))),
      dramDue_(accesses, 0), traffic_(accesses) {}

double MemoryPath::end() const {
    double end = std::max({data_.free, constant_.free, wayToL2_.free, l2Lookups_.free, wayFromL2_.free,
                           dram_.free, slices_.free});
    for (const auto& object : objects_) end = std::max(end, object.free);
    return end;
}

void MemoryPath::report(MultiprocessorRun& run) {
    run.traffic = std::move(traffic_);
    run.dataBusy = data_.busy;
    run.constantBusy = constant_.busy;
    run.l2Busy = std::max({wayToL2_.busy, l2Lookups_.busy, wayFromL2_.busy});
    run.dramBusy = dram_.busy;
    run.atomicBusy = slices_.busy;
    for (const auto& object : objects_) run.atomicBusy = std::max(run.atomicBusy, object.busy);
}

void MemoryPath::pass(double now) {
    if (spec_.caches.l1HoldsShared) data_.take(now, 1);
}

void MemoryPath::count(const MachineOperation& operation, double wavefronts) {
    traffic_[operation.accessId].requests += 1;
    traffic_[operation.accessId].wavefronts += wavefronts;
}

/// What the tags of L1 take for an access, where it holds shared memory.
double MemoryPath::tagPasses(const MachineOperation& operation, const LocatedAccess& located) const {
    const AccessPattern& pattern = *located.pattern;
    if (!spec_.caches.l1HoldsShared || operation.isImage || pattern.lineCount <= 1) return 0;
    if (!located.located) return l1TagPasses(pattern.lineCount);
    // Without its gaps a load has fewer lines than it names.
    if (pattern.lineCount < static_cast<double>(pattern.lines.size()))
        return std::ceil(pattern.lineCount / l1TagTables);
    return l1TagPasses(pattern.lines, located.firstLine);
}

/// When the last of what passes the data path from `start` on has passed the way of a scheduler too.
double MemoryPath::handOver(double start, double cycles, double tags, Server& way) const {
    const double own =
        isOfSectors() ? std::max(cycles * schedulerPassCycles, tags * schedulerTagCycles) : cycles;
    return way.take(start, own) + std::max(0.0, own - 1);
}

double MemoryPath::shared(const MachineOperation& operation, const LocatedAccess& located, double issued,
                          Server& way) {
    if (!located.pattern->active) return issued + operation.issueCycles;
    const double cycles = located.pattern->wavefronts;
    count(operation, cycles);
    const double start = data_.take(issued, cycles);
    return handOver(start, cycles, 0, way) + spec_.sharedMemory.latency;
}

double MemoryPath::passedOver(double issued, Server& way) {
    if (!isOfSectors()) return issued + 1;
    return handOver(data_.take(issued, 1), 1, 0, way) + spec_.sharedMemory.latency;
}

double MemoryPath::constant(const MachineOperation& operation, const LocatedAccess& located, double issued) {
    if (!located.pattern->active) return issued + operation.issueCycles;
    const double cycles = located.pattern->wavefronts;
    count(operation, cycles);
    return constant_.take(issued, cycles) + cycles - 1 + spec_.sharedMemory.latency;
}

/// Of the data path of L1.
double MemoryPath::passCycles(double wavefronts) const {
    return spec_.caches.l1BytesPerCycle > 0
               ? wavefronts * spec_.caches.l1LineBytes / spec_.caches.l1BytesPerCycle
               : wavefronts;
}

/// Of a load, when the last of its sectors leaves L2: it takes the way there, which stores take too, looks
/// lines up, and takes the way back.
double MemoryPath::fromL2(const Missed& missed, double now) {
    const double asked = spec_.caches.loadRequestCycles * missed.requests;
    const double sent = wayToL2_.take(now, asked);
    const double lookedUp = spec_.caches.loadLineCycles * lookupShare_ * missed.lines;
    const double found = l2Lookups_.take(sent, lookedUp);
    const double passed = task_.l2BytesPerCycle > 0 ? missed.bytes / task_.l2BytesPerCycle : 0;
    return wayFromL2_.take(found, passed) + std::max({asked, lookedUp, passed});
}

/// When the last of what is written is on its way: its sectors, and once more for each line that is not written
/// whole.
double MemoryPath::toL2(const Written& written, double now) {
    const double bytes = written.sectors * sectorBytes_;
    const double passed = task_.l2WriteBytesPerCycle > 0 ? bytes / task_.l2WriteBytesPerCycle : 0;
    const double cycles = passed + spec_.caches.storeLineCycles * written.partLines;
    const double start = wayToL2_.take(now, cycles);
    l2Lookups_.take(start, spec_.caches.storeLookupCycles * lookupShare_ * written.lines);
    return start + cycles;
}

double MemoryPath::write(const MachineOperation& operation, const Written& written, double now) {
    MemoryTraffic& traffic = traffic_[operation.accessId];
    traffic.l2WriteBytes += written.sectors * sectorBytes_;
    traffic.l2Packets += written.sectors + written.partLines;
    return toL2(written, now);
}

/// L1 keeps what is stored, and passes it on to L2 at once.
double MemoryPath::spilled(const MachineOperation& operation, std::int64_t place, double issued) {
    const std::int64_t line = firstSpilledLine + place;
    const double cycles = passCycles(1);
    const double start = data_.take(issued, cycles);
    const auto sectors = static_cast<unsigned>(std::max(1.0, spec_.caches.l1LineBytes / sectorBytes_));
    const auto found = l1_.read(line, (1U << sectors) - 1, true);
    const double bytes = std::popcount(found.missing) * sectorBytes_;
    if (operation.access == AccessKind::Store) {
        toL2({spec_.caches.l1LineBytes / sectorBytes_, 1, 0}, start + cycles);
        return start + cycles;
    }
    const double ready = std::max(start + cycles - 1 + spec_.caches.l1Latency, found.ready);
    if (bytes <= 0) return ready;
    const double there = fromL2({bytes, 1, 1}, start) + spec_.caches.l2Latency;
    l1_.arrive(line, (1U << sectors) - 1, there);
    return std::max(ready, there);
}

double MemoryPath::global(const MachineOperation& operation, const LocatedAccess& located, double issued,
                          Server& way) {
    if (!located.pattern->active) return issued + operation.issueCycles;
    const double tags = tagPasses(operation, located);
    const double wavefronts = std::max(located.pattern->wavefronts, tags);
    count(operation, wavefronts);
    const double cycles = passCycles(wavefronts);
    const double start = data_.take(issued, cycles);
    if (operation.access == AccessKind::Store) {
        if (spec_.caches.l1HoldsShared)
            passOnceMore(operation, std::max(againOfStore, wavefronts * furtherStorePasses),
                         wavefronts * countedStorePasses, start);
        return store(operation, located, start + cycles);
    }
    if (operation.access == AccessKind::Atomic) return atomic(operation, located, start + cycles);
    return load(operation, located, start, tags,
                handOver(start, passCycles(located.pattern->wavefronts), tags, way));
}

double MemoryPath::load(const MachineOperation& operation, const LocatedAccess& located, double start,
                        double tags, double handedOver) {
    const AccessPattern& pattern = *located.pattern;
    MemoryTraffic& traffic = traffic_[operation.accessId];
    traffic.l1Sectors += pattern.sectors;
    const bool isTexel = operation.isImage && spec_.caches.textureLatency > 0;
    double ready = handedOver + (isTexel ? spec_.caches.textureLatency : spec_.caches.l1Latency);
    double misses = pattern.sectors, missedLines = pattern.lineCount;
    RequestCount asked;
    if (located.located) {
        misses = missedLines = 0;
        missing_.clear();
        for (const auto& part : pattern.lines) {
            const auto found = l1_.read(located.firstLine + part.line + located.apart, part.sectors, true);
            ready = std::max(ready, found.ready);
            if (found.missing == 0) continue;
            misses += std::popcount(found.missing);
            ++missedLines;
            asked.add(located.firstLine + part.line);
            missing_.push_back({located.firstLine + part.line, found.missing});
        }
    }
    traffic.l1Misses += misses;
    if (misses == 0) return ready;
    passAgain(operation, pattern, tags, missedLines, start);
    const double requests = located.located ? asked.requests() : missedLines;
    Arrival fetched = fetch(operation, {misses * sectorBytes_, missedLines, requests}, start);
    // What a texture unit does to texels, it does to those that come from beyond L1 too.
    if (isTexel) fetched.mean += std::max(0.0, spec_.caches.textureLatency - spec_.caches.l1Latency);
    if (!located.located) {
        const auto places = std::min<double>(misses, spec_.execution.warpSize);
        return std::max(ready, fetched.mean + fetched.spread * (meanOfLatest(places) - 1));
    }
    for (const auto& part : missing_) {
        const std::int64_t place = part.line * spec_.caches.l1LineBytes / fetched.placeBytes;
        const double there =
            fetched.mean + (fetched.spread > 0 ? fetched.spread * (exponentialOf(place) - 1) : 0);
        l1_.arrive(part.line + located.apart, part.sectors, there);
        ready = std::max(ready, there);
    }
    return ready;
}

/// Lines that miss pass the tags a second time, where banks do not take longer than both; the load passes for a
/// while more in any case.
void MemoryPath::passAgain(const MachineOperation& operation, const AccessPattern& pattern, double tags,
                           double missedLines, double now) {
    if (!spec_.caches.l1HoldsShared) return;
    const double lines = pattern.lineCount / l1TagTables;
    const double once = std::max(1.0, tags);
    const double fullest = std::max(1.0, once / std::ceil(lines));
    const double more = (lines + missedLines / l1TagTables) * fullest - std::max(pattern.wavefronts, once);
    passOnceMore(operation, std::max(againOfMiss, more), std::max(0.0, more), now);
}

void MemoryPath::passOnceMore(const MachineOperation& operation, double wavefronts, double counted,
                              double now) {
    data_.take(now, passCycles(wavefronts));
    traffic_[operation.accessId].wavefronts += counted;
}

/// Bytes from the second level on: when they arrive.
MemoryPath::Arrival MemoryPath::fetch(const MachineOperation& operation, const Missed& missed, double now) {
    const double bytes = missed.bytes;
    MemoryTraffic& traffic = traffic_[operation.accessId];
    traffic.l2ReadBytes += bytes;
    traffic.l2Packets += missed.requests;
    const double found = fromL2(missed, now);
    Arrival arrival{found + spec_.caches.l2Latency, spec_.caches.l2LatencySpread, spec_.caches.l1LineBytes};
    const double dram = operation.isPrivate ? 0 : due(operation.accessId, task_.dramReadFraction, bytes);
    if (dram > 0) {
        traffic.dramReadBytes += dram;
        const double dramCycles = dram * extraOf(operation.accessId).readGapFactor / task_.dramBytesPerCycle;
        const double latency = dramLatency(found, dramCycles);
        const double there = dram_.take(found, dramCycles) + dramCycles + latency;
        arrival = {std::max(arrival.mean, there), spec_.globalMemory.latencySpread,
                   std::max(spec_.globalMemory.pageBytes, spec_.caches.l1LineBytes)};
    }
    return arrival;
}

/// Between the latency of an idle memory and that of a busy one, by its use in the last while.
double MemoryPath::dramLatency(double now, double cycles) {
    constexpr double lately = 2000; // cycles: about two latencies
    use_ = use_ * std::exp(-std::max(0.0, now - usedAt_) / lately) + cycles / lately;
    usedAt_ = std::max(usedAt_, now);
    const double idle = spec_.globalMemory.latency;
    const double use = std::min(1.3, use_);
    return idle + std::max(0.0, spec_.globalMemory.loadedLatency - idle) * use * use;
}

/// A request goes to DRAM as a whole or not at all: as often as the fraction says.
double MemoryPath::due(AccessId access, const std::vector<double>& fractions, double bytes) {
    const double fraction = fractions.empty() ? 1 : fractions[access];
    if (fraction <= 0) return 0;
    if (fraction >= 1) return bytes * fraction; // and with it what else DRAM hands out
    double& waiting = dramDue_[access];
    waiting += fraction * bytes;
    if (waiting < bytes * (1 - 1e-9)) return 0;
    waiting -= bytes;
    return bytes;
}

double MemoryPath::store(const MachineOperation& operation, const LocatedAccess& located, double now) {
    const AccessPattern& pattern = *located.pattern;
    if (located.located && keepsStores(operation)) // and passes it on all the same
        for (const auto& part : pattern.lines)
            static_cast<void>(l1_.read(located.firstLine + part.line + located.apart, part.sectors, true));
    MemoryTraffic& traffic = traffic_[operation.accessId];
    traffic.storedBytes += pattern.sectors * sectorBytes_;
    const Written written = gather(located, now);
    const double bytes = written.sectors * sectorBytes_;
    if (bytes <= 0) return now;
    const double sent = write(operation, written, now);
    const double dram = operation.isPrivate ? 0 : due(operation.accessId, task_.dramWriteFraction, bytes);
    if (dram > 0) {
        const DramExtra extra = extraOf(operation.accessId);
        traffic.dramWriteBytes += dram;
        traffic.dramReadBytes += dram * extra.filledFactor;
        const double dramCycles =
            dram *
            (spec_.globalMemory.writeFactor * extra.writeGapFactor + extra.filledFactor * extra.readGapFactor) /
            task_.dramBytesPerCycle;
        dram_.take(sent, dramCycles);
        static_cast<void>(dramLatency(sent, dramCycles * writeWeight));
    }
    return sent;
}

/// Whether its L1 is that of NVIDIA's devices since Volta.
bool MemoryPath::isOfSectors() const {
    return spec_.caches.l1HoldsShared && spec_.globalMemory.coalescing == CoalescingRule::SectorWarp;
}

/// Whether L1 has what is stored in its lines from then on. Since it holds shared memory too, it does: on an
/// H100, 64 KiB that were read stay as long when others are stored as when others are read.
bool MemoryPath::keepsStores(const MachineOperation& operation) const {
    return operation.isPrivate || isOfSectors();
}

DramExtra MemoryPath::extraOf(AccessId access) const {
    return task_.dramExtra.empty() ? DramExtra{} : task_.dramExtra[access];
}

/// Whether all lines that are touched are written whole.
bool MemoryPath::isWhole(const AccessPattern& pattern) const {
    return pattern.askedBytes >= pattern.lineCount * spec_.caches.l1LineBytes;
}

MemoryPath::Written MemoryPath::allOf(const AccessPattern& pattern) const {
    return {pattern.sectors, pattern.lineCount, isWhole(pattern) ? 0 : pattern.lineCount};
}

/// What of a store goes on to L2, where stores just before have not brought it there.
MemoryPath::Written MemoryPath::gather(const LocatedAccess& located, double now) {
    const AccessPattern& pattern = *located.pattern;
    if (!located.located) return allOf(pattern);
    const bool whole = isWhole(pattern);
    Written written;
    for (const auto& part : pattern.lines) {
        const auto added =
            writes_.write(located.firstLine + part.line, part.sectors, pattern.lines.size(), now);
        written.sectors += added.sectors;
        written.lines += added.lines;
        if (!whole) written.partLines += added.lines;
    }
    return written;
}

/// Read and written again, where L2 does not hold it.
void MemoryPath::toDram(AccessId access, double bytes, double now) {
    const double read = due(access, task_.dramReadFraction, bytes);
    if (read <= 0) return;
    MemoryTraffic& traffic = traffic_[access];
    traffic.dramReadBytes += read;
    traffic.dramWriteBytes += read;
    dram_.take(now, read * (1 + spec_.globalMemory.writeFactor) / task_.dramBytesPerCycle);
}

/// On its way to L2 it is a store. There the slices of its object, and all slices together, serve one sector
/// after another for the whole device, of which this multiprocessor makes its share.
double MemoryPath::atomic(const MachineOperation& operation, const LocatedAccess& located, double now) {
    const AccessPattern& pattern = *located.pattern;
    Written written = allOf(pattern);
    written.sectors = std::max(1.0, written.sectors);
    const double bytes = written.sectors * sectorBytes_;
    traffic_[operation.accessId].l2ReadBytes += bytes;
    const double sent = write(operation, written, now);
    toDram(operation.accessId, bytes, sent);
    const AtomicTarget target = task_.atomics.empty() ? AtomicTarget{} : task_.atomics[operation.accessId];
    if (objects_.size() <= target.object) objects_.resize(target.object + 1);
    const double cycles = pattern.atomicCycles * target.part;
    const double own = cycles / (target.slices * task_.deviceShare);
    const double all = cycles / (spec_.caches.l2Slices * task_.deviceShare);
    const double served =
        std::max(objects_[target.object].take(sent, own) + own, slices_.take(sent, all) + all);
    return served + (target.latency > 0 ? target.latency : spec_.globalMemory.latency);
}

} // namespace warpstring::timeline
