// SPDX-License-Identifier: GPL-3.0-or-later
// Timing a kernel by the protocol of docs/measuring.md. Private to core/measure.
#pragma once

#include "core/measure/worker/prepared_launch.h"
#include "core/records/measurement.h"

namespace warpstring::measure {

struct KernelTiming {
    records::Samples device; ///< by event profiling; the host's where the driver has none
    records::Samples host;   ///< from enqueueing to completion
    int warmUpRuns = 0;
    bool profiled = true; ///< false: `device` holds the host's samples
};

/// Whether `runs` runs of `seconds` in all are too few to have warmed up.
[[nodiscard]] bool wantsWarmUp(int runs, double seconds, const records::MeasureSettings& settings);

/// Runs the launch with `kernel` (its own, or one with the same arguments set) until the stop rule holds. Every
/// run finds the buffers as the launch describes them.
[[nodiscard]] Result<KernelTiming> timeKernel(const Launch& launch, const PreparedLaunch& prepared,
                                              const cl::Kernel& kernel,
                                              const records::MeasureSettings& settings);

} // namespace warpstring::measure
