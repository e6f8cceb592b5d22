// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring simulate` prints of a sequence, of one made up.
#include "app/cli/sequence_text.h"

#include <gtest/gtest.h>

namespace warpstring::cli {

namespace {

sequences::SequenceSimulation madeUp() {
    sequences::SequenceSimulation simulation;
    simulation.name = "softmax";
    simulation.spec = "a-spec";
    simulation.launchOverheadUs = 5;
    simulation.steps = {
        {"1", "maxima", "row_maxima", "bandwidth", token_string::CostModel::Timeline, 1, 30, {}},
        {"2.1", "sums", "sums", "issue", token_string::CostModel::Timeline, 10, 6, {}},
        {"2.2", "scale", "scale", "latency", token_string::CostModel::ClosedForm, 10, 1, {}}};
    return simulation;
}

TEST(SequenceText, theFirstLineIsTheAnswer) {
    EXPECT_EQ(sequenceText(madeUp(), "", false),
              "softmax: 100 us on a-spec, 3 kernels in 21 runs\n"
              "launch overheads apart: 21 x 5.00 us = 105 us\n"
              "step       runs      a run        all   share  bound by\n"
              "1 maxima      1    30.0 us    30.0 us   30.0 %  bandwidth\n"
              "2.1 sums     10    6.00 us    60.0 us   60.0 %  issue\n"
              "2.2 scale    10    1.00 us    10.0 us   10.0 %  latency (closed form)\n");
}

TEST(SequenceText, runsAreCountedWhereTheyAreMoreThanKernels) {
    sequences::SequenceSimulation simulation = madeUp();
    simulation.steps.resize(1);
    simulation.description = "of a row";
    const std::string text = sequenceText(simulation, "this machine's", false);
    EXPECT_TRUE(text.starts_with("softmax: 30.0 us on a-spec (this machine's), 1 kernel\n"
                                 "launch overheads apart: 1 x 5.00 us = 5.00 us\nof a row\n"))
        << text;
}

TEST(SequenceSimulation, theWholeIsTheSumOfItsRuns) {
    const sequences::SequenceSimulation simulation = madeUp();
    EXPECT_EQ(simulation.timeUs(), 100);
    EXPECT_EQ(simulation.runs(), 21U);
    EXPECT_EQ(simulation.launchOverheadsUs(), 105);
    const Json json = toJson(simulation);
    EXPECT_EQ(json["schema"].text(), "warpstring.sequence-simulation/1");
    EXPECT_EQ(json["steps"].items()[1]["time_us"].number(), 60);
    EXPECT_EQ(json["steps"].items()[1]["share"].number(), 0.6);
    EXPECT_EQ(json["steps"].items()[2]["model"].text(), "closed-form");
}

} // namespace
} // namespace warpstring::cli
