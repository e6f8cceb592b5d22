// SPDX-License-Identifier: GPL-3.0-or-later
// A launch's arguments on the device: filled as the launch says, put back to that before every run. Private to
// core/measure.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/measure/worker/opencl.h"
#include "core/records/measurement.h"
#include "core/records/verification.h"
#include "core/result.h"

namespace warpstring::measure {

struct DeviceBuffer {
    cl::Buffer buffer;
    cl::Buffer pristine; ///< a copy of the initial contents where the kernel reads and writes; else none
    std::size_t bytes = 0;
    BufferAccess access = BufferAccess::ReadWrite;
};

/// By parameter name.
using DeviceBuffers = std::map<std::string, DeviceBuffer>;

/// Makes and fills the launch's buffers. Uploads of buffers that the kernel reads are timed `transferRuns`
/// times each and added to `transfers`. Fails with measure.allocation-failed, or as BufferData does.
[[nodiscard]] Result<DeviceBuffers> makeBuffers(const Launch& launch, const cl::Context& context,
                                                const cl::Device& device, const cl::CommandQueue& queue,
                                                int transferRuns,
                                                std::vector<records::TransferMeasurement>& transfers);

/// Puts buffers that the kernel reads and writes back to their initial contents; an OpenCL error code.
[[nodiscard]] cl_int restore(const DeviceBuffers& buffers, const cl::CommandQueue& queue);

/// Reads the buffers that the kernel writes, and with `all` the others too. Downloads of the former are timed
/// as above.
[[nodiscard]] Result<records::BufferContents> readBuffers(const Launch& launch, const DeviceBuffers& buffers,
                                                          const cl::CommandQueue& queue, bool all,
                                                          int transferRuns,
                                                          std::vector<records::TransferMeasurement>& transfers);

/// Device time of a finished event in nanoseconds; negative when the driver does not tell.
[[nodiscard]] double profiledNs(const cl::Event& event);

} // namespace warpstring::measure
