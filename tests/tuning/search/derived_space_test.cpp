// SPDX-License-Identifier: GPL-3.0-or-later
// What can be tried of a launch that says nothing of it.
#include "study/batch/graph_cache.h"
#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/derived_space.h"

namespace warpstring::search {
namespace {

class DerivedSpace : public SearchTest {
protected:
    static std::string tie(const std::string& body, const std::string& more = "") {
        Launch launch;
        launch.kernel = "k";
        launch.source = "k.cl";
        batch::GraphCache graphs;
        const auto graph = graphs.graphFor(launch,
                                           more + "__kernel void k(__global float* b) {\n" + body +
                                               "\n    b[get_global_id(0)] = 1;\n}\n",
                                           64, false);
        if (!*graph) return toText(graph->diagnostics().front());
        return whyTiedToGroups(**graph, launch);
    }
};

TEST_F(DerivedSpace, isOfKernelsThatAskNothingOfGroups) {
    EXPECT_EQ(tie(""), "");
    EXPECT_NE(tie("int l = get_local_id(0); b[l] = 2;"), "");
    EXPECT_NE(tie("b[get_group_id(0)] = 2;"), "");
    EXPECT_NE(tie("barrier(CLK_GLOBAL_MEM_FENCE);"), "");
    EXPECT_NE(tie("__local float t[64]; t[get_global_id(0) % 64] = b[0]; b[1] = t[3];"), "");
}

TEST_F(DerivedSpace, keepsTheSizeThatAKernelStates) {
    Pdg pdg;
    pdg.requiredGroupSize = {64, 1, 1};
    EXPECT_NE(whyTiedToGroups(pdg, {}), "");
    pdg.requiredGroupSize.clear();
    EXPECT_EQ(whyTiedToGroups(pdg, {}), "");
    Launch launch;
    launch.arguments["t"] = LocalArgument{64};
    EXPECT_NE(whyTiedToGroups(pdg, launch), "");
}

TEST_F(DerivedSpace, hasTheShapesThatDivideAndFit) {
    NDRange range;
    range.dimensions = 2;
    range.global = {96, 64, 1};
    range.local = {16, 16, 1};
    const auto shapes = groupShapes(range, {spec("geforce-8800-gtx")});
    // Powers of two up to 32 divide 96, up to 64 divide 64; 32 to 512 items.
    std::size_t expected = 0;
    for (const std::uint64_t x : {1, 2, 4, 8, 16, 32})
        for (const std::uint64_t y : {1, 2, 4, 8, 16, 32, 64})
            if (x * y >= 32 && x * y <= 512) ++expected;
    EXPECT_EQ(shapes.size(), expected);
    for (const auto& shape : shapes) {
        EXPECT_EQ(96 % shape[0], 0U);
        EXPECT_EQ(64 % shape[1], 0U);
        EXPECT_GE(shape[0] * shape[1], 32U);
        EXPECT_LE(shape[0] * shape[1], 512U);
    }
}

TEST_F(DerivedSpace, isRefusedWhereThereIsNothingToTry) {
    Pdg pdg;
    pdg.sharedBytes = 4;
    Launch launch;
    const auto none = deriveSpace(named(""), pdg, launch, {});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.diagnostics().front().code, "tune.nothing-to-try");
    EXPECT_NE(none.diagnostics().front().message.find("local memory"), std::string::npos);
    const auto rewrites = deriveSpace(named(""), pdg, launch, {}, {"pad t=1", "pad t=2"});
    ASSERT_TRUE(rewrites.ok());
    EXPECT_EQ(rewrites->combinations(), 3U); // one axis: none, 1, 2
    EXPECT_EQ(rewrites->nameOf(1), "rewrite.pad_t=pad t=1");
    const auto stagings = deriveSpace(named(""), pdg, launch, {}, {"stage a=8", "stage a=16", "stage b=8"});
    ASSERT_TRUE(stagings.ok());
    EXPECT_EQ(stagings->combinations(), 6U); // an axis for each buffer
}

} // namespace
} // namespace warpstring::search
