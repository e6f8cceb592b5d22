// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/multiprocessor.h"

#include <algorithm>
#include <queue>

#include "stringmodel/timeline/control_flow.h"
#include "stringmodel/timeline/memory_path.h"
#include "stringmodel/timeline/resident_warp.h"
#include "stringmodel/timeline/server.h"

namespace warpstring {

const char* name(Stall stall) {
    constexpr std::array<const char*, stallCount> names{
        "issue", "global memory", "shared memory", "operand", "scheduler", "pipe", "data path", "barrier"};
    return names[static_cast<std::size_t>(stall)];
}

namespace {

class Multiprocessor {
public:
    Multiprocessor(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                   const MachineProgram& program, const Activity& activity, AccessPatterns& patterns,
                   const MultiprocessorTask& task)
        : pdg_(pdg), evaluation_(evaluation), spec_(spec), program_(program),
          control_(pdg, program, activity, task.trips), patterns_(patterns), task_(task),
          memoryPath_(spec, task, pdg.accesses.size()),
          schedulers_(static_cast<std::size_t>(spec.execution.schedulers)), pipes_(schedulers_.size()) {
        run_.stalls.resize(program.operations.size());
        warpsPerGroup_ = (evaluation.launch.groupSize + evaluation.warpSize - 1) / evaluation.warpSize;
    }

    MultiprocessorRun run() {
        const auto resident = static_cast<std::size_t>(
            std::min<std::size_t>(task_.groups.size(), static_cast<std::size_t>(task_.residentGroups)));
        groups_.resize(resident);
        warps_.resize(resident * static_cast<std::size_t>(warpsPerGroup_));
        for (std::size_t slot = 0; slot < resident; ++slot)
            startGroup(static_cast<std::uint32_t>(slot), dispatch_.take(0, spec_.execution.groupStartCycles));
        while (!queue_.empty()) {
            const Entry entry = queue_.top();
            queue_.pop();
            follow(warps_[entry.warp]);
        }
        run_.cycles = std::max(last_, memoryPath_.end());
        memoryPath_.report(run_);
        for (std::size_t s = 0; s < schedulers_.size(); ++s) {
            run_.issueBusy = std::max(run_.issueBusy, schedulers_[s].busy);
            for (std::size_t p = 0; p < pipeCount; ++p)
                run_.pipeBusy[p] = std::max(run_.pipeBusy[p], pipes_[s][p].busy);
        }
        run_.pipeBusy[static_cast<std::size_t>(Pipe::Memory)] = memory_.busy;
        run_.dispatchBusy = dispatch_.busy;
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
        ResidentGroup& group = groups_[slot];
        group = {};
        group.number = task_.groups[nextGroup_++];
        group.start = now;
        group.running = warpsPerGroup_;
        const NDRange& range = evaluation_.launch.range;
        const std::uint64_t gx = range.groups(0), gy = range.groups(1);
        for (int w = 0; w < warpsPerGroup_; ++w) {
            const auto number =
                slot * static_cast<std::uint32_t>(warpsPerGroup_) + static_cast<std::uint32_t>(w);
            ResidentWarp& warp = warps_[number];
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
            warp.frames.assign(pdg_.loops.size(), {});
            warp.owed.assign(pdg_.regions.size(), 0.5);
            warp.point.assign(3 + pdg_.loops.size(), -1);
            warp.point[0] = static_cast<std::int64_t>(group.number % gx);
            warp.point[1] = static_cast<std::int64_t>(group.number / gx % gy);
            warp.point[2] = static_cast<std::int64_t>(group.number / gx / gy);
            queue_.push({warp.next, number});
        }
    }

    /// Runs a warp until another one is due.
    void follow(ResidentWarp& warp) {
        for (;;) {
            const MachineStep& step = control_.advance(warp);
            if (step.kind == MachineStep::Kind::End) {
                finish(warp);
                return;
            }
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
        }
    }

    [[nodiscard]] static double readyTime(const ResidentWarp& warp, const MachineOperation& operation) {
        double ready = warp.next;
        for (const auto slot : operation.uses) ready = std::max<double>(ready, warp.ready[slot]);
        return ready;
    }

    void finish(ResidentWarp& warp) {
        double end = warp.next;
        for (const auto ready : warp.ready) end = std::max<double>(end, ready); // its registers are written
        last_ = std::max(last_, end);
        ResidentGroup& group = groups_[warp.slot];
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
    void release(ResidentGroup& group) {
        if (group.waiting.empty() || static_cast<int>(group.waiting.size()) < group.running) return;
        const double open = group.latestArrival + spec_.execution.barrierLatency;
        for (const auto number : group.waiting) {
            ResidentWarp& warp = warps_[number];
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
    [[nodiscard]] static Stall waitedFor(const ResidentWarp& warp, const MachineOperation& operation) {
        Stall stall = Stall::Operand;
        double latest = warp.next;
        for (const auto slot : operation.uses)
            if (warp.ready[slot] > latest) {
                latest = warp.ready[slot];
                stall = warp.source[slot];
            }
        return stall;
    }

    void issue(ResidentWarp& warp, const MachineOperation& operation, std::uint32_t index, double ready) {
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
            done = memoryPath_.shared(operation, locate(warp, operation), at);
            source = Stall::Shared;
            break;
        case MachineKind::Global:
            done = memoryPath_.global(operation, locate(warp, operation), at);
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

    void arrive(ResidentWarp& warp, const MachineOperation& operation, double at) {
        ResidentGroup& group = groups_[warp.slot];
        memoryPath_.passBarrier(at);
        const double there = barrier_.take(at, operation.latency) + operation.latency;
        warp.next = std::max(warp.next, there);
        group.latestArrival = std::max(group.latestArrival, there);
        group.waiting.push_back(warp.number);
        release(group);
    }

    [[nodiscard]] LocatedAccess locate(const ResidentWarp& warp, const MachineOperation& operation) {
        return patterns_.locate(operation.accessId, warp.inGroup, at(warp, operation), warp.group);
    }

    /// Where a warp stands in its copy of an unrolled body.
    [[nodiscard]] const Point& at(const ResidentWarp& warp, const MachineOperation& operation) {
        if (operation.copy == 0) return warp.point;
        scratch_ = warp.point;
        const auto& region = pdg_.regions[pdg_.statements[operation.statement].region];
        scratch_[loopVariable(region.loop)] += operation.copy;
        return scratch_;
    }

    const Pdg& pdg_;
    const Evaluation& evaluation_;
    const HardwareSpec& spec_;
    const MachineProgram& program_;
    ControlFlow control_;
    AccessPatterns& patterns_;
    const MultiprocessorTask& task_;
    MemoryPath memoryPath_;
    std::vector<Server> schedulers_;
    std::vector<std::array<Server, pipeCount>> pipes_; ///< by scheduler
    Server dispatch_, memory_, barrier_;
    std::vector<ResidentWarp> warps_;
    std::vector<ResidentGroup> groups_; ///< by slot
    std::priority_queue<Entry> queue_;
    std::size_t nextGroup_ = 0;
    int warpsPerGroup_ = 1;
    double last_ = 0;
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
