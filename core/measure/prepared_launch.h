// SPDX-License-Identifier: GPL-3.0-or-later
// A launch ready to be enqueued, as often as wanted. Private to core/measure.
#pragma once

#include <map>
#include <string>

#include "core/launch.h"
#include "core/measure/opencl.h"
#include "core/result.h"

namespace warpstring {

/// Every argument of `kernel` is set, and the device takes the launch's group size.
struct PreparedLaunch {
    cl::Device device;
    cl::CommandQueue queue; // in order
    cl::Kernel kernel;
    std::map<std::string, cl::Buffer> buffers; // by parameter name
    std::string buildLog;
};

[[nodiscard]] Result<PreparedLaunch> prepareLaunch(const Launch& launch, std::size_t deviceIndex);

/// Enqueues the kernel without waiting for it; an OpenCL error code.
[[nodiscard]] cl_int enqueue(const PreparedLaunch& prepared, const NDRange& range, cl::Event* event = nullptr);

} // namespace warpstring
