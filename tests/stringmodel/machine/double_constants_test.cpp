// SPDX-License-Identifier: GPL-3.0-or-later
// What constants of double precision cost (docs/model.md, section 9.1), beside what counters of an H200 say of
// bench/device/double-constants.toml.
#include <gtest/gtest.h>

#include "stringmodel/machine/machine_program.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using namespace warpstring::test;

/// Instructions of a warp in a loop of 64 trips, by trip, of a polynomial of so many coefficients.
double instructionsOfTrip(const std::string& coefficient, const HardwareSpec& spec, int terms = 8,
                          int copies = 1) {
    const std::string kernel = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                               "__kernel void k(__global double* a, double p, int n) {\n"
                               "  double x = get_global_id(0) * p;\n"
                               "#pragma unroll " +
                               std::to_string(copies) +
                               "\n  for (int j = 0; j < n; ++j) {\n"
                               "    double y = x;\n#pragma unroll\n"
                               "    for (int i = 0; i < " +
                               std::to_string(terms) + "; ++i) y = fma(y, x, " + coefficient +
                               ");\n    x = y;\n  }\n  a[get_global_id(0)] = x;\n}\n";
    const auto made = prepared(subject(kernel, {1, {4096, 1, 1}, {128, 1, 1}}), spec);
    return lower(made.pdg, made.evaluation, spec).instructionsPerWarp / 64;
}

TEST(DoubleConstants, AreTwoInstructionsWhereOneDoesNotHoldThem) {
    const auto spec = device("nvidia-h200");
    const double longer = instructionsOfTrip("1.0 / (i + 3.1)", spec);
    const double shorter = instructionsOfTrip("1.0 / (1 << i)", spec);
    EXPECT_DOUBLE_EQ(longer - shorter, 16);
    EXPECT_NEAR(longer, 27.3, 2) << "counted on the device";
    EXPECT_NEAR(shorter, 11.3, 2);
}

TEST(DoubleConstants, AreKeptByShortLoopsAndSharedByCopies) {
    const auto spec = device("nvidia-h200");
    const std::string coefficient = "1.0 / (i + 3.1)";
    EXPECT_NEAR(instructionsOfTrip(coefficient, spec, 4), 7.4, 1);
    EXPECT_NEAR(instructionsOfTrip(coefficient, spec, 5), 18.3, 1.5);
    EXPECT_NEAR(instructionsOfTrip(coefficient, spec, 2, 2), 4.0, 1);
    EXPECT_NEAR(instructionsOfTrip(coefficient, spec, 8, 2), 17.9, 1.5);
}

TEST(DoubleConstants, CostNothingWhereTheSpecDoesNotTell) {
    auto spec = device("nvidia-h200");
    spec.compiler.doubleConstantInstructions = 0;
    EXPECT_DOUBLE_EQ(instructionsOfTrip("1.0 / (i + 3.1)", spec), instructionsOfTrip("1.0 / (1 << i)", spec));
}

} // namespace
