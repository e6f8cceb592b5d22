// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/multiprocessor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <queue>

#include "stringmodel/timeline/l1_cache.h"

namespace warpstring {

const char* name(Stall stall) {
    constexpr std::array<const char*, stallCount> names{
        "issue", "global memory", "shared memory", "operand", "scheduler", "pipe", "data path", "barrier"};
    return names[static_cast<std::size_t>(stall)];
}

namespace {

/// Something that serves one request after another.
struct Server {
    double free = 0, busy = 0;

    /// When a request that comes at `now` starts to be served.
    double take(double now, double cycles) {
        const double start = std::max(now, free);
        free = start + cycles;
        busy += cycles;
        return start;
    }
};

struct Frame {
    std::int64_t counter = 0, trips = 0;
};

struct Warp {
    std::uint32_t number = 0; ///< on the multiprocessor
    std::uint32_t slot = 0;   ///< of its group
    int inGroup = 0;
    std::uint64_t group = 0;
    std::size_t scheduler = 0;
    std::uint32_t step = 0;
    double start = 0;
    double next = 0;           ///< earliest issue, operands apart
    std::vector<float> ready;  ///< by slot of the program
    std::vector<Stall> source; ///< what made each of them
    std::vector<double> owed;  ///< by region: executions that are due where only shares are known
    Point point;
};

struct Group {
    std::uint64_t number = 0;
    int running = 0;          ///< warps
    double latestArrival = 0; ///< at the barrier
    double start = 0, end = 0, warpCycles = 0;
    std::vector<std::uint32_t> waiting; ///< warps at the barrier
};

class Multiprocessor {
public:
    Multiprocessor(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                   const MachineProgram& program, const Activity& activity, AccessPatterns& patterns,
                   const MultiprocessorTask& task)
        : pdg_(pdg), evaluation_(evaluation), spec_(spec), program_(program), activity_(activity),
          patterns_(patterns), task_(task), l1_(task.l1Bytes, spec.caches.l1LineBytes),
          schedulers_(static_cast<std::size_t>(spec.execution.schedulers)), pipes_(schedulers_.size()) {
        run_.stalls.resize(program.operations.size());
        run_.traffic.resize(pdg.accesses.size());
        warpsPerGroup_ = (evaluation.launch.groupSize + evaluation.warpSize - 1) / evaluation.warpSize;
        for (const auto& region : pdg.regions)
            if (region.kind == Region::Kind::LoopBody) bodyOf_[region.loop] = region.id;
        sectorBytes_ = spec.globalMemory.coalescing == CoalescingRule::SectorWarp
                           ? spec.globalMemory.minTransactionBytes
                           : spec.caches.l1LineBytes;
        dramDue_.assign(pdg.accesses.size(), 0);
    }

    MultiprocessorRun run() {
        const auto resident = static_cast<std::size_t>(
            std::min<std::size_t>(task_.groups.size(), static_cast<std::size_t>(task_.residentGroups)));
        groups_.resize(resident);
        warps_.resize(resident * static_cast<std::size_t>(warpsPerGroup_));
        frames_.assign(warps_.size(), std::vector<Frame>(pdg_.loops.size()));
        for (std::size_t slot = 0; slot < resident; ++slot)
            startGroup(static_cast<std::uint32_t>(slot), dispatch_.take(0, spec_.execution.groupStartCycles));
        while (!queue_.empty()) {
            const Entry entry = queue_.top();
            queue_.pop();
            follow(warps_[entry.warp]);
        }
        double end = last_;
        for (const auto* server : {&data_, &l2Read_, &l2Write_, &dram_}) end = std::max(end, server->free);
        run_.cycles = end;
        for (std::size_t s = 0; s < schedulers_.size(); ++s) {
            run_.issueBusy = std::max(run_.issueBusy, schedulers_[s].busy);
            for (std::size_t p = 0; p < pipeCount; ++p)
                run_.pipeBusy[p] = std::max(run_.pipeBusy[p], pipes_[s][p].busy);
        }
        run_.pipeBusy[static_cast<std::size_t>(Pipe::Memory)] = memory_.busy;
        run_.dispatchBusy = dispatch_.busy;
        run_.dataBusy = data_.busy;
        run_.l2Busy = std::max(l2Read_.busy, l2Write_.busy);
        run_.dramBusy = dram_.busy;
        return std::move(run_);
    }

private:
    struct Entry {
        double time;
        std::uint32_t warp;
        bool operator<(const Entry& other) const {
            return time != other.time ? time > other.time : warp > other.warp;
        }
    };

    void startGroup(std::uint32_t slot, double now) {
        Group& group = groups_[slot];
        group = {};
        group.number = task_.groups[nextGroup_++];
        group.start = now;
        group.running = warpsPerGroup_;
        const NDRange& range = evaluation_.launch.range;
        const std::uint64_t gx = range.groups(0), gy = range.groups(1);
        for (int w = 0; w < warpsPerGroup_; ++w) {
            const auto number =
                slot * static_cast<std::uint32_t>(warpsPerGroup_) + static_cast<std::uint32_t>(w);
            Warp& warp = warps_[number];
            warp.number = number;
            warp.slot = slot;
            warp.inGroup = w;
            warp.group = group.number;
            warp.scheduler = number % schedulers_.size();
            warp.step = 0;
            warp.start = now;
            warp.next = now + spec_.execution.warpStartCycles;
            warp.ready.assign(program_.slots, 0);
            warp.source.assign(program_.slots, Stall::Operand);
            warp.owed.assign(pdg_.regions.size(), 0.5);
            warp.point.assign(3 + pdg_.loops.size(), -1);
            warp.point[0] = static_cast<std::int64_t>(group.number % gx);
            warp.point[1] = static_cast<std::int64_t>(group.number / gx % gy);
            warp.point[2] = static_cast<std::int64_t>(group.number / gx / gy);
            queue_.push({warp.next, number});
        }
    }

    /// Runs a warp until another one is due.
    void follow(Warp& warp) {
        for (;;) {
            const MachineStep& step = program_.steps[warp.step];
            switch (step.kind) {
            case MachineStep::Kind::Region:
                warp.step = enters(warp, step.index) ? warp.step + 1 : step.target;
                break;
            case MachineStep::Kind::LoopEnter: enterLoop(warp, step.index); break;
            case MachineStep::Kind::LoopTest: {
                const Frame& frame = frames_[warp.number][step.index];
                warp.step = frame.trips - frame.counter >= static_cast<std::int64_t>(step.amount)
                                ? warp.step + 1
                                : step.target;
                break;
            }
            case MachineStep::Kind::LoopNext:
                frames_[warp.number][step.index].counter += step.amount;
                warp.point[loopVariable(step.index)] = frames_[warp.number][step.index].counter;
                warp.step = step.target;
                break;
            case MachineStep::Kind::LoopLeave:
                warp.point[loopVariable(step.index)] = -1;
                ++warp.step;
                break;
            case MachineStep::Kind::End: finish(warp); return;
            case MachineStep::Kind::Operation: {
                const MachineOperation& operation = program_.operations[step.index];
                const double ready = readyTime(warp, operation);
                if (!queue_.empty() && ready > queue_.top().time) {
                    // Servers are asked in the order in which operations are ready.
                    queue_.push({ready, warp.number});
                    return;
                }
                ++warp.step;
                issue(warp, operation, step.index, ready);
                if (operation.kind == MachineKind::Barrier) return;
                break;
            }
            }
        }
    }

    [[nodiscard]] static double readyTime(const Warp& warp, const MachineOperation& operation) {
        double ready = warp.next;
        for (const auto slot : operation.uses) ready = std::max<double>(ready, warp.ready[slot]);
        return ready;
    }

    bool enters(Warp& warp, RegionId region) {
        if (activity_.isKnown(region)) return activity_.isActive(region, warp.inGroup, warp.point);
        double& owed = warp.owed[region];
        owed += activity_.share(region, warp.inGroup);
        if (owed < 1) return false;
        owed -= 1;
        return true;
    }

    void enterLoop(Warp& warp, LoopId loop) {
        const RegionId body = bodyOf_[loop];
        std::int64_t trips = 0;
        if (activity_.isKnown(body)) {
            trips = activity_.trips(body, warp.inGroup, warp.point);
        } else {
            double& owed = warp.owed[body];
            owed += activity_.share(body, warp.inGroup) - 0.5;
            trips = std::llround(owed);
            owed -= static_cast<double>(trips) - 0.5;
        }
        frames_[warp.number][loop] = {0, task_.trips ? task_.trips(loop, trips) : trips};
        warp.point[loopVariable(loop)] = 0;
        ++warp.step;
    }

    void finish(Warp& warp) {
        double end = warp.next;
        for (const auto ready : warp.ready) end = std::max<double>(end, ready); // its registers are written
        last_ = std::max(last_, end);
        Group& group = groups_[warp.slot];
        group.end = std::max(group.end, end);
        group.warpCycles += end - warp.start;
        if (--group.running > 0) {
            release(group); // those at a barrier wait no longer for this one
            return;
        }
        run_.groups.push_back({group.number, static_cast<int>(warp.slot), group.start, group.end,
                               group.warpCycles / warpsPerGroup_});
        if (nextGroup_ < task_.groups.size())
            startGroup(warp.slot, dispatch_.take(group.end + spec_.execution.groupSwitchCycles,
                                                 spec_.execution.groupStartCycles));
    }

    /// Lets the warps at a barrier go on once all that still run have arrived.
    void release(Group& group) {
        if (group.waiting.empty() || static_cast<int>(group.waiting.size()) < group.running) return;
        const double open = group.latestArrival + spec_.execution.barrierLatency;
        for (const auto number : group.waiting) {
            Warp& warp = warps_[number];
            // The operation before its step is the barrier.
            note(program_.steps[warp.step - 1].index, Stall::Barrier, open - warp.next);
            warp.next = std::max(warp.next, open);
            queue_.push({warp.next, number});
        }
        group.waiting.clear();
        group.latestArrival = 0;
    }

    void note(std::uint32_t operation, Stall stall, double cycles) {
        if (cycles > 0) run_.stalls[operation][static_cast<std::size_t>(stall)] += cycles;
    }

    /// What made the value that came last.
    [[nodiscard]] static Stall waitedFor(const Warp& warp, const MachineOperation& operation) {
        Stall stall = Stall::Operand;
        double latest = warp.next;
        for (const auto slot : operation.uses)
            if (warp.ready[slot] > latest) {
                latest = warp.ready[slot];
                stall = warp.source[slot];
            }
        return stall;
    }

    void issue(Warp& warp, const MachineOperation& operation, std::uint32_t index, double ready) {
        const Stall waited = waitedFor(warp, operation);
        note(index, waited, ready - warp.next);
        const double scheduled = schedulers_[warp.scheduler].take(ready, operation.issueCycles);
        double at = scheduled;
        for (std::size_t p = 0; p < pipeCount; ++p) {
            if (operation.pipeCycles[p] <= 0) continue;
            Server& pipe = p == static_cast<std::size_t>(Pipe::Memory) ? memory_ : pipes_[warp.scheduler][p];
            at = std::max(at, pipe.take(ready, operation.pipeCycles[p]));
        }
        note(index, Stall::Scheduler, scheduled - ready);
        note(index, operation.kind == MachineKind::Compute ? Stall::Pipe : Stall::Memory, at - scheduled);
        note(index, Stall::None, operation.issueCycles);
        const double before = warp.next;
        warp.next = at + operation.issueCycles;
        run_.operations += 1;
        double done = at + operation.latency;
        Stall source = Stall::Operand;
        switch (operation.kind) {
        case MachineKind::Compute: break;
        case MachineKind::Shared:
            done = shared(warp, operation, at);
            source = Stall::Shared;
            break;
        case MachineKind::Global:
            done = global(warp, operation, at);
            source = Stall::Global;
            break;
        case MachineKind::Barrier: arrive(warp, operation, at); break;
        }
        if (operation.result >= 0) {
            warp.ready[static_cast<std::size_t>(operation.result)] = static_cast<float>(done);
            warp.source[static_cast<std::size_t>(operation.result)] = source;
        }
        if (run_.spans.size() < task_.mostSpans)
            run_.spans.push_back(
                {warp.number, index, longest(waited, ready - before, scheduled - ready, at - scheduled),
                 static_cast<float>(before), static_cast<float>(at), static_cast<float>(done)});
    }

    /// Of the waiting for an operand, the scheduler and the pipe, in cycles.
    [[nodiscard]] static Stall longest(Stall waited, double operand, double scheduler, double pipe) {
        if (std::max({operand, scheduler, pipe}) <= 0) return Stall::None;
        if (operand >= scheduler && operand >= pipe) return waited;
        return scheduler >= pipe ? Stall::Scheduler : Stall::Pipe;
    }

    void arrive(Warp& warp, const MachineOperation& operation, double at) {
        Group& group = groups_[warp.slot];
        if (spec_.caches.l1HoldsShared) data_.take(at, 1); // it passes where shared memory is accessed
        const double there = barrier_.take(at, operation.latency) + operation.latency;
        warp.next = std::max(warp.next, there);
        group.latestArrival = std::max(group.latestArrival, there);
        group.waiting.push_back(warp.number);
        release(group);
    }

    /// Where a warp stands in its copy of an unrolled body.
    [[nodiscard]] const Point& at(const Warp& warp, const MachineOperation& operation) {
        if (operation.copy == 0) return warp.point;
        scratch_ = warp.point;
        const auto& region = pdg_.regions[pdg_.statements[operation.statement].region];
        scratch_[loopVariable(region.loop)] += operation.copy;
        return scratch_;
    }

    void count(const MachineOperation& operation, const AccessPattern& pattern) {
        run_.traffic[operation.accessId].requests += 1;
        run_.traffic[operation.accessId].wavefronts += pattern.wavefronts;
    }

    double shared(const Warp& warp, const MachineOperation& operation, double issued) {
        const auto located =
            patterns_.locate(operation.accessId, warp.inGroup, at(warp, operation), warp.group);
        if (!located.pattern->active) return issued + operation.issueCycles;
        count(operation, *located.pattern);
        double cycles = located.pattern->wavefronts;
        if (operation.access == AccessKind::Atomic)
            cycles += spec_.sharedMemory.atomicCycles * located.pattern->mostLanesOnWord;
        const double start = data_.take(issued, cycles);
        return start + cycles - 1 + spec_.sharedMemory.latency;
    }

    double global(const Warp& warp, const MachineOperation& operation, double issued) {
        const auto located =
            patterns_.locate(operation.accessId, warp.inGroup, at(warp, operation), warp.group);
        if (!located.pattern->active) return issued + operation.issueCycles;
        const AccessPattern& pattern = *located.pattern;
        count(operation, pattern);
        const double cycles = spec_.caches.l1BytesPerCycle > 0
                                  ? pattern.wavefronts * spec_.caches.l1LineBytes / spec_.caches.l1BytesPerCycle
                                  : pattern.wavefronts;
        const double start = data_.take(issued, cycles);
        if (operation.access == AccessKind::Store) return store(operation, located, start + cycles);
        if (operation.access == AccessKind::Atomic) return atomic(operation, pattern, start + cycles);
        return load(operation, located, start, cycles);
    }

    double load(const MachineOperation& operation, const LocatedAccess& located, double start, double cycles) {
        const AccessPattern& pattern = *located.pattern;
        MemoryTraffic& traffic = run_.traffic[operation.accessId];
        traffic.l1Sectors += pattern.sectors;
        double ready = start + std::max(0.0, cycles - 1) + spec_.caches.l1Latency;
        double misses = pattern.sectors;
        if (located.located) {
            misses = 0;
            missing_.clear();
            for (const auto& part : pattern.lines) {
                const auto found = l1_.read(located.firstLine + part.line, part.sectors, true);
                ready = std::max(ready, found.ready);
                if (found.missing == 0) continue;
                misses += std::popcount(found.missing);
                missing_.push_back({located.firstLine + part.line, found.missing});
            }
        }
        traffic.l1Misses += misses;
        if (misses == 0) return ready;
        const double fetched = fetch(operation, misses * sectorBytes_, start);
        if (located.located)
            for (const auto& part : missing_) l1_.arrive(part.line, part.sectors, fetched);
        return std::max(ready, fetched);
    }

    /// Bytes from the second level on: when they arrive.
    double fetch(const MachineOperation& operation, double bytes, double now) {
        MemoryTraffic& traffic = run_.traffic[operation.accessId];
        traffic.l2ReadBytes += bytes;
        const double l2Cycles = task_.l2BytesPerCycle > 0 ? bytes / task_.l2BytesPerCycle : 0;
        const double l2Start = l2Read_.take(now, l2Cycles);
        double arrival = l2Start + l2Cycles + spec_.caches.l2Latency;
        const double dram = operation.isPrivate ? 0 : due(operation.accessId, task_.dramReadFraction, bytes);
        if (dram > 0) {
            traffic.dramReadBytes += dram;
            const double dramCycles = dram / task_.dramBytesPerCycle;
            const double latency = dramLatency(l2Start, dramCycles);
            arrival = std::max(arrival, dram_.take(l2Start, dramCycles) + dramCycles + latency);
        }
        return arrival;
    }

    /// Between the latency of an idle memory and that of a busy one, by its use in the last while.
    double dramLatency(double now, double cycles) {
        constexpr double lately = 2000; // cycles: about two latencies
        use_ = use_ * std::exp(-std::max(0.0, now - usedAt_) / lately) + cycles / lately;
        usedAt_ = std::max(usedAt_, now);
        const double idle = spec_.globalMemory.latency;
        return idle + std::max(0.0, spec_.globalMemory.loadedLatency - idle) * std::min(1.0, use_);
    }

    /// A request goes to DRAM as a whole or not at all: as often as the fraction says.
    double due(AccessId access, const std::vector<double>& fractions, double bytes) {
        const double fraction = fractions.empty() ? 1 : fractions[access];
        if (fraction <= 0) return 0;
        double& waiting = dramDue_[access];
        waiting += fraction * bytes;
        if (waiting < bytes * (1 - 1e-9)) return 0;
        waiting -= bytes;
        return bytes;
    }

    double store(const MachineOperation& operation, const LocatedAccess& located, double now) {
        const AccessPattern& pattern = *located.pattern;
        if (operation.isPrivate && task_.l1Bytes > 0) { // written back when its line must go
            for (const auto& part : pattern.lines)
                static_cast<void>(l1_.read(located.firstLine + part.line, part.sectors, true));
            return now;
        }
        MemoryTraffic& traffic = run_.traffic[operation.accessId];
        const double bytes = pattern.sectors * sectorBytes_;
        traffic.l2WriteBytes += bytes;
        const double cycles =
            std::max(task_.l2WriteBytesPerCycle > 0 ? bytes / task_.l2WriteBytesPerCycle : 0,
                     spec_.caches.storeLineCycles * static_cast<double>(pattern.lines.size()));
        const double start = l2Write_.take(now, cycles);
        const double dram = due(operation.accessId, task_.dramWriteFraction, bytes);
        if (dram > 0) {
            traffic.dramWriteBytes += dram;
            const double dramCycles = dram * spec_.globalMemory.writeFactor / task_.dramBytesPerCycle;
            dram_.take(start, dramCycles);
            static_cast<void>(dramLatency(start, dramCycles));
        }
        return start + cycles;
    }

    double atomic(const MachineOperation& operation, const AccessPattern& pattern, double now) {
        const double bytes = std::max(1.0, pattern.sectors) * sectorBytes_;
        MemoryTraffic& traffic = run_.traffic[operation.accessId];
        traffic.l2ReadBytes += bytes;
        traffic.l2WriteBytes += bytes;
        const double moved = task_.l2BytesPerCycle > 0 ? bytes / task_.l2BytesPerCycle : 0;
        const double cycles = std::max(moved, spec_.globalMemory.atomicCycles * pattern.mostLanesOnWord);
        const double latency = spec_.caches.l2Latency > 0 ? spec_.caches.l2Latency : spec_.globalMemory.latency;
        return l2Read_.take(now, cycles) + cycles + latency;
    }

    const Pdg& pdg_;
    const Evaluation& evaluation_;
    const HardwareSpec& spec_;
    const MachineProgram& program_;
    const Activity& activity_;
    AccessPatterns& patterns_;
    const MultiprocessorTask& task_;
    L1Cache l1_;
    std::vector<Server> schedulers_;
    std::vector<std::array<Server, pipeCount>> pipes_; ///< by scheduler
    Server dispatch_, memory_, data_, l2Read_, l2Write_, dram_, barrier_;
    std::vector<Warp> warps_;
    std::vector<Group> groups_;              ///< by slot
    std::vector<std::vector<Frame>> frames_; ///< by warp and loop
    std::map<LoopId, RegionId> bodyOf_;
    std::priority_queue<Entry> queue_;
    std::size_t nextGroup_ = 0;
    int warpsPerGroup_ = 1;
    double sectorBytes_ = 32;
    double last_ = 0;
    double use_ = 0, usedAt_ = 0;   ///< of DRAM lately, as a fraction
    std::vector<double> dramDue_;   ///< bytes, by access
    std::vector<LinePart> missing_; ///< of the request at hand
    Point scratch_;
    MultiprocessorRun run_;
};

} // namespace

MultiprocessorRun runMultiprocessor(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                                    const MachineProgram& program, const Activity& activity,
                                    AccessPatterns& patterns, const MultiprocessorTask& task) {
    return Multiprocessor(pdg, evaluation, spec, program, activity, patterns, task).run();
}

} // namespace warpstring
