// SPDX-License-Identifier: GPL-3.0-or-later
// Additions and moves on the pipe that has less to do.
#include <gtest/gtest.h>

#include "stringmodel/machine/machine_program.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using namespace warpstring::test;

struct PipeCounts {
    double alu = 0, fma = 0, multiply = 0;
};

/// Instructions of a warp on each pipe, in 64 copies of a body.
PipeCounts countsOf(const std::string& body, const HardwareSpec& spec = device("nvidia-h200")) {
    const std::string kernel = "__kernel void k(__global uint* a, uint p, uint q, float f) {\n"
                               "  uint x = get_global_id(0), y = x * p; float z = x, w = y;\n"
                               "#pragma unroll\n  for (int j = 0; j < 64; ++j) {\n" +
                               body + "  }\n  a[get_global_id(0)] = x + y + as_uint(z + w);\n}\n";
    const auto made = prepared(subject(kernel, {1, {4096, 1, 1}, {128, 1, 1}}), spec);
    const auto program = lower(made.pdg, made.evaluation, spec);
    const auto of = [&](Pipe pipe) { return program.pipeInstructionsPerWarp[static_cast<std::size_t>(pipe)]; };
    return {of(Pipe::Alu), of(Pipe::Fma), of(Pipe::IntegerMultiply)};
}

// bench/device/starts.toml, WHAT = 3: machine code has as many IMAD.IADD as SHF.
TEST(PipeBalance, MultipliersAddWhereTheAluShifts) {
    const auto counts = countsOf("x = rotate(x + y, 7u); y = rotate(y + x, 11u);\n");
    EXPECT_NEAR(counts.alu, 128, 16) << "the rotations";
    EXPECT_NEAR(counts.multiply, 128, 16) << "the additions";
}

TEST(PipeBalance, TheAluAddsWhereTheOthersMultiply) {
    const auto counts =
        countsOf("z = z * f + w; w = w * f + z; z = z * f + w; w = w * f + z; x += y; y ^= x;\n");
    EXPECT_NEAR(counts.alu, 128, 16) << "64 additions and 64 exclusive ors";
    EXPECT_NEAR(counts.fma, 256, 16);
}

TEST(PipeBalance, SumsOfThreeAreTheAlus) {
    const auto two = countsOf("x = rotate(x + y, 7u); y ^= x;\n");
    const auto three = countsOf("x = rotate(x + y + q, 7u); y ^= x;\n");
    EXPECT_GT(two.multiply, 48);
    EXPECT_LT(three.multiply, two.multiply - 40);
    EXPECT_GT(three.alu, two.alu + 40);
}

TEST(PipeBalance, OfAdditionsAloneEitherPipeHasHalf) {
    const auto counts = countsOf("x += y; y += p; x ^= 0; \n");
    EXPECT_NEAR(counts.alu, counts.fma, 16) << "but for the IDs and the address";
}

TEST(PipeBalance, WhatASpecPutsOnOnePipeStays) {
    auto spec = device("nvidia-h200");
    auto& cost = spec.instructions[OperationClass::IntegerAdd];
    cost.pipes[static_cast<std::size_t>(Pipe::Alu)] = 1;
    cost.pipes[static_cast<std::size_t>(Pipe::Fma)] = 0;
    const auto counts = countsOf("x = rotate(x + y, 7u); y = rotate(y + x, 11u);\n", spec);
    EXPECT_GT(counts.alu, 240);
}

} // namespace
