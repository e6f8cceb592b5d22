// SPDX-License-Identifier: GPL-3.0-or-later
// The generated kernels compile.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "core/measure/calibration/operation_probes.h"
#include "core/measure/calibration/probe_families.h"
#include "core/operation_class.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::measure {
namespace {

std::string faultsOf(const std::string& text, const std::string& kernel) {
    const auto pdg = frontend::buildPdg({"probe.cl", calibrationPrelude(CalibrationClock::None, true) + text},
                                        kernel, {"", 64, false});
    return pdg ? "" : toText(pdg.diagnostics().front());
}

TEST(CalibrationKernels, EveryOperationIsAClassAndCompiles) {
    for (const OperationProbe& probe : operationProbes()) {
        const std::string operation(probe.name.substr(0, probe.name.find('.')));
        EXPECT_TRUE(parseOperationClass(operation)) << operation;
        if (!probe.extra.empty()) {
            EXPECT_TRUE(parseOperationClass(probe.extra)) << probe.extra;
        }
        EXPECT_EQ(faultsOf(operationKernel(probe, "k", {2, 4}), "k"), "") << probe.name;
    }
}

TEST(CalibrationKernels, TheOthersCompile) {
    const std::string memory = memoryKernels(64, 32);
    for (const char* kernel :
         {"read_float4", "write_float4", "copy_float4", "private_float2", "strided_read", "strided_write",
          "own_word", "local_word", "local_atomic", "global_atomic", "resident", "touch"})
        EXPECT_EQ(faultsOf(memory, kernel), "") << kernel;
    const std::string inTurn = memoryKernels(64, 1, true);
    for (const char* kernel : {"read_float4", "write_float4", "copy_float4", "strided_read", "local_word"})
        EXPECT_EQ(faultsOf(inTurn, kernel), "") << kernel;
    for (const char* kernel : {"constant_words", "local_increment", "window_atomic"})
        EXPECT_EQ(faultsOf(contentionKernels(32), kernel), "") << kernel;
    EXPECT_EQ(faultsOf(spreadKernel(32), "line_latency"), "");
    for (const char* kernel : {"skipped_1", "skipped_64"})
        EXPECT_EQ(faultsOf(predicationKernels(), kernel), "");
    for (const int every : {1, 2, 3}) {
        const std::string mixture = mixtureKernel(*findOperationProbe("float_mad"),
                                                  *findOperationProbe("shift"), every, "mixture", {2, 6});
        EXPECT_EQ(faultsOf(mixture, "mixture"), "") << every;
        std::size_t shifts = 0;
        for (std::size_t at = 0; (at = mixture.find("qx", at)) != std::string::npos; ++at) ++shifts;
        // Two chains: a declaration, an operand and a result for each of 6 / every shifts, and the sum.
        EXPECT_EQ(shifts, 2U * (2U + std::size_t{12} / static_cast<std::size_t>(every))) << mixture;
    }
    for (const char* kernel : {"empty", "barriers", "barriers_in_turn", "diverge"})
        EXPECT_EQ(faultsOf(launchKernels(), kernel), "") << kernel;
}

TEST(CalibrationKernels, InputsKeepQuotientsFromZero) {
    EXPECT_EQ(operationInputs("double").size(), 4096U * 8);
    EXPECT_EQ(operationInputs("uint").size(), 4096U * 4);
    for (std::uint32_t i = 0; i < 1024; ++i) {
        std::int32_t values[4];
        const auto bytes = operationInputs("int");
        std::memcpy(values, bytes.data() + std::size_t{i} * 16, 16);
        ASSERT_GT(values[0], 0);
        ASSERT_GT(values[2], values[0] + 64);
        ASSERT_EQ(values[3], 1);
        if (i > 3) break;
    }
}

} // namespace
} // namespace warpstring::measure
