// SPDX-License-Identifier: GPL-3.0-or-later
// How much longer the latest of several cache lines takes than one of them: a warp's dependent loads of 1, 2,
// 4, ... lines at a time, from L2 and from memory.
#include <algorithm>

#include "core/measure/calibration/probe_families.h"

namespace warpstring::measure {

using records::ProbeRecord;

namespace {

constexpr std::uint64_t spreadLine = 128; ///< bytes between the words that lanes of different lines load

ProbeRecord spreadRecord(const std::string& level) {
    ProbeRecord record;
    record.id = record.family = "line-latency";
    record.operation = "load";
    record.level = level;
    record.chainLength = 1;
    return record;
}

/// Zeros on the device; null, and recorded, where there is no room.
cl::Buffer zeros(ProbeRunner& runner, std::uint64_t bytes, const ProbeRecord& about) {
    cl::Buffer made = runner.buffer(bytes, nullptr, about);
    if (made() == nullptr) return made;
    if (runner.queue().enqueueFillBuffer(made, cl_uint{0}, 0, bytes) == CL_SUCCESS) return made;
    runner.report(about, records::ProbeStatus::Failed, "the memory cannot be filled");
    return {};
}

/// All numbers of lines of a warp, over a footprint that is read as a whole first where `isRead`.
void spreadOver(ProbeRunner& runner, const cl::Program& program, const std::string& level, std::uint64_t bytes,
                bool isRead) {
    ProbeRecord about = spreadRecord(level);
    about.id += "/" + level + "/" + std::to_string(bytes);
    about.footprintBytes = bytes;
    const cl::Buffer memory = zeros(runner, bytes, about);
    const cl::Buffer out = runner.buffer(runner.lanes() * sizeof(cl_uint), nullptr, about);
    if (memory() == nullptr || out() == nullptr) return;
    for (std::uint64_t lines = 1; lines <= runner.lanes(); lines *= 2) {
        ProbeSeries series;
        series.record = about;
        series.record.id += "/" + std::to_string(lines);
        series.record.ways = lines;
        series.record.groups = 1;
        series.record.groupSize = runner.lanes();
        series.in = memory;
        series.out = out;
        series.kernel = runner.kernel(program, "line_latency", series.record);
        if (series.kernel() == nullptr) return;
        cl_int error = series.kernel.setArg(4, static_cast<cl_uint>(bytes / spreadLine));
        if (error == CL_SUCCESS) error = series.kernel.setArg(5, static_cast<cl_uint>(runner.lanes() / lines));
        if (error == CL_SUCCESS) error = series.kernel.setArg(6, static_cast<cl_uint>(isRead ? 1 : 0));
        if (error != CL_SUCCESS) return;
        // Other addresses in every run: those of the last one are in a cache.
        series.before = [kernel = series.kernel, seed = cl_uint{0}]() mutable {
            return kernel.setArg(7, seed += 2654435761U);
        };
        series.leastIterations = 256; // however long the reading takes
        series.operationsPerIteration = 1;
        series.transactionsPerIteration = 1;
        runner.run(series);
    }
}

} // namespace

std::string spreadKernel(std::uint64_t lanes) {
    return "#define LANES " + std::to_string(lanes) +
           "u\n"
           "__kernel void line_latency(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, uint lines, uint together, uint read, uint seed)\n{\n"
           "    const uint item = (uint)get_global_id(0), lane = item & (LANES - 1u);\n"
           "    ulong start, end;\n"
           "    uint loaded = 0u;\n"
           "    for (uint n = lane; read != 0u && n < lines; n += LANES) loaded += in[(size_t)n * 32u];\n"
           "    uint state = lane / together * 104729u + 12345u + loaded + seed;\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n"
           "        state = state * 1664525u + 1013904223u + loaded;\n"
           "        loaded = in[(size_t)mul_hi(state, lines) * 32u];\n"
           "    }\n    READ_CLOCK(end);\n"
           "    out[item] = loaded + state;\n"
           "    if (item == 0u) stamps[0] = end - start;\n}\n";
}

void probeLineLatency(ProbeRunner& runner) {
    const ProbeRecord about = spreadRecord("l2");
    if (runner.isCpu())
        return runner.report(about, records::ProbeStatus::NotApplicable, "a CPU's work-items load one by one");
    const cl::Program program = runner.build(spreadKernel(runner.lanes()), about);
    if (program() == nullptr) return;
    for (const std::uint64_t bytes : {1U << 20U, 1U << 22U, 1U << 24U}) {
        spreadOver(runner, program, "l2", bytes, true);
        if (runner.isQuick()) return;
    }
    const auto memory = runner.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    spreadOver(runner, program, "global", std::min<std::uint64_t>(1U << 30U, memory / 2 / 4096 * 4096), false);
}

} // namespace warpstring::measure
