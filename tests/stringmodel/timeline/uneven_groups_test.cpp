// SPDX-License-Identifier: GPL-3.0-or-later
// Launches whose work-groups have different work take about what their work takes, however it is spread.
#include <gtest/gtest.h>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

struct UnevenBody {
    const char* name;
    const char* text; ///< of an iteration
};

void PrintTo(const UnevenBody& body, std::ostream* out) { *out << body.name; }

class UnevenGroups : public ::testing::TestWithParam<UnevenBody> {
protected:
    /// Of that many groups of 128 on an H200: those that `who` is true of iterate `trips` times.
    static double timeUs(const std::string& who, const std::string& trips, std::uint64_t groups) {
        const auto kernel = subject("__kernel void k(__global float* a, __global const float* b) {\n"
                                    "  const int g = get_group_id(0), l = get_local_id(0);\n"
                                    "  float x = l, y = 1;\n  if (" +
                                        who + ")\n    for (int j = 0; j < " + trips + "; ++j) { " +
                                        GetParam().text + " }\n  a[get_global_id(0) & 65535] = x + y;\n}\n",
                                    {1, {128 * groups, 1, 1}, {128, 1, 1}});
        return simulated(kernel, false, h200()).kernelTimeUs();
    }
    /// As of runs that are cut (Timelines.ExtrapolationIsNearTheWholeRun).
    static constexpr double tolerance = 0.05;
};

INSTANTIATE_TEST_SUITE_P(Kernels, UnevenGroups,
                         ::testing::Values(UnevenBody{"Arithmetic", "x = x * y + 0.5f; y = y * x - x;"},
                                           UnevenBody{"Loads",
                                                      "x = x * 1.5f + b[((g * 37 + j) * 128 + l) & 65535];"}),
                         [](const auto& body) { return body.param.name; });

/// Groups that end at once make room: what is left is a launch of those that work. A sixth is allowed for what
/// the order of groups does to the last round and to caches.
TEST_P(UnevenGroups, HalfOfThemTakeWhatALaunchOfHalfAsManyTakes) {
    const double all = timeUs("1", "2048", 4096), half = timeUs("1", "2048", 2048);
    EXPECT_NEAR(half / all, 0.5, 0.08) << "one round and two";
    for (const char* who : {"g < 2048", "g >= 2048", "g % 2 == 1"}) {
        const double working = timeUs(who, "2048", 4096);
        EXPECT_NEAR(working / half, 1, 1 / 6.0) << who;
        EXPECT_NEAR(working / all, 0.5, 1 / 8.0) << who;
    }
}

/// A triangle has the work of the rectangle with its mean trips, which no order makes less. Its longest groups
/// have twice the mean: of a launch of few rounds they may be what is left at the end.
TEST_P(UnevenGroups, TrianglesTakeTheirMeanOrSomewhatLonger) {
    const double rectangle = timeUs("1", "2048", 4096);
    for (const char* trips : {"g", "4095 - g"}) {
        const double triangle = timeUs("1", trips, 4096);
        EXPECT_GE(triangle, (1 - tolerance) * rectangle) << trips;
        EXPECT_LE(triangle, 1.6 * rectangle) << trips;
    }
}

/// A grid that is rounded up: the last of 2048 groups are beyond the problem.
TEST_P(UnevenGroups, IdleOnesAtTheEndCostNeitherNothingNorWork) {
    const double ragged = timeUs("g < 1875", "2048", 2048);
    EXPECT_LE(ragged, 1.01 * timeUs("1", "2048", 2048));
    EXPECT_GE(ragged, 0.99 * timeUs("1", "2048", 1875));
}

} // namespace
