// SPDX-License-Identifier: GPL-3.0-or-later
// Measured warp latency: the launch once more, with a probe around the kernel. Private to core/measure.
#pragma once

#include "core/measure/worker/prepared_launch.h"
#include "core/records/measurement.h"

namespace warpstring::measure {

/// Never fails: where a device has no clock that a kernel can read, or does not take the probe, `measurable` is
/// false and `why` tells. `plain` is the timing of the kernel without the probe.
[[nodiscard]] records::WarpMeasurement measureWarps(const records::ResolvedLaunch& resolved,
                                                    const PreparedLaunch& prepared,
                                                    const records::Samples& plain,
                                                    const records::MeasureSettings& settings);

} // namespace warpstring::measure
