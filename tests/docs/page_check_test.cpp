// SPDX-License-Identifier: GPL-3.0-or-later
// The check sees a figure that somebody has changed, and says where it stands and what it should be.
#include "tests/docs/page_check.h"

#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace warpstring::test {

namespace {

/// Two loads, an addition and a store, all coalesced: of equation 1's terms NUM_mem is 3.
class PageCheckTest : public testing::Test {
protected:
    void SetUp() override {
        workspace_.writeLaunch(
            "kernel void k(global const float* a, global const float* b, global float* c) {\n"
            "  const size_t i = get_global_id(0);\n  c[i] = a[i] + b[i];\n}\n",
            "a = { buffer = \"float\", count = 1024 }\nb = { buffer = \"float\", count = 1024 }\n"
            "c = { buffer = \"float\", count = 1024 }\n");
        workspace_.write("table.md", "## Errors\n\n| | MAPE |\n|---|---:|\n| all | 8.0 % |\n");
    }
    std::vector<std::string> faults(const std::string& page) const {
        return check("page.md", page, workspace_.folder()).faults;
    }

    Workspace workspace_;
};

TEST_F(PageCheckTest, PassesWhatIsRight) {
    EXPECT_EQ(faults("It has 3 <!-- check: simulate k.toml : warp.num_mem --> accesses.\n"
                     "Its error is 8.0 %<!-- check: table.md : Errors / all / MAPE -->.\n"),
              std::vector<std::string>{});
}

TEST_F(PageCheckTest, TellsPlaceAndFigureOfWhatHasChanged) {
    const auto found =
        faults("Launches: 16.\n\nIt has 4 <!-- check: simulate k.toml : warp.num_mem -->\naccesses, an "
               "error of 7.9 %<!-- check: table.md : Errors / all / MAPE -->.\n");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0], "page.md:3: printed 4, now 3 (simulate k.toml : warp.num_mem)");
    EXPECT_EQ(found[1], "page.md:4: printed 7.9, now 8.0 (table.md : Errors / all / MAPE)");
}

TEST_F(PageCheckTest, TakesTheLastFiguresOfTheParagraph) {
    EXPECT_EQ(faults("| T = 7 | 3 | 3 <!-- check: simulate k.toml : warp.num_mem; *.warp.num_mem --> |\n"),
              std::vector<std::string>{});
    const auto found = faults("3 here\n\n3 <!-- check: simulate k.toml : warp.num_mem; warp.num_mem -->\n");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].find("2 figures are expected here, 1 stand here"), std::string::npos) << found[0];
}

TEST_F(PageCheckTest, ComparesStringsWithTheBlockBehind) {
    const std::string string = withoutUsualCosts(workspace_.run({"string", "k.toml"}).out);
    ASSERT_NE(string.find("M_2"), std::string::npos) << string;
    const std::string comment = "<!-- check: simulate k.toml : string -->\n\n",
                      twoLines = "    paper   C_1\n    ours    ";
    EXPECT_EQ(faults(comment + twoLines + string + "\n"), std::vector<std::string>{});
    EXPECT_EQ(faults(comment + "    $ warpstring string k.toml\n    " + string + "\n"),
              std::vector<std::string>{});
    for (const std::string& wrong : {string + " M_9", "C_1 " + string, string.substr(2), std::string()}) {
        const auto found = faults(comment + twoLines + wrong + "\n");
        ASSERT_EQ(found.size(), 1U) << wrong;
        EXPECT_NE(found[0].find("now\n    " + string), std::string::npos) << found[0];
    }
}

TEST_F(PageCheckTest, WhatCannotBeComputedIsAFault) {
    for (const char* source : {"simulate missing.toml : warp.num_mem", "simulate k.toml : warp.number",
                               "missing.md : Errors / all / MAPE", "simulate --unheard-of : warp.num_mem"})
        EXPECT_EQ(faults("3 <!-- check: " + std::string(source) + " -->\n").size(), 1U) << source;
}

TEST(UsualCosts, AreFourCyclesAnInstruction) {
    EXPECT_EQ(withoutUsualCosts("C_21^84 ( C_2^9 M_1^260 S̄^4\n  B^4 B^3.98 )x4 C_4^4 C_2^8"),
              "C_21 ( C_2^9 M_1^260 S̄ B B^3.98 )x4 C_4^4 C_2");
}

} // namespace

} // namespace warpstring::test
