// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/cache_flush.h"

#include <algorithm>

namespace warpstring::measure {

namespace {

constexpr const char* source = "__kernel void warpstring_flush(__global uint4* data)\n"
                               "{\n"
                               "    data[get_global_id(0)] += (uint4)(1u);\n"
                               "}\n";
constexpr std::size_t elementBytes = 16;
/// Some drivers tell a cache smaller than the last level, or none: this is beyond any of today's.
constexpr std::uint64_t leastBytes = std::uint64_t{256} << 20U;

} // namespace

Result<CacheFlush> CacheFlush::create(const cl::Context& context, const cl::Device& device) {
    const std::uint64_t cache = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>();
    const std::uint64_t most = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    const std::uint64_t bytes = std::min(std::max(4 * cache, leastBytes), most) / 4096 * 4096;
    CacheFlush flush;
    flush.workItems_ = static_cast<std::size_t>(bytes) / elementBytes;
    flush.program_ = cl::Program(context, source);
    cl_int error = flush.program_.build(device, "");
    if (error == CL_SUCCESS) flush.kernel_ = cl::Kernel(flush.program_, "warpstring_flush", &error);
    if (error == CL_SUCCESS) flush.buffer_ = cl::Buffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    if (error == CL_SUCCESS) error = flush.kernel_.setArg(0, flush.buffer_);
    if (error == CL_SUCCESS) return flush;
    return Diagnostic{"measure.run-failed",
                      Severity::Error,
                      {},
                      "the caches cannot be emptied: " + errorName(error),
                      "measure with warm caches"};
}

cl_int CacheFlush::run(const cl::CommandQueue& queue) const {
    return queue.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(workItems_));
}

} // namespace warpstring::measure
