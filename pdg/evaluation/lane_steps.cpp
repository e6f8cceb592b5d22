// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_steps.h"

#include <algorithm>

namespace warpstring::evaluation {

namespace {

/// Whether the cell lies at the box's point, whatever the counter of `but` is.
bool holds(const Cell& cell, const Box& point, LoopId but) {
    for (BoxVariable v = 0; v < point.variables.size(); ++v)
        if ((but == none || v != loopVariable(but)) &&
            !cell.box.variables[v].contains(point.variables[v].first))
            return false;
    return true;
}

std::int64_t entryOf(const std::vector<std::int64_t>& values, int item) {
    return values.size() == 1 ? values[0] : values[static_cast<std::size_t>(item)];
}

/// Whether how many work-items get to a region was said by the programmer, which names none of them.
bool isAnnotated(const Pdg& pdg, const Evaluation& evaluation, RegionId region) {
    for (RegionId id = region; id != none; id = pdg.regions[id].parent) {
        const Region& own = pdg.regions[id];
        const Certainty certainty = own.kind == Region::Kind::LoopBody
                                        ? evaluation.loops[own.loop].certainty
                                        : evaluation.regions[id].condition.certainty;
        if (certainty == Certainty::Annotated) return true;
    }
    return false;
}

/// The point before `loop` and the loops within it count.
Box before(const Pdg& pdg, Box point, LoopId loop) {
    for (LoopId id{0}; id.index() < pdg.loops.size(); ++id)
        for (LoopId around = id; around != none; around = pdg.loops[around].parent)
            if (around == loop) point.variables[loopVariable(id)] = {};
    return point;
}

} // namespace

LaneSteps::LaneSteps(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                     StepSubject subject, const EvaluationOptions& options)
    : pdg_(pdg), evaluation_(evaluation), shared_(spec.sharedMemory), global_(spec.globalMemory),
      warpSize_(spec.execution.warpSize), subject_(std::move(subject)), budget_(options.budget),
      cancellation_(options.cancellation), evaluator_(pdg, evaluation.launch, options.threshold, share_.get()) {
    if (subject_.loop == none) return;
    for (LoopId loop = pdg.loops[subject_.loop].parent; loop != none; loop = pdg.loops[loop].parent)
        around_.insert(around_.begin(), loop);
}

/// What the call before left unknown, as its share was used up, is asked for anew.
void LaneSteps::beginCall() {
    if (share_->isSpent()) evaluator_.drawAnew(0);
    *share_ = WorkShare(budget_, WorkShare::Beyond::Finish, cancellation_, unitsBetweenPolls);
}

bool LaneSteps::exists(const GroupId& group) const {
    for (std::size_t d = 0; d < group.size(); ++d)
        if (group[d] >= evaluation_.launch.range.groups(static_cast<int>(d))) return false;
    return true;
}

Box LaneSteps::boxOf(const GroupId& group, const Iterations& outer, std::size_t depth) const {
    Box box;
    for (const auto id : group) box.variables.push_back({static_cast<std::int64_t>(id), 1, 1});
    box.variables.resize(3 + pdg_.loops.size());
    for (std::size_t i = 0; i < std::min(depth, outer.size()); ++i)
        box.variables[loopVariable(around_[i])].first = static_cast<std::int64_t>(outer[i]);
    return box;
}

std::uint64_t LaneSteps::countAround(std::size_t depth, const GroupId& group, const Iterations& outer) {
    beginCall();
    return exists(group) ? iterationsOf(around_.at(depth), boxOf(group, outer, depth)) : 0;
}

std::uint64_t LaneSteps::count(const GroupId& group, const Iterations& outer) {
    beginCall();
    if (!exists(group)) return 0;
    return subject_.loop == none ? 1 : iterationsOf(subject_.loop, boxOf(group, outer, around_.size()));
}

std::uint64_t LaneSteps::iterationsOf(LoopId loop, const Box& before) {
    const RegionId body = pdg_.loops[loop].region;
    std::uint64_t steps = 0;
    for (const auto& cell : evaluation_.regions[body].cells)
        if (holds(cell, before, loop)) {
            const Progression& counter = cell.box.variables[loopVariable(loop)];
            steps = std::max(steps, static_cast<std::uint64_t>(counter.at(counter.count - 1)) + 1);
        }
    if (steps > 0) return steps;
    // The group may be one that was not drawn where only some were evaluated.
    const Activity around = evaluated(pdg_.regions[body].parent, before);
    const LoopTrips trips = evaluator_.trips(loop, before);
    for (int item = 0; item < evaluation_.launch.groupSize && !trips.trips.empty(); ++item)
        if (around.may.contains(item))
            steps = std::max(steps,
                             static_cast<std::uint64_t>(std::max<std::int64_t>(0, entryOf(trips.trips, item))));
    return steps;
}

std::optional<LaneSteps::Activity> LaneSteps::fromCells(const Box& box) const {
    for (const auto& cell : evaluation_.regions[subject_.region].cells)
        if (holds(cell, box, none)) return Activity{cell.must, cell.may};
    return std::nullopt;
}

/// Evaluates the conditions and loops around a region at one point.
LaneSteps::Activity LaneSteps::evaluated(RegionId region, const Box& box) {
    const int groupSize = evaluation_.launch.groupSize;
    const Region& own = pdg_.regions[region];
    if (own.parent == none) return {ActiveSet::all(groupSize), ActiveSet::all(groupSize)};
    Activity activity = evaluated(own.parent, box);
    ActiveSet always, perhaps;
    if (own.kind == Region::Kind::LoopBody) {
        const LoopTrips trips = evaluator_.trips(own.loop, before(pdg_, box, own.loop));
        const std::int64_t counter = box.variables[loopVariable(own.loop)].first;
        for (int item = 0; item < groupSize; ++item) {
            const std::int64_t most = trips.trips.empty() ? unknownTrips : entryOf(trips.trips, item);
            const std::int64_t fewest = trips.known            ? most
                                        : trips.fewest.empty() ? 0
                                                               : entryOf(trips.fewest, item);
            if (most < 0 || counter < most) perhaps.insert(item);
            if (most == endlessTrips || counter < fewest) always.insert(item);
        }
    } else {
        evaluator_.enter(box);
        const LaneValue truth = evaluator_.value(own.guard);
        (void)evaluator_.takeHints();
        const bool isKnown = truth.kind == LaneValue::Kind::Integer;
        for (int item = 0; item < groupSize; ++item) {
            const auto lane = static_cast<std::size_t>(item);
            if (isKnown && truth.lowAt(lane) != 0) always.insert(item);
            if (!isKnown || truth.highAt(lane) != 0) perhaps.insert(item);
        }
    }
    activity.must &= always;
    activity.may &= perhaps;
    return activity;
}

Result<LaneStep> LaneSteps::at(const GroupId& group, std::uint64_t step, const Iterations& outer) {
    if (!exists(group))
        return Diagnostic{"lanes.no-such-group",
                          Severity::Error,
                          {},
                          "the launch has no work-group (" + std::to_string(group[0]) + ", " +
                              std::to_string(group[1]) + ", " + std::to_string(group[2]) + ")",
                          "group IDs start at 0"};
    const std::uint64_t steps = count(group, outer);
    if (step >= steps)
        return Diagnostic{"lanes.no-such-step", Severity::Error, subject_.place.at,
                          steps == 0
                              ? "this work-group makes no step here"
                              : "there is no step " + std::to_string(step) + " of " + std::to_string(steps),
                          steps == 0 ? "its loop is not entered in this iteration of the loops around it" : ""};
    Box box = boxOf(group, outer, around_.size());
    if (subject_.loop != none)
        box.variables[loopVariable(subject_.loop)].first = static_cast<std::int64_t>(step);
    LaneStep result;
    result.group = group;
    result.step = step;
    result.groupSize = evaluation_.launch.groupSize;
    result.warpSize = warpSize_;
    const auto known = fromCells(box);
    const Activity activity = known ? *known : evaluated(subject_.region, box);
    if (!isAnnotated(pdg_, evaluation_, subject_.region)) result.active = activity.must;
    result.perhaps = activity.may;
    result.activeWarps = activity.may.activeWarps(warpSize_);
    if (subject_.access != none) {
        const ExprId offset = pdg_.accesses[subject_.access].offset;
        evaluator_.enter(box);
        serve(result, offset ? evaluator_.value(offset) : LaneValue{});
        (void)evaluator_.takeHints();
    }
    return result;
}

void LaneSteps::serve(LaneStep& step, const LaneValue& offset) const {
    const MemoryAccess& access = pdg_.accesses[subject_.access];
    const bool isPrivate = access.space == MemorySpace::Private;
    step.offsets.resize(static_cast<std::size_t>(step.groupSize));
    for (int first = 0; first < step.groupSize; first += warpSize_) {
        std::vector<std::int64_t> lanes(static_cast<std::size_t>(warpSize_), inactiveLane);
        const int items = std::min(warpSize_, step.groupSize - first);
        for (int lane = 0; lane < items; ++lane) {
            const auto item = static_cast<std::size_t>(first) + static_cast<std::size_t>(lane);
            if (step.perhaps.contains(first + lane) && offset.kind == LaneValue::Kind::Integer &&
                offset.lowAt(item) == offset.highAt(item))
                lanes[static_cast<std::size_t>(lane)] = offset.lowAt(item);
        }
        if (isPrivate) interleavePrivate(lanes, first, step.groupSize);
        for (int lane = 0; lane < items; ++lane)
            if (const auto address = lanes[static_cast<std::size_t>(lane)]; address != inactiveLane)
                step.offsets[static_cast<std::size_t>(first) + static_cast<std::size_t>(lane)] = address;
        if (!offset.isExact() || !step.perhaps.anyOf(first, first + items)) continue;
        WarpService own;
        own.warp = first / warpSize_;
        if (access.space == MemorySpace::Shared) {
            own.batches = bankBatches(shared_, lanes, access.bytes);
            for (const auto& batch : own.batches) {
                own.ways = std::max(own.ways, batch.ways);
                own.cycles += batch.cycles;
            }
            step.ways = std::max(step.ways, own.ways);
            step.cycles += own.cycles;
        } else {
            const int words = isPrivate ? privateWords(access.bytes) : 1, bytes = isPrivate ? 4 : access.bytes;
            own.transactions = transactionList(
                access.space == MemorySpace::Image ? texelRules(global_) : global_, lanes, bytes);
            own.transactionCount = static_cast<double>(own.transactions.size()) * words;
            for (const auto& transaction : own.transactions)
                own.bytesMoved += static_cast<double>(transaction.bytes) * words;
            own.bytesUsed = static_cast<double>(bytesUsed(lanes, bytes)) * words;
            step.transactionCount += own.transactionCount;
            step.bytesMoved += own.bytesMoved;
            step.bytesUsed += own.bytesUsed;
        }
        step.warps.push_back(std::move(own));
    }
}

} // namespace warpstring::evaluation
