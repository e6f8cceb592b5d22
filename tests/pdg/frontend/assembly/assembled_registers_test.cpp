// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "pdg/frontend/assembly/assembled_registers.h"
#include "tests/pdg/frontend/assembly/fake_ptxas.h"

namespace warpstring::frontend {
namespace {

HardwareSpec device(const std::string& capability) {
    HardwareSpec spec;
    spec.name = "a-gpu";
    spec.device.computeCapability = capability;
    return spec;
}

const KernelSource source{"k.cl", "kernel void k(global int* i) { i[get_global_id(0)] = 1; }"};

TEST(AssembledRegisters, AreThoseOfTheKernelsCode) {
    const FakePtxas fake("grep -q '.entry k(' \"$input\" && echo 'ptxas info    : Used 9 registers'");
    const auto found = assembledRegisters(source, "k", {"", 64}, device("8.6"));
    ASSERT_TRUE(found) << toText(found.diagnostics().front());
    EXPECT_EQ(found->registers, 9);
    EXPECT_EQ(found->assembler, "ptxas 98.7.65 for sm_86");
}

TEST(AssembledRegisters, AreNotToBeHadForOtherDevices) {
    const FakePtxas fake("exit 1");
    const auto found = assembledRegisters(source, "k", {"", 64}, device(""));
    ASSERT_FALSE(found);
    EXPECT_EQ(found.diagnostics().front().code, "registers.ptxas-not-nvidia");
    EXPECT_NE(found.diagnostics().front().message.find("a-gpu"), std::string::npos);
    EXPECT_FALSE(found.diagnostics().front().hint.empty());
    EXPECT_EQ(fake.calls(), "");
}

} // namespace
} // namespace warpstring::frontend
