// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions of a warp around those of the source, counted by hand.
#include "stringmodel/machine/warp_frame.h"

#include <gtest/gtest.h>

#include "stringmodel/machine/machine_program.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using namespace warpstring::test;

HardwareSpec framed(bool loadsParameters, int frameInstructions) {
    auto spec = device("nvidia-h200");
    spec.compiler.loadsParameters = loadsParameters;
    spec.compiler.frameInstructions = frameInstructions;
    return spec;
}

struct Counted {
    double frame = 0, all = 0;
};

Counted count(const std::string& kernel, const HardwareSpec& spec, const NDRange& range) {
    const auto made = prepared(subject(kernel, range), spec);
    return {warpFrame(made.pdg, spec).instructions, lower(made.pdg, made.evaluation, spec).instructionsPerWarp};
}

const NDRange frameRange{1, {4096, 1, 1}, {128, 1, 1}};
const NDRange plane{2, {4096, 4, 1}, {32, 4, 1}};

// An ULDC or LDC for each of two buffers and n, the size of a group and where its IDs begin.
TEST(WarpFrame, LoadsEachParameterOnce) {
    const std::string kernel =
        "__kernel void k(__global const float* restrict a, __global float* restrict b, int n, int unused) {\n"
        "  const int i = get_global_id(0);\n  if (i < n) b[i] = a[i] + a[n - i];\n}\n";
    EXPECT_DOUBLE_EQ(count(kernel, framed(true, 0), frameRange).frame, 3 + 2);
    EXPECT_DOUBLE_EQ(count(kernel, framed(true, 3), frameRange).frame, 3 + 2 + 3);
    EXPECT_DOUBLE_EQ(count(kernel, framed(false, 3), frameRange).frame, 3);
    EXPECT_DOUBLE_EQ(count(kernel, framed(false, 0), frameRange).frame, 0);
}

TEST(WarpFrame, LoadsSizesAndOffsetsOfEachDimension) {
    const std::string kernel = "__kernel void k(__global float* restrict a) {\n"
                               "  a[get_global_id(1) * 4096 + get_global_id(0)] = 1.0f;\n}\n";
    EXPECT_DOUBLE_EQ(count(kernel, framed(true, 0), plane).frame, 1 + 2 * 2);
}

// What lies in local memory has an address that the group brings along.
TEST(WarpFrame, LoadsNoAddressesOfLocalMemory) {
    const std::string kernel = "__kernel void k(__global float* restrict a) {\n  __local float t[128];\n"
                               "  t[get_local_id(0)] = 1.0f;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  a[get_local_id(0)] = t[127 - get_local_id(0)];\n}\n";
    EXPECT_DOUBLE_EQ(count(kernel, framed(true, 0), frameRange).frame, 1);
}

TEST(WarpFrame, IsExecutedOnceByEachWarp) {
    const std::string kernel = "__kernel void k(__global float* restrict a, int n) {\n  float s = 0;\n"
                               "  for (int j = 0; j < n; ++j) s += a[j];\n  a[get_global_id(0)] = s;\n}\n";
    const auto with = count(kernel, framed(true, 3), frameRange),
               without = count(kernel, framed(false, 0), frameRange);
    EXPECT_GT(with.frame, 0);
    EXPECT_DOUBLE_EQ(with.all, without.all + with.frame);
}

// Nothing waits for it: a warp issues it and goes on. It begins with a turn of the ALU.
TEST(WarpFrame, TakesIssueSlotsAlone) {
    const auto spec = framed(true, 3);
    const auto made = prepared(
        subject("__kernel void k(__global float* a) { a[get_global_id(0)] = 1.0f; }\n", frameRange), spec);
    const auto frame = warpFrame(made.pdg, spec);
    EXPECT_DOUBLE_EQ(frame.issueCycles, frame.instructions);
    EXPECT_EQ(frame.latency, 0);
    for (std::size_t pipe = 0; pipe < pipeCount; ++pipe)
        EXPECT_NEAR(frame.pipeCycles[pipe], 0, pipe == static_cast<std::size_t>(Pipe::Alu) ? 0.01 : 0);
    EXPECT_GT(frame.pipeCycles[static_cast<std::size_t>(Pipe::Alu)], 0);
}

} // namespace
