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
        pdg.kernel = "k";
        pdg.sourceName = "k.cl";
        pdg.source = "kernel void k(global int* i) { i[get_global_id(0)] = N; }";
        pdg.addressBits = 64;
        launch.options = "-DN=1";
        spec.name = "a-gpu";
        spec.device.computeCapability = "9.0";
    }

    [[nodiscard]] long calls() const {
        const std::string all = ptxas.calls();
        return std::count(all.begin(), all.end(), '\n');
    }

    frontend::FakePtxas ptxas{"echo 'ptxas info    : Used 12 registers'"};
    Pdg pdg;
    Launch launch;
    HardwareSpec spec;
    AssemblyCache cache;
};

TEST_F(AssemblyCacheTest, AsksOnceForAKernelItsOptionsAndADevice) {
    const Assembler assembler = cache.assembler();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(assembler(pdg, launch, spec)->registers, 12);
    EXPECT_EQ(calls(), 1);
    launch.options = "-DN=2";
    EXPECT_TRUE(assembler(pdg, launch, spec));
    spec.device.computeCapability = "8.0";
    EXPECT_TRUE(cache.assembler()(pdg, launch, spec));
    pdg.source += "\n";
    EXPECT_TRUE(assembler(pdg, launch, spec));
    EXPECT_EQ(calls(), 4);
    EXPECT_EQ(cache.assembled(), 4U);
}

TEST_F(AssemblyCacheTest, KeepsRefusals) {
    launch.options = "";
    for (int i = 0; i < 2; ++i) {
        const auto refused = cache.assembler()(pdg, launch, spec);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.diagnostics().front().code, "frontend.compile");
    }
    EXPECT_EQ(cache.assembled(), 1U);
}

TEST_F(AssemblyCacheTest, AsksAgainWhereItWasStopped) {
    const std::atomic<bool> stop = true;
    const Cancellation cancellation(&stop);
    EXPECT_FALSE(cache.assembler(&cancellation)(pdg, launch, spec));
    EXPECT_EQ(cache.assembler()(pdg, launch, spec)->registers, 12);
}

} // namespace
} // namespace warpstring::batch
