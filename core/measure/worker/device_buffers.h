// SPDX-License-Identifier: GPL-3.0-or-later
// A launch's buffers and images on the device: filled as the launch says, put back to that before every run.
// Private to core/measure.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/measure/worker/opencl.h"
#include "core/probe/kernel_parameter.h"
#include "core/records/measurement.h"
#include "core/records/verification.h"
#include "core/result.h"

namespace warpstring::measure {

/// A buffer or an image.
struct DeviceBuffer {
    cl::Memory memory;
    cl::Memory pristine; ///< a copy of the initial contents where the kernel reads and writes; else none
    cl::Memory handle;   ///< what the kernel gets: `memory`, or an image over it
    /// Of an image that is none over a buffer: its sizes; else 0.
    std::array<std::size_t, 3> region{};
    std::size_t bytes = 0; ///< without padding
    BufferAccess access = BufferAccess::ReadWrite;
};

/// Contents from and to the host, without padding; an OpenCL error code.
[[nodiscard]] cl_int enqueueWrite(const cl::CommandQueue& queue, const DeviceBuffer& buffer, bool waits,
                                  const void* contents, cl::Event* event);
[[nodiscard]] cl_int enqueueRead(const cl::CommandQueue& queue, const DeviceBuffer& buffer, bool waits,
                                 void* contents, cl::Event* event);

/// By parameter name.
using DeviceBuffers = std::map<std::string, DeviceBuffer>;

/// Makes and fills the launch's buffers and images, whose kinds the kernel's parameters say. Uploads of buffers
/// that the kernel reads are timed `transferRuns` times each and added to `transfers`. Parameters that `given`
/// has get those buffers, as they are. Fails with measure.allocation-failed, or as BufferData does.
[[nodiscard]] Result<DeviceBuffers> makeBuffers(const Launch& launch,
                                                const std::vector<probe::KernelParameter>& parameters,
                                                const cl::Context& context, const cl::Device& device,
                                                const cl::CommandQueue& queue, int transferRuns,
                                                std::vector<records::TransferMeasurement>& transfers,
                                                const DeviceBuffers& given = {});

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
