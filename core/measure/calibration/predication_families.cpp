// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp pays for a branch that none of its work-items takes, by the branch's length: all of it as long as
// compilers execute it under a predicate, a jump once they branch around it.
#include <algorithm>
#include <array>

#include "core/measure/calibration/probe_families.h"

namespace warpstring::measure {

using records::ProbeRecord;

namespace {

/// Instructions of the branch.
constexpr std::array<int, 20> lengths{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 24, 32, 48, 64};

std::string skippedName(int length) { return "skipped_" + std::to_string(length); }

} // namespace

std::string predicationKernels() {
    std::string text;
    for (const int length : lengths) {
        text += "__kernel void " + skippedName(length) +
                "(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
                "    uint iterations, uint never)\n{\n"
                "    const uint item = (uint)get_global_id(0);\n    ulong start, end;\n"
                "    float x = as_float(in[item & 1023u]), a = as_float(in[1]), b = as_float(in[2]);\n"
                "    uint state = item;\n"
                "    READ_CLOCK(start);\n#pragma unroll 1\n    for (uint n = 0u; n < iterations; ++n) {\n"
                "        state = state * 1664525u + 1013904223u;\n        if ((state >> 8) > never) {\n";
        for (int i = 0; i < length; ++i) text += "            x = mad(x, a, b);\n";
        text += "        }\n    }\n    READ_CLOCK(end);\n    out[item] = as_uint(x) + state;\n"
                "    if (item == 0u) stamps[0] = end - start;\n}\n";
    }
    return text;
}

void probePredication(ProbeRunner& runner) {
    ProbeRecord about;
    about.id = about.family = "predication";
    about.operation = "float_mad";
    if (runner.isCpu())
        return runner.report(about, records::ProbeStatus::NotApplicable,
                             "a CPU's work-items branch one by one");
    about.groupSize = std::min<std::uint64_t>(256, runner.mostGroupSize());
    about.groups = runner.computeUnits() * 4;
    const cl::Program program = runner.build(predicationKernels(), about);
    if (program() == nullptr) return;
    ProbeSeries series;
    series.in = runner.buffer(4096, nullptr, about);
    series.out = runner.buffer(about.groups * about.groupSize * sizeof(cl_uint), nullptr, about);
    if (series.in() == nullptr || series.out() == nullptr) return;
    series.operationsPerIteration = 1;
    series.transactionsPerIteration =
        static_cast<double>(about.groups * about.groupSize) / static_cast<double>(runner.warp());
    for (const int length : lengths) {
        if (runner.isQuick() && length > 2) break;
        series.record = about;
        series.record.id += "/" + std::to_string(length);
        series.record.chainLength = static_cast<std::uint64_t>(length);
        series.kernel = runner.kernel(program, skippedName(length), series.record);
        // No number of 24 bits is greater, which compilers are not told.
        if (series.kernel() == nullptr || series.kernel.setArg(4, cl_uint{0xffffffff}) != CL_SUCCESS) return;
        runner.run(series);
    }
}

} // namespace warpstring::measure
