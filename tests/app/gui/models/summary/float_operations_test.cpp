// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/float_operations.h"

#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

FloatWork workOf(const std::string& body, const std::string& spec = "nvidia-h200") {
    const auto analysis = test::analysisOfKernel(test::kernelOf(body), spec);
    return floatWork(*analysis->pdg, analysis->simulation.evaluation);
}

TEST(FloatOperations, AMultiplyAddIsTwo) {
    EXPECT_DOUBLE_EQ(workOf("    out[i] = in[i] * 2.0f;\n").all(), 65536.0);
    EXPECT_DOUBLE_EQ(workOf("    out[i] = fma(in[i], 2.0f, 1.0f);\n").all(), 2 * 65536.0);
    EXPECT_DOUBLE_EQ(workOf("    out[i] = in[i];\n").all(), 0.0);
    EXPECT_DOUBLE_EQ(workOf("    out[i] = fmax(in[i], 1.0f);\n").all(), 0.0) << "a comparison computes nothing";
}

TEST(FloatOperations, AreCountedAsOftenAsTheyAreExecuted) {
    EXPECT_DOUBLE_EQ(workOf("    float x = in[i];\n"
                            "    for (int k = 0; k < 1000; ++k) x = x * x;\n"
                            "    out[i] = x;\n")
                         .all(),
                     1000 * 65536.0);
    EXPECT_DOUBLE_EQ(workOf("    if (get_local_id(0) < 64) out[i] = native_sin(in[i]);\n").all(), 65536.0 / 4)
        << "two of the eight warps of a group";
}

TEST(FloatOperations, DoublesAreApart) {
    const FloatWork work = workOf("    out[i] = (float)((double)in[i] * 3.0 + 1.0) * 2.0f;\n");
    EXPECT_GE(work.doubles, 2 * 65536.0 - 1);
    EXPECT_DOUBLE_EQ(work.singles, 65536.0);
    EXPECT_FALSE(work.statements.empty());
}

TEST(FloatOperations, ThePeakIsThatOfTheDataSheets) {
    const auto spec = [](const char* name) { return *cli::loadSpec(name, cli::specFolders({})); };
    // NVIDIA GeForce 8800 GTX: 16 multiprocessors of 8 lanes at 1.35 GHz, a multiply-add each.
    EXPECT_NEAR(peakFloatRate(spec("geforce-8800-gtx"), false), 345.6e9, 0.01 * 345.6e9);
    const HardwareSpec h200 = spec("nvidia-h200");
    EXPECT_NEAR(peakFloatRate(h200, false), 132.0 * 128 * 2 * h200.execution.clockMhz * 1e6, 1e9);
    EXPECT_NEAR(peakFloatRate(h200, true), 132.0 * 64 * 2 * h200.execution.clockMhz * 1e6, 1e9);
}

} // namespace

} // namespace warpstring::gui
