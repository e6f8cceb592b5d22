// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/multiprocessor.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <ranges>

#include "pdg/region_tree.h"
#include "stringmodel/timeline/control_flow.h"
#include "stringmodel/timeline/issue_table.h"
#include "stringmodel/timeline/memory_path.h"
#include "stringmodel/timeline/resident_warp.h"
#include "stringmodel/timeline/scheduler.h"
#include "stringmodel/timeline/server.h"

namespace warpstring::timeline {

using machine::MachineKind;

const char* name(Stall stall) {
    constexpr std::array<const char*, stallCount> names{"issue",     "global memory", "shared memory",
                                                        "operand",   "scheduler",     "pipe",
                                                        "data path", "barrier",       "start"};
    return names[static_cast<std::size_t>(stall)];
}

namespace {

/// What a warp that arrives at a barrier takes of the way to memory (bench/device/local-turns.toml).
constexpr double arrivalPassCycles = 0.37;

/// What all runs of a program have in common.
struct Setting {
    Setting(const Pdg& graph, const evaluation::Evaluation& launch, const HardwareSpec& device,
            const machine::MachineProgram& machine, const Activity& activity, AccessPatterns& located,
            const MultiprocessorTask& what, const std::vector<RunSize>& all)
        : pdg(graph), evaluation(launch), spec(device), program(machine), issues(machine),
          control(graph, machine, activity, all), patterns(located), task(what), sizes(all) {}

    const Pdg& pdg;
    const evaluation::Evaluation& evaluation;
    const HardwareSpec& spec;
    const machine::MachineProgram& program;
    IssueTable issues;
    ControlFlow control;
    AccessPatterns& patterns;
    const MultiprocessorTask& task;
    const std::vector<RunSize>& sizes;
};

/// One run of all sizes in its mask. Where they part, those that do not go on like the others get a copy that
/// continues from there later.
class Multiprocessor {
public:
    Multiprocessor(Setting& setting, SizeMask sizes, std::size_t resident)
        : setting_(setting), spec_(setting.spec), task_(setting.task), program_(setting.program),
          issues_(setting.issues), sizes_(sizes),
          memoryPath_(setting.spec, setting.task, setting.pdg.accesses.size()),
          schedulers_(static_cast<std::size_t>(spec_.execution.schedulers)), places_(issues_.pipeSetCount()),
          attempts_(schedulers_.size(), WarpQueue::never),
          farLatency_((spec_.caches.l1Latency + spec_.caches.l2Latency) / 2) {
        const evaluation::Evaluation& evaluation = setting.evaluation;
        run_.stalls.resize(program_.operations.size());
        run_.loadWaits.resize(issues_.useCount());
        run_.arrivals.resize(program_.operations.size());
        run_.drains.resize(program_.slots);
        warpsPerGroup_ = (evaluation.launch.groupSize + evaluation.warpSize - 1) / evaluation.warpSize;
        run_.places = static_cast<int>(resident);
        for (std::size_t slot = 0; slot < resident; ++slot) startGroup(0);
    }

    [[nodiscard]] SizeMask sizes() const { return sizes_; }
    /// Operations that it has simulated itself.
    [[nodiscard]] double ownOperations() const { return run_.operations - shared_; }

    /// Goes on to the end; copies for sizes that part from the others are put into `parted`.
    MultiprocessorRun run(std::vector<std::unique_ptr<Multiprocessor>>& parted) {
        parted_ = &parted;
        while (!isSpent()) {
            goOn();
            const auto first = std::min_element(attempts_.begin(), attempts_.end());
            if (*first == WarpQueue::never) break;
            choose(static_cast<std::size_t>(first - attempts_.begin()));
        }
        MultiprocessorRun run = run_;
        run.cycles = std::max(last_, memoryPath_.end());
        memoryPath_.report(run);
        for (const Scheduler& scheduler : schedulers_) {
            run.issueBusy = std::max(run.issueBusy, scheduler.issue.busy);
            for (std::size_t p = 0; p < pipeCount; ++p)
                run.pipeBusy[p] = std::max(run.pipeBusy[p], scheduler.pipes[p].busy);
        }
        run.pipeBusy[static_cast<std::size_t>(Pipe::Memory)] = memory_.busy;
        run.dispatchBusy = dispatch_.busy;
        return run;
    }

private:
    [[nodiscard]] bool isSpent() const { return task_.share != nullptr && task_.share->isSpent(); }

    /// Leaves sizes to a copy.
    void part(SizeMask sizes) {
        parted_->push_back(std::make_unique<Multiprocessor>(*this));
        parted_->back()->sizes_ = sizes;
        parted_->back()->shared_ = run_.operations;
        sizes_ &= ~sizes;
    }

    /// The first place that is free, of those that begin at the scheduler behind that of the group before.
    [[nodiscard]] std::uint32_t freePlace() const {
        std::size_t slot = nextGroup_ % schedulers_.size();
        while (slot < groups_.size() && groups_[slot].running > 0) slot += schedulers_.size();
        return static_cast<std::uint32_t>(slot);
    }

    /// Not before `at`.
    void startGroup(double at) {
        const double now = dispatch_.take(at, spec_.execution.groupStartCycles);
        const std::uint32_t slot = freePlace();
        if (slot >= groups_.size()) {
            groups_.resize(slot + 1);
            warps_.resize(groups_.size() * static_cast<std::size_t>(warpsPerGroup_));
        }
        ResidentGroup& group = groups_[slot];
        group = {};
        ++runningGroups_;
        const std::size_t order = nextGroup_++;
        group.number = task_.groups[order];
        group.start = now;
        group.running = warpsPerGroup_;
        const NDRange& range = setting_.evaluation.launch.range;
        const std::uint64_t gx = range.groups(0), gy = range.groups(1);
        const std::uint32_t first = slot * static_cast<std::uint32_t>(warpsPerGroup_);
        for (int w = 0; w < warpsPerGroup_; ++w) {
            const auto number = first + static_cast<std::uint32_t>(w);
            ResidentWarp& warp = warps_[number];
            warp.number = number;
            warp.slot = slot;
            warp.inGroup = w;
            warp.group = group.number;
            warp.scheduler = schedulerOf(number, warpsPerGroup_, schedulers_.size());
            warp.step = 0;
            warp.start = now;
            warp.next = now + spec_.execution.warpStartCycles;
            warp.storesSent = 0;
            warp.lines = warp.linesLeftOut = 0;
            warp.omission = {};
            warp.awaits = warp.isParked = false;
            warp.opens = warp.branchDone = 0;
            warp.values.assign(program_.slots, {});
            warp.hasBegun = false;
            warp.frames.assign(setting_.pdg.loops.size(), {});
            warp.guards.assign(setting_.pdg.regions.size() * static_cast<std::size_t>(program_.mostCopies),
                               false);
            warp.point.assign(3 + setting_.pdg.loops.size(), -1);
            warp.point[0] = static_cast<std::int64_t>(group.number % gx);
            warp.point[1] = static_cast<std::int64_t>(group.number / gx % gy);
            warp.point[2] = static_cast<std::int64_t>(group.number / gx / gy);
            warp.owed.resize(setting_.pdg.regions.size());
            setting_.control.start(warp, order, warpsPerGroup_);
            warp.place = schedulers_[warp.scheduler].warps.add(number);
        }
        for (int w = warpsPerGroup_; w-- > 0;) moved_.push_back(first + static_cast<std::uint32_t>(w));
    }

    /// Brings the warps that have moved to the operations that they come to next, or to their ends.
    void goOn() {
        while (!moved_.empty()) {
            ResidentWarp& warp = warps_[moved_.back()];
            const machine::MachineStep& step = setting_.control.advance(warp, sizes_);
            if (step.kind == machine::MachineStep::Kind::LoopTest) { // a copy goes on from there
                part(sizes_ & ~ControlFlow::goingOn(warp, step, sizes_));
                continue;
            }
            moved_.pop_back();
            takeBranch(warp);
            if (isHeldByBarrier(warp, step)) continue;
            if (step.kind == machine::MachineStep::Kind::End) {
                leave(warp);
                finish(warp);
                continue;
            }
            warp.pending = step.index;
            findReady(warp, issues_[step.index]);
            Scheduler& scheduler = schedulers_[warp.scheduler];
            scheduler.warps.set(warp.place, warp.ready, issues_[step.index].pipeSet);
            double& attempt = attempts_[warp.scheduler];
            attempt = std::min(attempt, std::max(warp.ready, scheduler.issue.free));
        }
    }

    /// A warp goes on when its branch is done, sooner where it was not taken.
    void takeBranch(ResidentWarp& warp) {
        if (warp.branchDone <= 0) return;
        const bool isSooner =
            warp.fallsThrough && spec_.execution.branchFallThroughCycles > 0 && issues_[warp.branch].isOfSource;
        const double done = warp.branchDone - (isSooner ? static_cast<double>(issues_[warp.branch].latency) -
                                                              spec_.execution.branchFallThroughCycles
                                                        : 0);
        note(warp.branch, Stall::Operand, done - warp.next);
        warp.next = std::max(warp.next, done);
        warp.branchDone = 0;
    }

    /// Whether a warp has to wait for a barrier before its next step: what it only computes it goes on with
    /// where `DEFER_BLOCKING` barriers are. Waits for one that has opened are taken here.
    bool isHeldByBarrier(ResidentWarp& warp, const machine::MachineStep& step) {
        const bool computes = step.kind == machine::MachineStep::Kind::Operation &&
                              issues_[step.index].isComputedAlone() && defers_;
        if (computes) return false;
        if (warp.awaits) return warp.isParked = true;
        if (warp.opens > 0) {
            run_.arrivals[warp.barrier] += std::max(0.0, warp.arrives - warp.next);
            note(warp.barrier, Stall::Barrier, warp.opens - std::max(warp.next, warp.arrives));
            warp.next = std::max(warp.next, warp.opens);
            warp.opens = 0;
        }
        return false;
    }

    /// Its scheduler knows it no longer.
    void leave(const ResidentWarp& warp) {
        WarpQueue& queue = schedulers_[warp.scheduler].warps;
        queue.remove(warp.place);
        for (std::size_t place = warp.place; place < queue.size(); ++place)
            warps_[queue.warp(place)].place = place;
    }

    /// The scheduler issues for the oldest of its warps that can go on now.
    void choose(std::size_t number) {
        Scheduler& scheduler = schedulers_[number];
        const double now = attempts_[number];
        std::fill(places_.begin(), places_.end(), 0);
        for (std::size_t from = 0; from < scheduler.warps.size(); from += WarpQueue::atOnce)
            for (auto left = scheduler.warps.readyBy(now, from); left != 0; left &= left - 1) {
                const std::size_t place = from + static_cast<std::size_t>(std::countr_zero(left));
                double& free = places_[scheduler.warps.pipeSet(place)];
                if (free > now) { // an older warp has found no place there
                    scheduler.warps.postpone(place, free);
                    continue;
                }
                ResidentWarp& warp = warps_[scheduler.warps.warp(place)];
                const Turn turn = turnOf(warp, scheduler);
                if (turn.at > now) {
                    scheduler.warps.postpone(place, free = turn.at);
                    continue;
                }
                scheduler.warps.postpone(place, WarpQueue::never);
                issueNow(warp, {now, turn.byPipe});
                const bool isAnother = (left & (left - 1)) != 0;
                attempts_[number] = std::max(scheduler.issue.free, isAnother ? now : scheduler.warps.first());
                return;
            }
        attempts_[number] = scheduler.warps.first();
    }

    /// When a pending operation can be issued, as far as is known.
    struct Turn {
        double at = 0;
        bool byPipe = false; ///< it waits for a pipe longer than for the scheduler
    };
    [[nodiscard]] Turn turnOf(const ResidentWarp& warp, const Scheduler& scheduler) const {
        const IssueEntry& entry = issues_[warp.pending];
        const double issued = std::max(warp.ready, scheduler.issue.free);
        double at = issued;
        for (const auto& use : issues_.pipes(entry))
            at = std::max(at, use.pipe == static_cast<std::size_t>(Pipe::Memory)
                                  ? memoryPlace(entry, scheduler)
                                  : scheduler.pipePlace(use.pipe));
        return {at, at > issued};
    }

    /// When the way to memory takes it: a scheduler has its part of the lanes that go there, which a load of
    /// global memory holds for the whole warp (measured of loads alone: bench/device/load-issue.toml).
    [[nodiscard]] static double memoryPlace(const IssueEntry& entry, const Scheduler& scheduler) {
        const double place = (scheduler.*lineOf(entry)).place();
        return entry.isToGlobal() ? std::max(place, scheduler.port) : place;
    }

    /// Where it waits for the data path.
    [[nodiscard]] static MemoryLine Scheduler::* lineOf(const IssueEntry& entry) {
        return entry.isToGlobal() ? &Scheduler::global : &Scheduler::other;
    }

    /// An instruction whose predicate is false for all lanes: it takes its issue slot, its pipes and its
    /// latency all the same, and accesses nothing.
    [[nodiscard]] bool isPassedOver(const ResidentWarp& warp, const IssueEntry& entry) const {
        return entry.guard != none &&
               !warp.guards[entry.copy * setting_.pdg.regions.size() + entry.guard.index()];
    }

    void issueNow(ResidentWarp& warp, const Turn& turn) {
        ++warp.step;
        if (task_.share != nullptr) task_.share->spend(1);
        issue(warp, warp.pending, turn);
        moved_.push_back(warp.number);
    }

    /// When the pending operation has its operands, and what made the value that came last.
    void findReady(ResidentWarp& warp, const IssueEntry& entry) const {
        warp.ready = warp.next + entry.gapCycles;
        warp.waited = Stall::Operand;
        warp.waitsFar = false;
        std::uint32_t use = entry.firstUse;
        for (const auto slot : issues_.uses(entry)) {
            const WarpValue& value = warp.values[slot];
            const double ready = value.ready + entry.operandCycles;
            if (ready > warp.ready) {
                warp.ready = ready;
                warp.waited = value.source;
                warp.waitedUse = use;
                warp.waitsFar = value.isFar;
            }
            ++use;
        }
    }

    void finish(ResidentWarp& warp) {
        double end = warp.next;
        std::size_t last = warp.values.size();
        for (std::size_t slot = 0; slot < warp.values.size(); ++slot)
            if (warp.values[slot].ready > end) { // its registers are written
                end = warp.values[slot].ready;
                last = slot;
            }
        if (last < warp.values.size()) run_.drains[last] += end - warp.next;
        last_ = std::max(last_, end);
        ResidentGroup& group = groups_[warp.slot];
        group.end = std::max(group.end, end);
        group.warpCycles += end - warp.start;
        run_.warpCycles.push_back(end - warp.start);
        if (--group.running > 0) {
            release(group); // those at a barrier wait no longer for this one
            return;
        }
        run_.farWaits = std::max(run_.farWaits, group.farWaits / warpsPerGroup_);
        run_.groups.push_back({group.number, static_cast<int>(warp.slot), group.start, group.end,
                               group.warpCycles / warpsPerGroup_});
        --runningGroups_;
        enterGroups(group.end + spec_.execution.groupSwitchCycles);
    }

    /// Whether the next group finds a place: that of one that has ended, or, where shared memory is left,
    /// places of other groups' warps that have ended by now, each at its scheduler, which has its share of
    /// registers.
    [[nodiscard]] bool findsRoom() const {
        if (runningGroups_ < run_.places) return true;
        if (runningGroups_ >= task_.groupPlaces) return false;
        const std::size_t ofScheduler = static_cast<std::size_t>(task_.warpPlaces) / schedulers_.size();
        std::vector<std::size_t> warps;
        warps.reserve(schedulers_.size());
        for (const Scheduler& scheduler : schedulers_) warps.push_back(scheduler.warps.size());
        const std::uint32_t first = freePlace() * static_cast<std::uint32_t>(warpsPerGroup_);
        for (int w = 0; w < warpsPerGroup_; ++w)
            ++warps[schedulerOf(first + static_cast<std::uint32_t>(w), warpsPerGroup_, warps.size())];
        return std::ranges::max(warps) <= ofScheduler;
    }

    /// Once a group has ended, as many as find room.
    void enterGroups(double at) {
        while (findsRoom()) {
            SizeMask ended = 0;
            for (SizeMask left = sizes_; left != 0; left &= left - 1)
                if (nextGroup_ >= setting_.sizes[static_cast<std::size_t>(std::countr_zero(left))].groups)
                    ended |= left & -left;
            if (ended == sizes_) return;
            if (ended != 0) part(ended);
            startGroup(at);
        }
    }

    /// Lets the warps at a barrier go on once all that still run have arrived.
    void release(ResidentGroup& group) {
        if (group.waiting.empty() || static_cast<int>(group.waiting.size()) < group.running) return;
        const double open = group.latestArrival + spec_.execution.barrierLatency;
        for (const auto number : group.waiting) {
            ResidentWarp& warp = warps_[number];
            warp.awaits = false;
            warp.opens = open;
        }
        for (const auto number : std::views::reverse(group.waiting))
            if (warps_[number].isParked) moved_.push_back(number);
        group.waiting.clear();
        group.latestArrival = 0;
    }

    void note(std::uint32_t operation, Stall stall, double cycles) {
        if (cycles > 0) run_.stalls[operation][static_cast<std::size_t>(stall)] += cycles;
    }

    void issue(ResidentWarp& warp, std::uint32_t index, const Turn& turn) {
        const IssueEntry& entry = issues_[index];
        Scheduler& scheduler = schedulers_[warp.scheduler];
        const double ready = warp.ready;
        note(index, warp.waited, ready - warp.next);
        if (warp.waitsFar) groups_[warp.slot].farWaits += 1;
        if (warp.waited == Stall::Global) run_.loadWaits[warp.waitedUse] += ready - warp.next;
        scheduler.issue.take(turn.at, entry.schedulerCycles);
        double at = turn.at; // of its execution: it may still wait in line
        for (const auto& use : issues_.pipes(entry))
            if (use.pipe == static_cast<std::size_t>(Pipe::Memory)) {
                if (entry.isToGlobal() && program_.operations[index].access == AccessKind::Load)
                    scheduler.port = turn.at + use.cycles * static_cast<double>(schedulers_.size());
                at = memory_.take(turn.at, use.cycles);
                (scheduler.*lineOf(entry)).queue(std::max({at, memoryPath_.dataFree(), scheduler.way.free}));
            } else
                at = std::max(at, scheduler.pipes[use.pipe].take(turn.at, use.cycles));
        const Stall busy = entry.kind == MachineKind::Compute || entry.isTexel ? Stall::Pipe : Stall::Memory;
        const Stall stalled = turn.byPipe ? busy : Stall::Scheduler;
        // A warp's latency begins with its first instruction: until then others are served.
        if (warp.hasBegun)
            note(index, stalled, turn.at - ready);
        else
            warp.start += turn.at - ready;
        warp.hasBegun = true;
        note(index, Stall::None, entry.issueCycles);
        const double before = warp.next;
        warp.next = turn.at + entry.issueCycles;
        run_.operations += 1;
        if (entry.isBranch) {
            warp.branch = index;
            warp.branchDone = at + static_cast<double>(entry.latency);
            warp.fallsThrough = false;
        }
        const Outcome outcome = execute(warp, index, at, scheduler);
        const double done = entry.isAtOnce ? warp.next : outcome.done;
        if (entry.result >= 0)
            warp.values[static_cast<std::size_t>(entry.result)] = {static_cast<float>(done), outcome.source,
                                                                   outcome.source == Stall::Global &&
                                                                       done - at > farLatency_};
        if (run_.spans.size() < task_.mostSpans && !isPassedOver(warp, entry))
            run_.spans.push_back(
                {warp.number, index, longest(warp.waited, ready - before, stalled, turn.at - ready),
                 static_cast<float>(before), static_cast<float>(turn.at), static_cast<float>(done)});
    }

    /// When an operation is done, and what for waits who uses its value.
    struct Outcome {
        double done = 0;
        Stall source = Stall::Operand;
    };

    /// A warp's loads come behind its stores.
    double global(ResidentWarp& warp, const machine::MachineOperation& operation, double at,
                  Scheduler& scheduler) {
        L1Cache& l1 = memoryPath_.l1();
        if (warp.linesLeftOut > 0) {
            // All warps leave out as much as this one.
            if (warp.linesLeftOut * static_cast<double>(warps_.size()) > l1.capacity())
                warp.omission = {warp.leftOutSince, warp.lookUps};
            warp.linesLeftOut = 0;
        }
        l1.readFor(warp.omission);
        const auto brought = l1.brought();
        const double done = memoryPath_.global(operation, locate(warp, operation), at, scheduler.way);
        warp.lines += static_cast<double>(l1.brought() - brought);
        warp.lookUps = l1.clock();
        if (operation.access == AccessKind::Store) {
            warp.storesSent = std::max(warp.storesSent, done);
            return done;
        }
        return std::max(done, warp.storesSent + spec_.caches.l1Latency);
    }

    /// Of an operation that starts at `at`.
    Outcome execute(ResidentWarp& warp, std::uint32_t index, double at, Scheduler& scheduler) {
        const IssueEntry& entry = issues_[index];
        const auto& operation = program_.operations[index];
        if (entry.kind != MachineKind::Compute && isPassedOver(warp, entry))
            return {memoryPath_.passedOver(at, scheduler.way), Stall::Shared};
        switch (entry.kind) {
        case MachineKind::Shared:
            if (operation.access == AccessKind::Store) groups_[warp.slot].hasStored = true;
            return {memoryPath_.shared(operation, locate(warp, operation), at, scheduler.way), Stall::Shared};
        case MachineKind::Global:
            return {operation.isConstant ? memoryPath_.constant(operation, locate(warp, operation), at)
                                         : global(warp, operation, at, scheduler),
                    Stall::Global};
        case MachineKind::Spill:
            return {memoryPath_.spilled(
                        operation, std::int64_t{warp.number} * program_.spillPlaces + operation.spillPlace, at),
                    Stall::Operand};
        case MachineKind::Barrier: arrive(warp, index, entry.latency, at); break;
        case MachineKind::Compute:
            if (entry.passesMemory) memoryPath_.pass(at);
            break;
        }
        return {at + entry.latency, Stall::Operand};
    }

    /// Of the waiting for an operand, and that for the scheduler or a pipe, in cycles.
    [[nodiscard]] static Stall longest(Stall waited, double operand, Stall stalled, double turn) {
        if (std::max(operand, turn) <= 0) return Stall::None;
        return operand >= turn ? waited : stalled;
    }

    void arrive(ResidentWarp& warp, std::uint32_t operation, double latency, double at) {
        ResidentGroup& group = groups_[warp.slot];
        const bool isLast = static_cast<int>(group.waiting.size()) + 1 >= group.running;
        // It goes there by the way of those to memory, which the last one holds longer.
        const double groupCycles = isLast ? spec_.execution.barrierGroupCycles : 0;
        if (spec_.caches.l1HoldsShared) at = memory_.take(at, arrivalPassCycles + groupCycles);
        if (isLast && group.hasStored) memoryPath_.hold(at, groupCycles);
        group.hasStored = group.hasStored && !isLast;
        const double there = barrier_.take(at, latency) + latency;
        warp.barrier = operation;
        warp.arrives = there;
        warp.awaits = true;
        warp.isParked = false;
        group.latestArrival = std::max(group.latestArrival, there);
        group.waiting.push_back(warp.number);
        release(group);
    }

    /// Where a warp stands in its copy of an unrolled body, and what it accesses there.
    [[nodiscard]] LocatedAccess locate(ResidentWarp& warp, const machine::MachineOperation& operation) {
        if (operation.copy == 0) return locateAt(warp, operation.accessId);
        const LoopId loop = innermostLoop(setting_.pdg, setting_.pdg.statements[operation.statement].region);
        std::int64_t& counter = warp.point[evaluation::loopVariable(loop)];
        counter += operation.copy;
        const auto located = locateAt(warp, operation.accessId);
        counter -= operation.copy;
        return located;
    }

    [[nodiscard]] LocatedAccess locateAt(const ResidentWarp& warp, AccessId access) {
        auto located = setting_.patterns.locate(access, warp.inGroup, warp.point, warp.group);
        if (!task_.isOwn.empty() && task_.isOwn[access]) located.apart = (std::int64_t{warp.slot} + 1) << 48;
        return located;
    }

    Setting& setting_;
    const HardwareSpec& spec_;
    const MultiprocessorTask& task_;
    const machine::MachineProgram& program_;
    const IssueTable& issues_;
    SizeMask sizes_;
    std::vector<std::unique_ptr<Multiprocessor>>* parted_ = nullptr;
    double shared_ = 0; ///< operations from before it was copied
    MemoryPath memoryPath_;
    std::vector<Scheduler> schedulers_;
    std::vector<double> places_;   ///< by set of pipes: when they have one again, of the scheduler at hand
    std::vector<double> attempts_; ///< of schedulers to issue: none of their warps can go on before
    const bool defers_ = spec_.caches.l1HoldsShared; ///< barriers hold up what accesses memory alone
    Server dispatch_, memory_, barrier_;
    std::vector<ResidentWarp> warps_;
    std::vector<ResidentGroup> groups_; ///< by slot
    double farLatency_;                 ///< cycles: what takes longer comes from beyond L1
    std::vector<std::uint32_t> moved_;  ///< warps whose next operations are not known, the first one last
    std::size_t nextGroup_ = 0;
    int warpsPerGroup_ = 1;
    int runningGroups_ = 0;
    double last_ = 0;
    MultiprocessorRun run_;
};

} // namespace

SizedRuns runMultiprocessor(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                            const machine::MachineProgram& program, const Activity& activity,
                            AccessPatterns& patterns, const MultiprocessorTask& task,
                            const std::vector<RunSize>& sizes) {
    Setting setting(pdg, evaluation, spec, program, activity, patterns, task, sizes);
    // Sizes that do not fill the multiprocessor alike have nothing in common.
    std::map<std::size_t, SizeMask> byResident;
    for (std::size_t size = 0; size < sizes.size(); ++size)
        byResident[std::min(sizes[size].groups, static_cast<std::size_t>(task.residentGroups))] |= SizeMask{1}
                                                                                                   << size;
    std::vector<std::unique_ptr<Multiprocessor>> waiting;
    waiting.reserve(byResident.size());
    for (const auto& [resident, mask] : byResident)
        waiting.push_back(std::make_unique<Multiprocessor>(setting, mask, resident));
    SizedRuns result;
    result.runs.resize(sizes.size());
    while (!waiting.empty()) {
        const auto next = std::move(waiting.back());
        waiting.pop_back();
        const auto run = next->run(waiting);
        result.simulatedOperations += next->ownOperations();
        for (std::size_t size = 0; size < sizes.size(); ++size)
            if ((next->sizes() >> size & 1) != 0) result.runs[size] = run;
    }
    return result;
}

} // namespace warpstring::timeline
