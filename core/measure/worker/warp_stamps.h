// SPDX-License-Identifier: GPL-3.0-or-later
// From the probe's stamps to distributions and the schedule on each SM.
#pragma once

#include <cstdint>
#include <vector>

#include "core/records/measurement.h"

namespace warpstring::measure {

/// Adds warps, groups, schedule and groupSpans to `warp`. `stamps` holds the stamp (core/measure/worker/
/// probe_source.h) of every warp of every stamped group; group i of them is the launch's group i * stride.
/// Stamps whose end is before their start (a clock that is not monotonic) are left out.
void analyseStamps(const std::vector<std::uint64_t>& stamps, std::uint64_t warpsPerGroup, std::uint64_t stride,
                   records::WarpMeasurement& warp);

} // namespace warpstring::measure
