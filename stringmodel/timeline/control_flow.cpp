// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/control_flow.h"

#include <bit>
#include <cmath>

#include "pdg/region_tree.h"

namespace warpstring::timeline {

using machine::MachineStep;

ControlFlow::ControlFlow(const Pdg& pdg, const machine::MachineProgram& program, const Activity& activity,
                         const std::vector<RunSize>& sizes)
    : program_(program), activity_(activity), sizes_(sizes), bodyOf_(pdg.loops.size(), none) {
    for (const auto& region : pdg.regions) {
        if (region.kind == Region::Kind::LoopBody) bodyOf_[region.loop] = region.id;
        loopOf_.push_back(innermostLoop(pdg, region.id));
    }
}

void ControlFlow::start(ResidentWarp& warp, std::size_t order, int warpsPerGroup) const {
    warp.standIn = activity_.standInOf(order, warp.point);
    // Of what only shares are known so many warps execute it: which ones goes by multiples of irrational
    // numbers, which fill the unit evenly wherever they begin, one for warps and one for regions.
    const double number = static_cast<double>(order) * warpsPerGroup + static_cast<double>(warp.inGroup) + 0.5;
    for (std::size_t region = 0; region < warp.owed.size(); ++region) {
        const double at = number * 0.41421356237309505 + static_cast<double>(region) * 0.7320508075688773;
        warp.owed[region] = at - std::floor(at);
    }
}

const MachineStep& ControlFlow::advance(ResidentWarp& warp, SizeMask sizes) const {
    for (;;) {
        const MachineStep& step = program_.steps[warp.step];
        switch (step.kind) {
        case MachineStep::Kind::Region:
            warp.fallsThrough = enters(warp, step.region());
            warp.step = warp.fallsThrough ? warp.step + 1 : step.target;
            break;
        case MachineStep::Kind::Guard:
            guard(warp, step);
            ++warp.step;
            break;
        case MachineStep::Kind::LoopEnter: enterLoop(warp, step.loop(), sizes); break;
        case MachineStep::Kind::LoopTest: {
            const SizeMask on = goingOn(warp, step, sizes);
            if (on != 0 && on != sizes) return step;
            warp.step = on != 0 ? warp.step + 1 : step.target;
            break;
        }
        case MachineStep::Kind::LoopNext:
            warp.frames[step.loop()].counter += step.amount;
            warp.point[evaluation::loopVariable(step.loop())] = warp.frames[step.loop()].counter;
            settle(warp, warp.frames[step.loop()], sizes);
            warp.step = step.target;
            break;
        case MachineStep::Kind::LoopLeave:
            leaveOut(warp, warp.frames[step.loop()]);
            warp.point[evaluation::loopVariable(step.loop())] = -1;
            ++warp.step;
            break;
        case MachineStep::Kind::Operation:
        case MachineStep::Kind::End: return step;
        }
    }
}

SizeMask ControlFlow::goingOn(const ResidentWarp& warp, const MachineStep& test, SizeMask sizes) {
    const LoopFrame& frame = warp.frames[test.loop()];
    SizeMask on = 0;
    for (; sizes != 0; sizes &= sizes - 1) {
        const auto size = static_cast<std::size_t>(std::countr_zero(sizes));
        if (frame.trips[size] - frame.counter >= static_cast<std::int64_t>(test.amount))
            on |= SizeMask{1} << size;
    }
    return on;
}

/// Lines are counted in the second half of the trips that are simulated: in the first one a loop may bring what
/// it finds from then on.
void ControlFlow::settle(const ResidentWarp& warp, LoopFrame& frame, SizeMask sizes) {
    const std::int64_t trips = frame.trips[static_cast<std::size_t>(std::countr_zero(sizes))];
    if (frame.settled > 0 || 2 * frame.counter < trips || frame.counter >= trips) return;
    frame.settled = frame.counter;
    frame.lines = warp.lines;
    frame.lookUps = warp.lookUps;
}

/// What the trips that are not simulated would bring into L1 is not there, nor is what it would displace.
void ControlFlow::leaveOut(ResidentWarp& warp, const LoopFrame& frame) {
    if (frame.counter <= frame.settled || frame.whole <= frame.counter) return;
    const double lines = (warp.lines - frame.lines) * static_cast<double>(frame.whole - frame.counter) /
                         static_cast<double>(frame.counter - frame.settled);
    warp.lines += lines;
    warp.linesLeftOut += lines;
    warp.leftOutSince = frame.lookUps;
}

void ControlFlow::guard(ResidentWarp& warp, const MachineStep& step) const {
    const std::size_t copy = step.amount * loopOf_.size();
    std::int64_t* counter =
        step.amount == 0 ? nullptr : &warp.point[evaluation::loopVariable(loopOf_[step.region()])];
    if (counter != nullptr) *counter += step.amount;
    warp.guards[copy + step.region().index()] =
        (step.around() == none || warp.guards[copy + step.around().index()]) && enters(warp, step.region());
    if (counter != nullptr) *counter -= step.amount;
}

bool ControlFlow::enters(ResidentWarp& warp, RegionId region) const {
    if (activity_.isKnown(region)) return activity_.isActive(region, warp.inGroup, warp.point, warp.standIn);
    if (activity_.isIdle(warp.standIn)) return false;
    double& owed = warp.owed[region];
    owed += activity_.share(region, warp.inGroup);
    if (owed < 1) return false;
    owed -= 1;
    return true;
}

void ControlFlow::enterLoop(ResidentWarp& warp, LoopId loop, SizeMask sizes) const {
    const RegionId body = bodyOf_[loop];
    std::int64_t trips = 0;
    if (activity_.isKnown(body)) {
        trips = activity_.trips(body, warp.inGroup, warp.point, warp.standIn);
    } else if (!activity_.isIdle(warp.standIn)) {
        double& owed = warp.owed[body];
        owed += activity_.share(body, warp.inGroup) - 0.5;
        trips = std::llround(owed);
        owed -= static_cast<double>(trips) - 0.5;
    }
    LoopFrame& frame = warp.frames[loop];
    frame.counter = frame.settled = 0;
    frame.whole = trips;
    frame.lines = warp.lines;
    frame.lookUps = warp.lookUps;
    for (; sizes != 0; sizes &= sizes - 1) {
        const auto size = static_cast<std::size_t>(std::countr_zero(sizes));
        frame.trips[size] = sizes_[size].trips ? sizes_[size].trips(loop, trips) : trips;
    }
    warp.point[evaluation::loopVariable(loop)] = 0;
    ++warp.step;
}

} // namespace warpstring::timeline
