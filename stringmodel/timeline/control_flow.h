// SPDX-License-Identifier: GPL-3.0-or-later
// Which operation a warp comes to next: regions that it executes, loops that it enters and leaves.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/activity.h"
#include "stringmodel/timeline/resident_warp.h"

namespace warpstring {

class ControlFlow {
public:
    /// `trips`: how many to simulate of those that a warp would make; none: all of them.
    ControlFlow(const Pdg& pdg, const MachineProgram& program, const Activity& activity,
                const std::function<std::int64_t(LoopId, std::int64_t)>& trips);

    /// Moves a warp to its next operation or to its end, and says which.
    const MachineStep& advance(ResidentWarp& warp) const;

private:
    [[nodiscard]] bool enters(ResidentWarp& warp, RegionId region) const;
    void enterLoop(ResidentWarp& warp, LoopId loop) const;

    const MachineProgram& program_;
    const Activity& activity_;
    const std::function<std::int64_t(LoopId, std::int64_t)>& trips_;
    std::vector<RegionId> bodyOf_; ///< by loop
};

} // namespace warpstring
