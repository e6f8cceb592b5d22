// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of a tuner: what is read is what is drawn.
#include <gtest/gtest.h>

#include "study/charts/tuning_curve.h"

namespace warpstring::charts {
namespace {

const std::string head = "runs,model,random,annealing\n";

std::string faultOf(const std::string& text) {
    const auto curve = readTuningCurve(text, "c.csv");
    return curve ? "none" : toText(curve.diagnostics().front());
}

/// The time that the drawn line has at a run, straight between its points.
double timeAt(const ChartSeries& line, double run) {
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        const ChartPoint &a = line.points[i - 1], &b = line.points[i];
        if (run >= a.x && run <= b.x) return a.y + (b.y - a.y) * (run - a.x) / (b.x - a.x);
    }
    return -1;
}

TEST(TuningCurveReading, takesWhatTuneWrites) {
    const auto curve = readTuningCurve(head + "1,30,40.5,35\n2,30,33,31\n3,20,20,20\n", "c.csv");
    ASSERT_TRUE(curve.ok());
    EXPECT_EQ(curve->model, (std::vector<double>{30, 30, 20}));
    EXPECT_EQ(curve->random, (std::vector<double>{40.5, 33, 20}));
    EXPECT_EQ(curve->annealing, (std::vector<double>{35, 31, 20}));
    const auto partial = readTuningCurve(head + "1,30,40,\n2,30,33,\n", "c.csv");
    ASSERT_TRUE(partial.ok());
    EXPECT_TRUE(partial->annealing.empty());
}

TEST(TuningCurveReading, namesTheLineThatIsWrong) {
    EXPECT_NE(faultOf("a,b\n1,2\n").find("c.csv:1: error: the first line is not"), std::string::npos);
    EXPECT_NE(faultOf(head).find("c.csv:2: error: there is no run"), std::string::npos);
    EXPECT_NE(faultOf(head + "1,2,3\n").find("c.csv:2: error: 3 cells"), std::string::npos);
    EXPECT_NE(faultOf(head + "1,2,3,4\n3,2,3,4\n").find("c.csv:3: error: \"3\" is not the next"),
              std::string::npos);
    for (const char* cells : {"1,x,3,4", "1,2,-3,4", "1,2,3,nan", "1,,3,4"})
        EXPECT_NE(faultOf(head + cells + "\n").find("c.csv:2: error: a cell is no time"), std::string::npos)
            << cells;
    EXPECT_NE(faultOf("").find("chart.not-a-curve"), std::string::npos);
}

TEST(TuningCurveChart, linesPassThroughEveryStepAndOneRunStaysBetweenOthers) {
    TuningCurve curve;
    for (int run = 1; run <= 400; ++run) {
        curve.model.push_back(run < 7 ? 90 : run < 300 ? 60 : 50);
        curve.random.push_back(50 + 100.0 / run);
    }
    const ChartData chart = tuningCurveChart(curve, "product");
    EXPECT_EQ(chart.title, "product");
    EXPECT_TRUE(chart.x.logarithmic);
    ASSERT_EQ(chart.series.size(), 2U);
    for (int run = 1; run <= 400; ++run) {
        EXPECT_DOUBLE_EQ(timeAt(chart.series[0], run), curve.model[static_cast<std::size_t>(run) - 1]) << run;
        EXPECT_NEAR(timeAt(chart.series[1], run), curve.random[static_cast<std::size_t>(run) - 1], 0.1) << run;
    }
    EXPECT_LE(chart.series[0].points.size(), 6U);
    EXPECT_LT(chart.series[1].points.size(), 200U);
    EXPECT_EQ(chart.notes.size(), 1U) << "that there is no annealing";
    EXPECT_EQ(chart.subtitle,
              "400 variants; runs until the mean is within 3 % of the fastest: model 300, random 67");
    EXPECT_LT(chart.y.low, 50);
    EXPECT_GT(chart.y.high, 150);
}

TEST(TuningCurveChart, fewRunsAreLinearAndOneRunIsDrawnToo) {
    TuningCurve curve{{30, 20}, {25, 20}, {25, 20}};
    const ChartData chart = tuningCurveChart(curve, "t");
    EXPECT_FALSE(chart.x.logarithmic);
    EXPECT_EQ(chart.series.size(), 3U);
    EXPECT_TRUE(chart.notes.empty());
    const ChartData one = tuningCurveChart({{5}, {5}, {5}}, "t");
    EXPECT_LT(one.x.low, one.x.high);
    EXPECT_LT(one.y.low, one.y.high);
    EXPECT_EQ(one.points(), 3U);
}

} // namespace
} // namespace warpstring::charts
