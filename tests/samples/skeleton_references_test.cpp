// SPDX-License-Identifier: GPL-3.0-or-later
// The references of the reductions, the image filters, the Mandelbrot set and the option prices, where the
// right values are known from elsewhere. Inputs count 0, 1, 2, ... or are constant.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/samples/reference_calls.h"

namespace warpstring::samples {
namespace {

BufferArgument buffer(std::uint64_t count, BufferInit init, double value = 0.0) {
    BufferArgument result;
    result.type = {ScalarType::Float, 1};
    result.count = count;
    result.init = init;
    result.constant = value;
    return result;
}

Launch launchOf(std::uint64_t groups, std::uint64_t groupSize, const std::map<std::string, double>& scalars) {
    Launch launch;
    launch.range.local[0] = groupSize;
    launch.range.global[0] = groups * groupSize;
    for (const auto& [name, value] : scalars) launch.arguments[name] = ScalarArgument{{}, false, value};
    return launch;
}

TEST(GroupSums, takeAnElementOrTwoPerWorkItemUntilTheArrayEnds) {
    Launch launch = launchOf(2, 2, {{"n", 9}});
    launch.arguments["in"] = buffer(9, BufferInit::Iota);
    // Blocks of 2: {0 1} {2 3} {4 5} {6 7} {8}; of 4: {0 1 2 3} {4 5 6 7} {8}.
    EXPECT_EQ(all(reductionReference, launch, "sums", 2),
              (std::vector<double>{0 + 1 + 4 + 5 + 8, 2 + 3 + 6 + 7}));
    EXPECT_EQ(all(pairReductionReference, launch, "sums", 2), (std::vector<double>{6 + 8, 22}));
    EXPECT_TRUE(all(reductionReference, launch, "in", 2).empty());
}

TEST(GroupSums, addWhatTheOperationMakesOfTheElements) {
    Launch launch = launchOf(2, 2, {{"n", 6}});
    launch.arguments["x"] = buffer(6, BufferInit::Iota);
    launch.arguments["y"] = buffer(6, BufferInit::Constant, -2.0);
    EXPECT_EQ(all(dotReference, launch, "sums", 2), (std::vector<double>{-20, -10}));
    launch.arguments["x"] = buffer(6, BufferInit::Constant, -3.0);
    EXPECT_EQ(all(asumReference, launch, "sums", 2), (std::vector<double>{12, 6}));
}

TEST(GemvReference, multipliesRowsAndAddsTheVector) {
    Launch launch = launchOf(1, 2, {{"columns", 3}, {"alpha", 2.0}, {"beta", -1.0}});
    launch.arguments["a"] = buffer(6, BufferInit::Iota);
    launch.arguments["x"] = buffer(3, BufferInit::Iota);
    launch.arguments["y"] = buffer(2, BufferInit::Iota);
    // (0 1 2) . (0 1 2) = 5 and (3 4 5) . (0 1 2) = 14.
    EXPECT_EQ(all(gemvReference, launch, "out", 2), (std::vector<double>{10, 27}));
}

TEST(MatmulAxesReference, multipliesRectangles) {
    Launch launch = launchOf(1, 2, {{"m", 2}, {"d", 3}, {"n", 2}});
    launch.arguments["a"] = buffer(6, BufferInit::Iota);
    launch.arguments["b"] = buffer(6, BufferInit::Iota);
    EXPECT_EQ(all(matmulAxesReference, launch, "c", 4), (std::vector<double>{10, 13, 28, 40}));
}

class GaussReference : public testing::TestWithParam<int> {};

/// The weights add up to one, so a constant image stays as it is but for the rim.
TEST_P(GaussReference, keepsAConstantImage) {
    const int radius = GetParam();
    constexpr std::uint64_t side = 2 * 10 + 3;
    Launch launch =
        launchOf(1, 1, {{"width", side}, {"height", side}, {"RADIUS", static_cast<double>(radius)}});
    launch.arguments["in"] = buffer(side * side, BufferInit::Constant, 3.0);
    const auto values = all(gaussReference, launch, "out", side * side);
    EXPECT_NEAR(values[side * side / 2], 3.0, 1e-14);
    // A corner sees a quarter of the weights and half of the middle row and column.
    const double middle =
        std::exp(std::lgamma(2 * radius + 1) - 2 * std::lgamma(radius + 1) - 2 * radius * std::log(2.0));
    EXPECT_NEAR(values[0], 3.0 * std::pow((1.0 + middle) / 2.0, 2), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Radius, GaussReference, testing::Values(1, 2, 5, 10),
                         testing::PrintToStringParamName());

TEST(SobelReference, findsTheSlopeAndSaturates) {
    // A plane that rises by 1 to the right and by 5 down: 8 and 40 with Sobel's weights.
    Launch launch = launchOf(1, 1, {{"width", 5}, {"height", 5}});
    launch.arguments["in"] = buffer(25, BufferInit::Iota);
    const auto plane = all(sobelReference, launch, "out", 25);
    EXPECT_EQ(plane[12], std::round(std::sqrt(8.0 * 8.0 + 40.0 * 40.0)));
    launch.arguments["in"] = buffer(25, BufferInit::Constant, 200.0);
    const auto flat = all(sobelReference, launch, "out", 25);
    EXPECT_EQ(flat[12], 0.0);
    EXPECT_EQ(flat[2], 255.0); // an edge to the zeros outside
}

TEST(MandelbrotReference, knowsPointsInsideAndOutside) {
    // A pixel a unit from -2 to 1: -2, -1 and 0 never escape, 1 does after z = 1, 2, 5.
    Launch launch =
        launchOf(1, 1, {{"width", 4}, {"left", -2 << 20}, {"top", 0}, {"pitch", 1 << 20}, {"limit", 50}});
    EXPECT_EQ(all(mandelbrotReference, launch, "steps", 4), (std::vector<double>{50, 50, 50, 3}));
    // One row lower c = -2 - i escapes at once; -i runs in a circle.
    EXPECT_EQ(all(mandelbrotReference, launch, "steps", 7)[4], 1);
    EXPECT_EQ(all(mandelbrotReference, launch, "steps", 7)[6], 50);
}

TEST(BlackScholesReference, agreesWithATextbookExample) {
    // Hull, Options, Futures, and Other Derivatives: 42, 40, half a year, 10 %, 20 % give 4.76 and 0.81.
    Launch launch = launchOf(1, 1, {{"rate", 0.1}, {"volatility", 0.2}});
    launch.arguments["price"] = buffer(1, BufferInit::Constant, 42.0);
    launch.arguments["strike"] = buffer(1, BufferInit::Constant, 40.0);
    launch.arguments["years"] = buffer(1, BufferInit::Constant, 0.5);
    EXPECT_NEAR(all(blackScholesReference, launch, "call", 1)[0], 4.76, 0.005);
    EXPECT_NEAR(all(blackScholesReference, launch, "put", 1)[0], 0.81, 0.005);
}

} // namespace
} // namespace warpstring::samples
