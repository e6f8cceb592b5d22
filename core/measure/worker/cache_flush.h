// SPDX-License-Identifier: GPL-3.0-or-later
// Emptying a device's caches of what a kernel left in them. Private to core/measure.
#pragma once

#include "core/measure/worker/opencl.h"
#include "core/result.h"

namespace warpstring::measure {

/// Rewrites a buffer of several times the size of the largest cache, so that nothing else stays in it.
class CacheFlush {
public:
    [[nodiscard]] static Result<CacheFlush> create(const cl::Context& context, const cl::Device& device);
    /// Enqueues the flush; an OpenCL error code.
    [[nodiscard]] cl_int run(const cl::CommandQueue& queue) const;

private:
    cl::Program program_;
    cl::Kernel kernel_;
    cl::Buffer buffer_;
    std::size_t workItems_ = 0;
};

} // namespace warpstring::measure
