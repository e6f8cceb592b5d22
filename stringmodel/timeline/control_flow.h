// SPDX-License-Identifier: GPL-3.0-or-later
// Which operation a warp comes to next: regions that it executes, loops that it enters and leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/activity.h"
#include "stringmodel/timeline/resident_warp.h"

namespace warpstring::timeline {

/// Sizes of a run, one bit each.
using SizeMask = std::uint32_t;

class ControlFlow {
public:
    ControlFlow(const Pdg& pdg, const machine::MachineProgram& program, const Activity& activity,
                const std::vector<RunSize>& sizes);

    /// A warp of the group that starts as number `order` of the multiprocessor, at its point.
    void start(ResidentWarp& warp, std::size_t order, int warpsPerGroup) const;
    /// Moves a warp to its next operation or to its end, and says which; or to the test of a loop in which some
    /// of the sizes in the mask go on and others leave.
    const machine::MachineStep& advance(ResidentWarp& warp, SizeMask sizes) const;
    /// Of the sizes in the mask those that make another trip at the test at which the warp stands.
    [[nodiscard]] static SizeMask goingOn(const ResidentWarp& warp, const machine::MachineStep& test,
                                          SizeMask sizes);

private:
    [[nodiscard]] bool enters(ResidentWarp& warp, RegionId region) const;
    static void settle(const ResidentWarp& warp, LoopFrame& frame, SizeMask sizes);
    static void leaveOut(ResidentWarp& warp, const LoopFrame& frame);
    void guard(ResidentWarp& warp, const machine::MachineStep& step) const;
    void enterLoop(ResidentWarp& warp, LoopId loop, SizeMask sizes) const;

    const machine::MachineProgram& program_;
    const Activity& activity_;
    const std::vector<RunSize>& sizes_;
    std::vector<RegionId> bodyOf_; ///< by loop
    std::vector<LoopId> loopOf_;   ///< by region: the innermost around it
};

} // namespace warpstring::timeline
