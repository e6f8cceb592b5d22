// SPDX-License-Identifier: GPL-3.0-or-later
// Launches bound to kernels: what does not fit is told, all of it at once.
#include <algorithm>

#include <gtest/gtest.h>

#include "pdg/evaluation/active_set.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::evaluation {
namespace {

using oracle::GraphBuilder;
using oracle::launchOf;
using oracle::rangeOf;

Pdg kernelWithAll() {
    GraphBuilder graph("k");
    (void)graph.scalar("n");
    (void)graph.buffer("data", {ScalarType::Float, 1}, true);
    (void)graph.localArgument("tile");
    (void)graph.localArgument("more");
    (void)graph.array("own", MemorySpace::Shared, 100);
    return graph.finish();
}

std::vector<std::string> codesOf(const Pdg& pdg, const Launch& launch) {
    std::vector<std::string> codes;
    const auto bound = bindLaunch(pdg, launch);
    if (bound) return codes;
    for (const auto& fault : bound.diagnostics()) {
        EXPECT_FALSE(fault.hint.empty()) << fault.message;
        codes.push_back(fault.code);
    }
    std::sort(codes.begin(), codes.end());
    return codes;
}

using Codes = std::vector<std::string>;

TEST(LaunchBindings, numberWorkItemsXFirst) {
    const Pdg pdg = GraphBuilder().finish();
    const auto bound = oracle::bindingOf(pdg, rangeOf({2, 1, 3}, {4, 3, 2}));
    EXPECT_EQ(bound.groupSize, 24);
    std::size_t item = 0;
    for (std::int64_t z = 0; z < 2; ++z)
        for (std::int64_t y = 0; y < 3; ++y)
            for (std::int64_t x = 0; x < 4; ++x, ++item) {
                EXPECT_EQ(bound.localIds[0][item], x);
                EXPECT_EQ(bound.localIds[1][item], y);
                EXPECT_EQ(bound.localIds[2][item], z);
            }
    const auto flat = oracle::bindingOf(pdg, rangeOf(2, 8));
    EXPECT_EQ(flat.localIds[1], std::vector<std::int64_t>{0}) << "one entry where the size is 1";
}

TEST(LaunchBindings, localArgumentsFollowTheKernelsOwnVariablesAligned) {
    const Pdg pdg = kernelWithAll();
    Launch launch = launchOf(pdg, rangeOf(1, 8));
    launch.arguments.at("tile") = LocalArgument{70};
    const auto bound = bindLaunch(pdg, launch);
    ASSERT_TRUE(bound.ok());
    EXPECT_EQ(bound->localArgumentOffsets[2] % 16, 0U);
    EXPECT_GE(bound->localArgumentOffsets[2], 100U) << "behind the kernel's own";
    EXPECT_EQ(bound->localArgumentOffsets[3] % 16, 0U);
    EXPECT_GE(bound->localArgumentOffsets[3], bound->localArgumentOffsets[2] + 70);
    EXPECT_EQ(bound->sharedBytes, bound->localArgumentOffsets[3] + 1024);
    EXPECT_EQ(bound->bufferBytes[1], 4096U * 4);
}

TEST(LaunchBindings, dataIsThereForWhatTheKernelOnlyReads) {
    GraphBuilder graph;
    (void)graph.buffer("read", {}, true);
    (void)graph.buffer("written", {}, false);
    const Pdg pdg = graph.finish();
    const auto bound = oracle::bindingOf(pdg, rangeOf(1, 8));
    EXPECT_TRUE(bound.data[0].has_value());
    EXPECT_FALSE(bound.data[1].has_value());
}

TEST(LaunchBindings, argumentsMustBeThereAndNoOthers) {
    const Pdg pdg = kernelWithAll();
    Launch launch = launchOf(pdg, rangeOf(1, 8));
    EXPECT_TRUE(codesOf(pdg, launch).empty());
    launch.arguments.erase("n");
    launch.arguments.erase("data");
    launch.arguments["dato"] = LocalArgument{4};
    EXPECT_EQ(codesOf(pdg, launch),
              (Codes{"launch.missing-argument", "launch.missing-argument", "launch.unknown-argument"}));
}

TEST(LaunchBindings, argumentsMustBeOfTheirKind) {
    const Pdg pdg = kernelWithAll();
    const Launch good = launchOf(pdg, rangeOf(1, 8));
    for (const std::string name : {"n", "data", "tile"})
        for (const std::string other : {"n", "data", "tile"}) {
            Launch launch = good;
            launch.arguments.at(name) = good.arguments.at(other);
            EXPECT_EQ(codesOf(pdg, launch), name == other ? Codes{} : Codes{"launch.argument-kind"})
                << name << " given as " << other;
        }
}

TEST(LaunchBindings, groupsMustFitTheSimulationAndTheKernel) {
    Pdg pdg = GraphBuilder().finish();
    EXPECT_TRUE(codesOf(pdg, launchOf(pdg, rangeOf(1, maxGroupSize))).empty());
    EXPECT_EQ(codesOf(pdg, launchOf(pdg, rangeOf(1, maxGroupSize + 1))), Codes{"launch.group-too-large"});
    pdg.requiredGroupSize = {8, 4, 1};
    EXPECT_TRUE(codesOf(pdg, launchOf(pdg, rangeOf({1, 1, 1}, {8, 4, 1}))).empty());
    EXPECT_EQ(codesOf(pdg, launchOf(pdg, rangeOf({1, 1, 1}, {4, 8, 1}))), Codes{"launch.required-group-size"});
}

TEST(LaunchBindings, buffersMustFitTheAddresses) {
    GraphBuilder graph;
    (void)graph.buffer("data", {ScalarType::Float, 4});
    Pdg pdg = graph.finish();
    Launch launch = launchOf(pdg, rangeOf(1, 8));
    auto& buffer = std::get<BufferArgument>(launch.arguments.at("data"));
    buffer.count = (1ULL << 28) - 1;
    EXPECT_TRUE(codesOf(pdg, launch).empty());
    buffer.count = 1ULL << 28; // 4 GiB
    EXPECT_EQ(codesOf(pdg, launch), Codes{"launch.buffer-too-large"});
    pdg.addressBits = 64;
    EXPECT_TRUE(codesOf(pdg, launch).empty());
}

} // namespace
} // namespace warpstring::evaluation
