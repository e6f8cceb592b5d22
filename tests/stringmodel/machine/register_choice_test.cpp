// SPDX-License-Identifier: GPL-3.0-or-later
// Registers beyond the fewest, as far as they cost no warp: 65,536 of a multiprocessor, in granules of 8 a
// work-item, for 64 warps and 32 groups at most.
#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "stringmodel/machine/register_choice.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using warpstring::test::device;

Pdg kernelOf(int fewest, int free, std::vector<int> group = {}) {
    Pdg pdg;
    pdg.registers = fewest;
    pdg.freeRegisters = free;
    pdg.requiredGroupSize = std::move(group);
    return pdg;
}

TEST(RegisterChoice, FillsTheDeviceWithWarps) {
    const auto spec = device("nvidia-h200");
    EXPECT_EQ(registersTaken(kernelOf(10, 20), spec), 20);
    EXPECT_EQ(registersTaken(kernelOf(10, 90), spec), 32);
    EXPECT_EQ(registersTaken(kernelOf(30, 90), spec), 32);
}

// Loads under way want two registers beside the fewest, six once the device is not full, where they can use
// them.
TEST(RegisterChoice, LeavesSomeBesidesTheFewest) {
    const auto spec = device("nvidia-h200");
    EXPECT_EQ(registersTaken(kernelOf(32, 90), spec), 40);
    EXPECT_EQ(registersTaken(kernelOf(34, 90), spec), 40);
    EXPECT_EQ(registersTaken(kernelOf(35, 90), spec), 48);
    EXPECT_EQ(registersTaken(kernelOf(35, 37), spec), 37) << "no more can be used";
    EXPECT_EQ(registersTaken(kernelOf(32, 32), spec), 32);
    EXPECT_EQ(registersTaken(kernelOf(38, 90, {16, 16, 1}), spec), 40) << "two where the size is known";
    EXPECT_EQ(registersTaken(kernelOf(39, 90, {16, 16, 1}), spec), 48);
}

TEST(RegisterChoice, TakesWhatAsManyWarpsLeave) {
    const auto spec = device("nvidia-h200");
    EXPECT_EQ(registersTaken(kernelOf(33, 200), spec), 40);  // 48 warps: 42
    EXPECT_EQ(registersTaken(kernelOf(81, 200), spec), 96);  // 20 warps: 102
    EXPECT_EQ(registersTaken(kernelOf(97, 250), spec), 128); // 16
    EXPECT_EQ(registersTaken(kernelOf(97, 110), spec), 110);
    EXPECT_EQ(registersTaken(kernelOf(200, 400), spec), 255);
    EXPECT_EQ(registersTaken(kernelOf(300, 400), spec), 300) << "the rest spills";
}

TEST(RegisterChoice, CountsWholeGroupsWhereTheirSizeIsKnown) {
    const auto spec = device("nvidia-h200");
    EXPECT_EQ(registersTaken(kernelOf(10, 90, {32, 1, 1}), spec), 64) << "32 groups of a warp";
    EXPECT_EQ(registersTaken(kernelOf(33, 90, {16, 16, 1}), spec), 40) << "6 groups of 8 warps: 42";
    EXPECT_EQ(registersTaken(kernelOf(65, 200, {16, 16, 1}), spec), 80) << "3 groups: 85";
    EXPECT_EQ(registersTaken(kernelOf(81, 200, {16, 16, 1}), spec), 128) << "2 groups";
    EXPECT_EQ(registersTaken(kernelOf(40, 200, {1024, 1, 1}), spec), 64);
}

TEST(RegisterChoice, LeavesDevicesThatGiveRegistersToGroupsAlone) {
    EXPECT_EQ(registersTaken(kernelOf(10, 10), device("geforce-8800-gtx")), 10);
}

TEST(RegisterChoice, LeavesAmdsGpusTheFewestWhereThereAreLoops) {
    Pdg looping = kernelOf(33, 200);
    looping.loops.emplace_back();
    EXPECT_EQ(registersTaken(looping, device("amd-mi210")), 31);
    looping.registers = 2;
    EXPECT_EQ(registersTaken(looping, device("radeon-hd-7970")), 1);
}

TEST(RegisterChoice, LetsAmdsGpusUseWhatCostsNoWaveWhereThereAreNone) {
    EXPECT_EQ(registersTaken(kernelOf(33, 200), device("amd-mi210")), 64) << "8 waves of a SIMD";
    EXPECT_EQ(registersTaken(kernelOf(33, 50), device("amd-mi210")), 43) << "without those of NVIDIA's alone";
    EXPECT_EQ(registersTaken(kernelOf(33, 36), device("amd-mi210")), 31);
    EXPECT_EQ(registersTaken(kernelOf(12, 200), device("radeon-hd-7970")), 24) << "10 waves of a SIMD";
}

TEST(RegisterChoice, IsTheEstimateUnlessAsked) {
    const auto spec = device("nvidia-h200");
    const auto choice = chooseRegisters(kernelOf(33, 200), spec, {});
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->registers, registersTaken(kernelOf(33, 200), spec));
    EXPECT_EQ(choice->needed, choice->registers);
    EXPECT_EQ(choice->source, "40 a work-item, estimated by liveness");
}

TEST(RegisterChoice, IsTheNumberThatIsAskedFor) {
    const auto spec = device("nvidia-h200");
    for (const int count : {1, 16, 33, 255}) {
        const auto choice = chooseRegisters(kernelOf(33, 200), spec, {RegisterRequest::Kind::Count, count});
        ASSERT_TRUE(choice);
        EXPECT_EQ(choice->registers, count);
        EXPECT_EQ(choice->needed, 33) << "what the kernel can do with";
        EXPECT_EQ(choice->source, std::to_string(count) + " a work-item, as asked for");
    }
}

TEST(RegisterChoice, IsWhatTheDevicesCompilerSaysUnlessAnEstimateIsAskedFor) {
    const auto spec = device("amd-mi210");
    AssembledRegisters assembled{40, 8, "LLVM 1 for gfx90a"};
    assembled.compiled = std::make_shared<const CompiledForAmd>();
    const auto choice = chooseRegisters(kernelOf(33, 200), spec, {}, assembled);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->registers, 40);
    EXPECT_EQ(choice->needed, 42) << "8 bytes are spilled";
    EXPECT_EQ(choice->estimate, 64);
    EXPECT_EQ(choice->source, "40 a work-item, by LLVM 1 for gfx90a, 64 by liveness");
    const auto estimated =
        chooseRegisters(kernelOf(33, 200), spec, {RegisterRequest::Kind::Estimate, 0}, assembled);
    ASSERT_TRUE(estimated);
    EXPECT_EQ(estimated->registers, 64);
}

TEST(RegisterChoice, RefusesMoreThanAWorkItemOfTheDeviceHas) {
    const auto choice =
        chooseRegisters(kernelOf(33, 200), device("nvidia-h200"), {RegisterRequest::Kind::Count, 256});
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.diagnostics().front().code, "registers.beyond-device");
    EXPECT_EQ(choice.diagnostics().front().hint, "ask for 255 or fewer");
}

TEST(RegisterChoice, IsWhatTheAssemblerSays) {
    const auto spec = device("nvidia-h200");
    const RegisterRequest ptxas{RegisterRequest::Kind::Ptxas, 0};
    const auto choice =
        chooseRegisters(kernelOf(33, 200), spec, ptxas, AssembledRegisters{255, 42, "ptxas 1.2 for sm_90"});
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->registers, 255);
    EXPECT_EQ(choice->needed, 255 + 11) << "42 bytes are spilled";
    EXPECT_EQ(choice->source, "255 a work-item, by ptxas 1.2 for sm_90");
    const auto refused = chooseRegisters(kernelOf(33, 200), spec, ptxas);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.diagnostics().front().code, "registers.not-assembled");
}

} // namespace
