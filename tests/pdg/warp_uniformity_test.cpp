// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/warp_uniformity.h"

#include <gtest/gtest.h>

#include "graph_builder.h"

namespace warpstring {
namespace {

using oracle::GraphBuilder;

class WarpUniformity : public testing::Test {
protected:
    ExprId loadedAt(ExprId offset) {
        return graph_.loaded(graph_.access(root, AccessKind::Load, buffer_, offset));
    }
    bool uniform(ExprId value) { return isWarpUniform(graph_.pdg(), value); }

    static constexpr RegionId root{0};
    GraphBuilder graph_;
    std::uint32_t buffer_ = graph_.buffer("a");
};

TEST_F(WarpUniformity, WorkItemsOfAWarpShareGroupsArgumentsAndCounters) {
    const std::uint32_t n = graph_.scalar("n");
    const LoopId loop = graph_.loop(root);
    EXPECT_TRUE(uniform(graph_.number(7)));
    EXPECT_TRUE(uniform(graph_.add(graph_.group(), graph_.parameter(n))));
    EXPECT_TRUE(uniform(graph_.times(graph_.counter(loop), 4)));
}

TEST_F(WarpUniformity, LocalIdsDiffer) {
    EXPECT_FALSE(uniform(graph_.lid()));
    EXPECT_FALSE(uniform(graph_.globalId()));
    EXPECT_FALSE(uniform(graph_.add(graph_.group(), graph_.lid(1))));
}

TEST_F(WarpUniformity, ALoadIsAsItsAddress) {
    const ExprId shared = loadedAt(graph_.times(graph_.group(), 4));
    EXPECT_TRUE(uniform(shared));
    EXPECT_TRUE(uniform(loadedAt(graph_.times(shared, 4)))) << "through two buffers";
    EXPECT_FALSE(uniform(loadedAt(graph_.times(graph_.lid(), 4))));
    EXPECT_FALSE(uniform(loadedAt(graph_.add(shared, graph_.lid()))));
}

TEST_F(WarpUniformity, PrivateMemoryHoldsWhatEachLanePutThere) {
    const std::uint32_t array = graph_.array("mine", MemorySpace::Private, 64);
    EXPECT_FALSE(uniform(graph_.loaded(graph_.accessArray(root, AccessKind::Load, array, graph_.number(0)))));
}

TEST_F(WarpUniformity, WhatIsNotKnownIsNotUniform) {
    EXPECT_FALSE(uniform(ExprId{}));
    EXPECT_FALSE(uniform(graph_.pdg().exprs.unknown(32)));
    EXPECT_FALSE(uniform(loadedAt(ExprId{})));
}

} // namespace
} // namespace warpstring
