// SPDX-License-Identifier: GPL-3.0-or-later
// A launch, or a sequence of them, with its transfers, as a program pays for it. Private to core/measure.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/measure/worker/prepared_launch.h"
#include "core/records/measurement.h"

namespace warpstring::measure {

/// Times of the launch with its transfers, by way of pinned memory of the host.
struct RoundTrip {
    std::vector<records::TransferMeasurement> transfers; ///< each buffer and direction by itself
    records::Samples
        total; ///< from enqueueing the first upload until the last download has ended, by the host's clock
};

/// Memory of the device and what goes there and back around the kernels.
struct RoundTripBuffer {
    std::string name;
    const DeviceBuffer* buffer = nullptr;
    const BufferArgument* elements = nullptr; ///< what it holds at first
    bool isSent = true, isFetched = true;
};

/// Of a launch: directions as its buffers' access tells. Runs it `runs` times, once more before that which is
/// not counted. Leaves buffers as the kernel leaves them. Empty where `runs` is 0 or the driver gives no pinned
/// memory: that is no fault of the launch.
[[nodiscard]] RoundTrip timeRoundTrip(const Launch& launch, const PreparedLaunch& prepared, int runs);

/// The same of any buffers and kernels: `enqueueKernels` enqueues them all without waiting.
[[nodiscard]] RoundTrip timeRoundTrip(const cl::Context& context, const cl::CommandQueue& queue,
                                      const std::vector<RoundTripBuffer>& buffers,
                                      const std::function<cl_int()>& enqueueKernels, int runs);

} // namespace warpstring::measure
