// SPDX-License-Identifier: GPL-3.0-or-later
// A launch ready to be enqueued, as often as wanted. Private to core/measure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/measure/worker/device_buffers.h"
#include "core/measure/worker/kernel_build.h"
#include "core/measure/worker/opencl.h"
#include "core/records/resolved_launch.h"
#include "core/result.h"

namespace warpstring::measure {

/// A device, and a queue of its own on it: in order, with profiling.
struct DeviceQueue {
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue;
};

/// The index is into listDevices(); faults have the launch's place.
[[nodiscard]] Result<DeviceQueue> openQueue(const Launch& launch, std::size_t deviceIndex);

/// Every argument of the kernel is set, and the device takes the launch's group size.
struct PreparedLaunch {
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue; // in order, with profiling
    BuiltKernel built;
    std::vector<Argument> arguments; ///< in the order of the parameters, types settled
    DeviceBuffers buffers;
    std::map<std::string, cl::Sampler> samplers; ///< by parameter
    std::vector<records::TransferMeasurement> transfers;
};

/// Uploads are timed `transferRuns` times.
[[nodiscard]] Result<PreparedLaunch> prepareLaunch(const records::ResolvedLaunch& resolved,
                                                   std::size_t deviceIndex, int transferRuns = 0);
/// The same on a queue that several launches share. Parameters that `given` has get those buffers.
[[nodiscard]] Result<PreparedLaunch> prepareLaunch(const records::ResolvedLaunch& resolved,
                                                   const DeviceQueue& queue, const DeviceBuffers& given,
                                                   int transferRuns);

/// Sets the launch's arguments on any kernel with the same first parameters.
[[nodiscard]] Diagnostics setArguments(const Launch& launch, const PreparedLaunch& prepared,
                                       cl::Kernel& kernel);

/// Enqueues a kernel without waiting for it; an OpenCL error code.
[[nodiscard]] cl_int enqueue(const PreparedLaunch& prepared, const cl::Kernel& kernel, const NDRange& range,
                             cl::Event* event = nullptr);

/// What to tell about a kernel that could not be run or did not end well.
[[nodiscard]] Diagnostic runFailure(const Launch& launch, cl_int error);

} // namespace warpstring::measure
