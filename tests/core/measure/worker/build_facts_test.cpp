// SPDX-License-Identifier: GPL-3.0-or-later
// Registers and spills from logs as NVIDIA's compiler writes them with -cl-nv-verbose.
#include <gtest/gtest.h>

#include "core/measure/worker/build_log.h"

namespace warpstring::measure {

using records::BuildFacts;
namespace {

BuildFacts factsOf(std::string_view log, const std::string& kernel) {
    BuildFacts facts;
    readBuildFacts(log, kernel, facts);
    return facts;
}

constexpr const char* oneKernel =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'black_scholes' for 'sm_90a'\n"
    "ptxas info    : Function properties for black_scholes\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 19 registers, used 0 barriers\n"
    "ptxas info    : Compile time = 11.873 ms\n";

constexpr const char* prefixedKernels =
    "ptxas info    : 0 bytes gmem, 64 bytes cmem[3]\n"
    "ptxas info    : Compiling entry function 'scan_blocks' for 'sm_90a'\n"
    "ptxas info    : Function properties for scan_blocks\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 40 registers, 2176 bytes smem, 400 bytes cmem[0]\n"
    "ptxas info    : Compiling entry function 'scan' for 'sm_90a'\n"
    "ptxas info    : Function properties for scan\n"
    "ptxas         .     312 bytes stack frame, 96 bytes spill stores, 128 bytes spill loads\n"
    "ptxas info    : Used 255 registers, used 1 barriers, 312 bytes cumulative stack size\n"
    "ptxas info    : Compiling entry function 'my_scan' for 'sm_90a'\n"
    "ptxas info    : Function properties for my_scan\n"
    "ptxas         .     8 bytes stack frame, 4 bytes spill stores, 2 bytes spill loads\n"
    "ptxas info    : Used 12 registers, used 1 barriers, 16 bytes smem";

TEST(BuildFacts, ReadsTheOnlyKernel) {
    const BuildFacts facts = factsOf(oneKernel, "black_scholes");
    EXPECT_EQ(facts.registers, 19U);
    EXPECT_EQ(facts.privateBytes, 0U);
    EXPECT_EQ(facts.spillStoreBytes, 0U);
    EXPECT_EQ(facts.spillLoadBytes, 0U);
    EXPECT_EQ(facts.localBytes, 0U) << "a log that is silent about it means none";
}

TEST(BuildFacts, TellsKernelsApartWhoseNamesHoldEachOther) {
    const BuildFacts blocks = factsOf(prefixedKernels, "scan_blocks");
    EXPECT_EQ(blocks.registers, 40U);
    EXPECT_EQ(blocks.localBytes, 2176U);
    EXPECT_EQ(blocks.privateBytes, 0U);

    const BuildFacts scan = factsOf(prefixedKernels, "scan");
    EXPECT_EQ(scan.registers, 255U);
    EXPECT_EQ(scan.localBytes, 0U);
    EXPECT_EQ(scan.privateBytes, 312U);
    EXPECT_EQ(scan.spillStoreBytes, 96U);
    EXPECT_EQ(scan.spillLoadBytes, 128U);

    const BuildFacts last = factsOf(prefixedKernels, "my_scan");
    EXPECT_EQ(last.registers, 12U) << "the last line has no end";
    EXPECT_EQ(last.localBytes, 16U);
    EXPECT_EQ(last.privateBytes, 8U);
}

TEST(BuildFacts, KernelsCalledAsTheLogsOwnWords) {
    for (const std::string kernel : {"entry", "function", "for", "info", "properties", "sm_90a"}) {
        const std::string log = "ptxas info    : Compiling entry function '" + kernel +
                                "' for 'sm_90a'\nptxas info    : Used 7 registers, used 0 barriers\n"
                                "ptxas info    : Compiling entry function 'other' for 'sm_90a'\n"
                                "ptxas info    : Used 99 registers, used 0 barriers\n";
        EXPECT_EQ(factsOf(log, kernel).registers, 7U) << kernel;
    }
}

TEST(BuildFacts, OtherLogsAddNothing) {
    for (const char* log : {"", "\n\n", "warning: unused variable 'x'\n", "Used 12 registers\n",
                            "ptxas info    : Compiling entry function 'other' for 'sm_70'\n"
                            "ptxas info    : Used 12 registers, 8 bytes smem\n",
                            "ptxas info    : Compiling entry function 'k' for 'sm_70'\n"
                            "ptxas info    : Used many registers\n",
                            "ptxas info    : Compiling entry function 'k' for 'sm_70'\n"
                            "ptxas info    : Used 99999999999999999999999 registers\n"}) {
        const BuildFacts facts = factsOf(log, "k");
        EXPECT_FALSE(facts.registers || facts.localBytes || facts.privateBytes || facts.spillLoadBytes) << log;
    }
}

TEST(BuildFacts, CutAnywhereALogIsStillRead) {
    const std::string log = prefixedKernels;
    for (std::size_t length = 0; length < log.size(); ++length) {
        const BuildFacts facts = factsOf(std::string_view(log).substr(0, length), "scan");
        EXPECT_TRUE(!facts.registers || facts.registers == 255U) << length;
    }
}

} // namespace
} // namespace warpstring::measure
