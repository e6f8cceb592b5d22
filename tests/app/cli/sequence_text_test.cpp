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

TEST(SequenceText, measuredStandsBesideSimulated) {
    sequences::ComparedSequence compared;
    compared.name = "softmax";
    compared.spec = "a-spec";
    compared.device = "A GPU";
    compared.ownDevice = false;
    compared.steps = {{"1", "maxima", "bandwidth", 1, {30, 25.0, 0}},
                      {"2", "scale", "issue", 10, {60, 75.0, 0}}};
    compared.whole = {90, 100.0, 0};
    compared.spanUs = 130;
    EXPECT_EQ(sequenceText(compared, false), "softmax: a-spec against A GPU, caches warm, another device\n"
                                             "step         runs measured us   simulated     error\n"
                                             "1 maxima        1          25          30   +20.0 %\n"
                                             "2 scale        10          75          60   -20.0 %\n"
                                             "all kernels               100          90   -10.0 %\n"
                                             "from the first start to the last end 130 us measured: 30.0 us "
                                             "beside the kernels\n");
    compared.exclusion = comparison::Exclusion::WrongOutputs;
    EXPECT_NE(sequenceText(compared, false).find("\nnot to be judged by: the outputs were wrong\n"),
              std::string::npos);
}

TEST(SequenceText, theClosedFormIsNamedOnceOrBesideItsSteps) {
    sequences::ComparedSequence compared;
    compared.steps = {{"1", "maxima", "bandwidth", 1, {30, 25.0, 0}, token_string::CostModel::ClosedForm},
                      {"2", "scale", "issue", 10, {60, 75.0, 0}, token_string::CostModel::ClosedForm}};
    const std::string all = sequenceText(compared, false);
    EXPECT_NE(all.find("\nby the closed form (the paper's model)\nstep "), std::string::npos) << all;
    EXPECT_EQ(all.find("(closed form)"), std::string::npos) << all;
    compared.steps[0].model = token_string::CostModel::Timeline;
    const std::string some = sequenceText(compared, false);
    EXPECT_EQ(some.find("by the closed form"), std::string::npos) << some;
    EXPECT_NE(some.find("-20.0 %  (closed form)\n"), std::string::npos) << some;
    EXPECT_EQ(some.find("+20.0 %  (closed form)"), std::string::npos) << some;
}

TEST(SequenceComparison, recordsOfTheSameWorkOnTheAskedDevicesCount) {
    HardwareSpec spec;
    spec.name = "a-spec";
    const sequences::SequenceSimulation simulation = madeUp();
    records::SequenceMeasurement record;
    record.status = records::MeasurementStatus::Ok;
    record.fingerprint = "same";
    record.device.name = "Some CPU";
    record.kernels.ns = {80'000, 80'000, 80'000};
    record.kernels.statistics = records::statisticsOf(record.kernels.ns);
    record.steps.resize(3);
    EXPECT_TRUE(compare(simulation, spec, "same", {record}).empty()) << "not the spec's device";
    EXPECT_TRUE(compare(simulation, spec, "other", {record}, {"", true}).empty());
    EXPECT_TRUE(compare(simulation, spec, "same", {record}, {"gpu", false}).empty());
    const auto compared = compare(simulation, spec, "same", {record}, {"some", false});
    ASSERT_EQ(compared.size(), 1U);
    EXPECT_DOUBLE_EQ(*compared[0].whole.error(), 0.25);
    EXPECT_FALSE(compared[0].steps[1].time.error()) << "no samples";
    record.kernels.ns = {50'000, 80'000, 110'000};
    record.kernels.statistics = records::statisticsOf(record.kernels.ns);
    EXPECT_EQ(compare(simulation, spec, "same", {record}, {"", true})[0].exclusion,
              comparison::Exclusion::WideSpread);
}

} // namespace
} // namespace warpstring::cli
