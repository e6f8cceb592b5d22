// SPDX-License-Identifier: GPL-3.0-or-later
// How many work-groups, and so warps, live on a multiprocessor at once: N_warps of the string model.
#pragma once

#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "core/ndrange.h"
#include "core/result.h"

namespace warpstring::machine {

struct OccupancyLimit {
    std::string resource; ///< "warps", "work-items", "groups", "registers", "shared memory"
    int groups = 0;       ///< that it alone would allow
};

struct Occupancy {
    int groups = 0; ///< resident per multiprocessor
    int warps = 0;  ///< N_warps
    int warpsPerGroup = 0;
    /// What further groups find room in when one has ended: for warps, whose places and registers are free as
    /// each ends, and for groups. Where registers are given to groups, those of the resident ones.
    int warpPlaces = 0, groupPlaces = 0;
    double fraction = 0; ///< of the device's resident warps
    std::string limiter; ///< the resource that allows fewest
    std::vector<OccupancyLimit> limits;
    int registersPerGroup = 0;
    int sharedBytesPerGroup = 0; ///< rounded up to the granule, the system's share included
    int spilledRegisters = 0;    ///< per work-item, beyond what the device allows
};

/// CUDA Programming Guide 3.2, section 4.2 (allocation formulas). Fails with launch.does-not-fit or
/// launch.group-too-large-for-device when no group of this shape can run.
[[nodiscard]] Result<Occupancy> occupancy(const HardwareSpec& spec, const NDRange& range,
                                          int registersPerWorkItem, std::uint64_t sharedBytes,
                                          int argumentBytes);

} // namespace warpstring::machine
