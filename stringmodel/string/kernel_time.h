// SPDX-License-Identifier: GPL-3.0-or-later
// From the latency of a warp to the time of the kernel. Derived in docs/model.md, section 7.
#pragma once

#include <functional>
#include <string>

#include "core/hardware_spec.h"
#include "core/ndrange.h"
#include "stringmodel/machine/occupancy.h"
#include "stringmodel/string/memory_cost.h"
#include "stringmodel/string/walk.h"

namespace warpstring::token_string {

struct KernelTime {
    double groupsPerMultiprocessor = 0; ///< of the busiest one
    double fullWaves = 0;               ///< rounds with `Occupancy::groups` groups at once
    double tailGroups = 0;              ///< in the last, partly filled round
    double cycles = 0;                  ///< of the busiest multiprocessor
    double tailCycles = 0;              ///< of them those of the last, partly filled round
    double timeUs = 0;                  ///< the same in microseconds, after the kernel's own start
    double launchOverheadUs = 0;        ///< apart
    std::string boundBy;                ///< what takes most of it
};

/// Groups that the busiest multiprocessor of a launch has at once: no more than it has in all.
[[nodiscard]] double residentGroups(const HardwareSpec& spec, const NDRange& range,
                                    const machine::Occupancy& occupancy);

/// `walkWith(groups)` gives the latency of a warp among so many resident groups, with M tokens at their issue
/// cost: what bandwidth adds is in `memory`.
[[nodiscard]] KernelTime kernelTime(const HardwareSpec& spec, const NDRange& range,
                                    const machine::Occupancy& occupancy, const MemoryCost& memory,
                                    const std::function<WarpLatency(double)>& walkWith);

} // namespace warpstring::token_string
