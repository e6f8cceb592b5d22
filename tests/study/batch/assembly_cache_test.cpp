// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "study/batch/assembly_cache.h"
#include "tests/pdg/frontend/assembly/fake_ptxas.h"

namespace warpstring::batch {
namespace {

class AssemblyCacheTest : public testing::Test {
protected:
    AssemblyCacheTest() {
        pdg_.kernel = "k";
        pdg_.sourceName = "k.cl";
        pdg_.source = "kernel void k(global int* i) { i[get_global_id(0)] = N; }";
        pdg_.addressBits = 64;
        launch_.options = "-DN=1";
        spec_.name = "a-gpu";
        spec_.device.computeCapability = "9.0";
    }

    [[nodiscard]] long calls() const {
        const std::string all = ptxas_.calls();
        return std::count(all.begin(), all.end(), '\n');
    }

    frontend::FakePtxas ptxas_{"echo 'ptxas info    : Used 12 registers'"};
    Pdg pdg_;
    Launch launch_;
    HardwareSpec spec_;
    AssemblyCache cache_;
};

TEST_F(AssemblyCacheTest, AsksOnceForAKernelItsOptionsAndADevice) {
    const Assembler assembler = cache_.assembler();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(assembler(pdg_, launch_, spec_)->registers, 12);
    EXPECT_EQ(calls(), 1);
    launch_.options = "-DN=2";
    EXPECT_TRUE(assembler(pdg_, launch_, spec_));
    spec_.device.computeCapability = "8.0";
    EXPECT_TRUE(cache_.assembler()(pdg_, launch_, spec_));
    pdg_.source += "\n";
    EXPECT_TRUE(assembler(pdg_, launch_, spec_));
    EXPECT_EQ(calls(), 4);
    EXPECT_EQ(cache_.assembled(), 4U);
}

TEST_F(AssemblyCacheTest, KeepsRefusals) {
    launch_.options = "";
    for (int i = 0; i < 2; ++i) {
        const auto refused = cache_.assembler()(pdg_, launch_, spec_);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.diagnostics().front().code, "frontend.compile");
    }
    EXPECT_EQ(cache_.assembled(), 1U);
}

TEST_F(AssemblyCacheTest, AsksAgainWhereItWasStopped) {
    const std::atomic<bool> stop = true;
    const Cancellation cancellation(&stop);
    EXPECT_FALSE(cache_.assembler(&cancellation)(pdg_, launch_, spec_));
    EXPECT_EQ(cache_.assembler()(pdg_, launch_, spec_)->registers, 12);
}

} // namespace
} // namespace warpstring::batch
