// SPDX-License-Identifier: GPL-3.0-or-later
// On a script instead of ptxas: machines that test have no CUDA toolkit.
#include <gtest/gtest.h>

#include <atomic>

#include "pdg/frontend/assembly/ptxas.h"
#include "tests/pdg/frontend/assembly/fake_ptxas.h"

namespace warpstring::frontend {
namespace {

/// As version 13 prints it.
constexpr const char* output =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
    "ptxas info    : Function properties for k\n"
    "    40 bytes stack frame, 24 bytes spill stores, 28 bytes spill loads\n"
    "ptxas info    : Used 37 registers, used 1 barriers, 40 bytes cumulative stack size\n";

TEST(Ptxas, SaysRegistersAndSpills) {
    AssembledRegisters found;
    EXPECT_TRUE(readPtxasOutput(output, found));
    EXPECT_EQ(found.registers, 37);
    EXPECT_EQ(found.spilledBytes, 24);
    for (const char* other : {"", "ptxas info : Used many registers", " registers", "Used 8 barriers"})
        EXPECT_FALSE(readPtxasOutput(other, found)) << other;
}

TEST(Ptxas, IsAskedForTheArchitectureOfAComputeCapability) {
    EXPECT_EQ(architectureNumber("9.0"), "90");
    EXPECT_EQ(architectureNumber("12.1"), "121");
    for (const char* other : {"", "9", "gfx90a", "9.0.1", ".", "9.x"}) EXPECT_EQ(architectureNumber(other), "");
}

TEST(Ptxas, IsFoundWhereTheEnvironmentSays) {
    const FakePtxas fake("");
    EXPECT_EQ(*findPtxas(), fake.program());
    ::setenv("WARPSTRING_PTXAS", "/nowhere/ptxas", 1);
    const auto none = findPtxas();
    ASSERT_FALSE(none);
    EXPECT_EQ(none.diagnostics().front().code, "registers.no-ptxas");
    EXPECT_NE(none.diagnostics().front().message.find("/nowhere/ptxas"), std::string::npos);
    EXPECT_NE(none.diagnostics().front().hint.find("WARPSTRING_PTXAS"), std::string::npos);
}

TEST(Ptxas, IsRunOnTheText) {
    const FakePtxas fake("grep -q hello \"$input\" || exit 1\n"
                         "echo 'ptxas info    : Used 12 registers, used 1 barriers' >&2");
    const auto found = runPtxas(fake.program(), "hello\n", "90", nullptr);
    ASSERT_TRUE(found) << toText(found.diagnostics().front());
    EXPECT_EQ(found->registers, 12);
    EXPECT_EQ(found->spilledBytes, 0);
    EXPECT_EQ(found->assembler, "ptxas 98.7.65 for sm_90");
    EXPECT_NE(fake.calls().find("-v --gpu-name sm_90 "), std::string::npos) << fake.calls();
    EXPECT_FALSE(runPtxas(fake.program(), "other\n", "90", nullptr));
}

TEST(Ptxas, IsQuotedWhereItFails) {
    const FakePtxas fake("echo 'ptxas fatal   : Value sm_90 is not defined for option gpu-name'; exit 255");
    const auto found = runPtxas(fake.program(), "", "90", nullptr);
    ASSERT_FALSE(found);
    const auto& fault = found.diagnostics().front();
    EXPECT_EQ(fault.code, "registers.ptxas-failed");
    EXPECT_NE(fault.message.find("Value sm_90 is not defined"), std::string::npos) << fault.message;
    EXPECT_EQ(fault.origin, Origin::Request);
    EXPECT_FALSE(fault.hint.empty());
}

TEST(Ptxas, IsEndedWithWhatAsksForIt) {
    const FakePtxas fake("sleep 60");
    const std::atomic<bool> stop = true;
    const Cancellation cancellation(&stop);
    const auto found = runPtxas(fake.program(), "", "90", &cancellation);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.diagnostics().front().code, "simulate.interrupted");
}

} // namespace
} // namespace warpstring::frontend
