// SPDX-License-Identifier: GPL-3.0-or-later
// Measured warp latency: the launch once more, with a probe around the kernel. Private to core/measure.
#pragma once

#include "core/measure/worker/prepared_launch.h"
#include "core/records/measurement.h"

namespace warpstring {

/// Never fails: where a device has no clock that a kernel can read, or does not take the probe, `measurable` is
/// false and `why` tells. `plain` is the timing of the kernel without the probe.
[[nodiscard]] WarpMeasurement measureWarps(const ResolvedLaunch& resolved, const PreparedLaunch& prepared,
                                           const Samples& plain, const MeasureSettings& settings);

} // namespace warpstring
