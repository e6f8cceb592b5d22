// SPDX-License-Identifier: GPL-3.0-or-later
// What depends on unknown data has bounds; annotations, by line or by label, tighten or close them.
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::Outcome;
using warpstring::test::Workspace;

const std::string loop = "__kernel void k(__global float* a) {\n"
                         "    float x = a[get_global_id(0)];\n"
                         "    do x = x * 0.5f; while (x > 1.0f); // warpstring: halving\n"
                         "    a[get_global_id(0)] = x;\n"
                         "}\n";
/// The kernel writes what decides, so that the launch's data says nothing.
const std::string branch = "__kernel void k(__global float* a, __global float* b) {\n"
                           "    const int g = get_global_id(0);\n"
                           "    if (a[g] > 1.0f) { // warpstring: large\n"
                           "        a[g] = b[g] * b[g + 1024] + b[g + 2048];\n"
                           "    }\n"
                           "}\n";
const std::string branchBuffers =
    "a = { buffer = \"float\", count = 4096 }\nb = { buffer = \"float\", count = 4096 }\n";

struct Figures {
    double time = 0, lower = 0, upper = 0; ///< upper is infinite where the report has none
    bool bounded = false;
    Outcome outcome;
};

class Annotations : public testing::Test {
protected:
    Figures simulate(const std::string& kernel, const std::string& annotation) {
        std::string arguments = "a = { buffer = \"float\", count = 4096 }\n";
        if (kernel == branch) arguments += "b = { buffer = \"float\", count = 4096 }\n";
        workspace.writeLaunch(kernel, arguments,
                              annotation.empty() ? "" : "[[annotation]]\n" + annotation + "\n");
        Figures figures;
        figures.outcome = workspace.run({"simulate", "k.toml", "--json"});
        EXPECT_EQ(figures.outcome.exit, 0) << figures.outcome.err;
        const Json all = Json::parse(figures.outcome.out, nullptr, false);
        if (!all.is_array() || all.size() != 1) {
            ADD_FAILURE() << figures.outcome.out;
            return figures;
        }
        figures.time = all[0]["kernel"]["time_us"];
        figures.bounded = all[0].contains("bounds");
        figures.lower = figures.bounded ? all[0]["bounds"]["time_us"]["lower"].get<double>() : figures.time;
        const Json upper = figures.bounded ? all[0]["bounds"]["time_us"]["upper"] : Json(figures.time);
        figures.upper = upper.is_null() ? std::numeric_limits<double>::infinity() : upper.get<double>();
        return figures;
    }

    Workspace workspace;
};

TEST_F(Annotations, UnknownTripCountIsSaidAndUnbounded) {
    const auto unknown = simulate(loop, "");
    EXPECT_TRUE(unknown.outcome.err.starts_with("k.cl:3:")) << unknown.outcome.err;
    EXPECT_EQ(unknown.outcome.warnings(), 1U);
    EXPECT_TRUE(
        unknown.outcome.says("[evaluate.unknown-trip-count]\n  hint: add an [[annotation]] with line = 3"));
    EXPECT_TRUE(std::isinf(unknown.upper));
    EXPECT_LE(unknown.lower, unknown.time);
}

/// More computation covers more latency, so that the time of weight 0 need not be the least.
TEST_F(Annotations, TheEstimateLiesWithinItsBounds) {
    const auto figures = simulate("__kernel void k(__global float* a) {\n    float x = a[get_global_id(0)];\n"
                                  "    while (x > 1.0f) x = x * 0.5f;\n    a[get_global_id(0)] = x;\n}\n",
                                  "");
    EXPECT_TRUE(figures.bounded);
    EXPECT_LE(figures.lower, figures.time);
    EXPECT_LE(figures.time, figures.upper);
}

TEST_F(Annotations, TripsByLineAndByLabel) {
    const auto unknown = simulate(loop, "");
    const auto line = simulate(loop, "line = 3\ntrips = 10");
    EXPECT_FALSE(line.bounded);
    EXPECT_EQ(line.outcome.err, "");
    EXPECT_GT(line.time, unknown.lower);
    const auto label = simulate(loop, "label = \"halving\"\ntrips = 10");
    EXPECT_EQ(label.time, line.time);
    EXPECT_FALSE(label.bounded);
    const auto more = simulate(loop, "line = 3\ntrips = 20");
    EXPECT_GT(more.time, line.time);
}

TEST_F(Annotations, TripsAsAnInterval) {
    const auto few = simulate(loop, "line = 3\ntrips = 5"), many = simulate(loop, "line = 3\ntrips = 20");
    for (const std::string where : {"line = 3", "label = \"halving\""}) {
        const auto interval = simulate(loop, where + "\ntrips = [5, 20]");
        EXPECT_TRUE(interval.bounded);
        EXPECT_DOUBLE_EQ(interval.lower, few.time);
        EXPECT_DOUBLE_EQ(interval.upper, many.time);
        EXPECT_LE(interval.lower, interval.time);
        EXPECT_LE(interval.time, interval.upper);
    }
}

TEST_F(Annotations, UnknownWeightIsBoundedByNeverAndAlways) {
    const auto unknown = simulate(branch, ""), never = simulate(branch, "line = 3\nweight = 0"),
               always = simulate(branch, "line = 3\nweight = 1");
    EXPECT_TRUE(unknown.bounded);
    EXPECT_LT(unknown.lower, unknown.upper);
    EXPECT_DOUBLE_EQ(unknown.lower, never.time);
    EXPECT_DOUBLE_EQ(unknown.upper, always.time);
}

TEST_F(Annotations, WeightByLineAndByLabel) {
    const auto unknown = simulate(branch, "");
    const auto line = simulate(branch, "line = 3\nweight = 0.5"),
               label = simulate(branch, "label = \"large\"\nweight = 0.5");
    EXPECT_FALSE(line.bounded);
    EXPECT_EQ(line.time, label.time);
    EXPECT_GT(line.time, unknown.lower);
    EXPECT_LT(line.time, unknown.upper);
    const auto interval = simulate(branch, "label = \"large\"\nweight = [0.25, 0.75]");
    EXPECT_TRUE(interval.bounded);
    EXPECT_GT(interval.lower, unknown.lower);
    EXPECT_LT(interval.upper, unknown.upper);
    EXPECT_LE(interval.lower, line.time);
    EXPECT_GE(interval.upper, line.time);
}

/// Data that the launch supplies and the kernel only reads decides by itself.
TEST_F(Annotations, AreNotNeededWhereTheLaunchSuppliesData) {
    const std::string reads = "__kernel void k(__global const float* a, __global float* b) {\n"
                              "    const int g = get_global_id(0);\n"
                              "    if (a[g] > 1.0f) b[g] = b[g] * b[g + 1024];\n"
                              "}\n";
    std::vector<double> operations;
    for (const std::string value : {"0", "2"}) {
        workspace.writeLaunch(reads, "a = { buffer = \"float\", count = 4096, init = \"constant\", value = " +
                                         value + " }\nb = { buffer = \"float\", count = 4096 }\n");
        const Json all = Json::parse(workspace.run({"simulate", "k.toml", "--json"}).out, nullptr, false);
        EXPECT_FALSE(all[0].contains("bounds"));
        operations.push_back(all[0]["warp"]["num_mem"]);
    }
    EXPECT_EQ(operations, (std::vector<double>{1, 4}));
}

} // namespace
