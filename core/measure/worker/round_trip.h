// SPDX-License-Identifier: GPL-3.0-or-later
// A launch with its transfers, as a program pays for it. Private to core/measure.
#pragma once

#include "core/measure/worker/prepared_launch.h"
#include "core/records/measurement.h"

namespace warpstring::measure {

/// Times of the launch with its transfers, by way of pinned memory of the host.
struct RoundTrip {
    std::vector<records::TransferMeasurement> transfers; ///< each buffer and direction by itself
    records::Samples
        total; ///< from enqueueing the first upload until the last download has ended, by the host's clock
};

/// Runs it `runs` times, once more before that which is not counted. Leaves buffers as the kernel leaves them.
/// Empty where `runs` is 0 or the driver gives no pinned memory: that is no fault of the launch.
[[nodiscard]] RoundTrip timeRoundTrip(const Launch& launch, const PreparedLaunch& prepared, int runs);

} // namespace warpstring::measure
