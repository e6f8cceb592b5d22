// SPDX-License-Identifier: GPL-3.0-or-later
// The references themselves, where they are more than a definition.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/samples/references.h"

namespace warpstring::samples {
namespace {

Launch fftLaunch(std::int64_t n, std::int64_t radix, std::int64_t s) {
    Launch launch;
    launch.range.local[0] = static_cast<std::uint64_t>(n / radix);
    launch.range.global[0] = 2 * launch.range.local[0];
    launch.arguments["n"] = ScalarArgument{{}, false, n};
    launch.arguments["s"] = ScalarArgument{{}, false, s};
    return launch;
}

class FftPasses : public testing::TestWithParam<std::int64_t> {};

/// fft_global is checked pass by pass. This closes the gap: its passes, one after the other, are a transform.
TEST_P(FftPasses, inTurnAreTheWholeTransform) {
    const std::int64_t n = 256;
    Values values{{"x", {}}};
    for (int i = 0; i < 2 * 2 * n; ++i) values["x"].push_back(std::sin(0.7 * i * i + 1.0));
    const Values expected = fftReference(fftLaunch(n, GetParam(), 1), values);
    for (std::int64_t s = 1; s < n; s *= GetParam())
        values["x"] = fftPassReference(fftLaunch(n, GetParam(), s), values).at("y");
    for (std::size_t i = 0; i < values["x"].size(); ++i)
        EXPECT_NEAR(values["x"][i], expected.at("y")[i], 1e-11) << i;
}

INSTANTIATE_TEST_SUITE_P(Radix, FftPasses, testing::Values(2, 4, 16), testing::PrintToStringParamName());

TEST(FftReference, turnsAnImpulseIntoAWave) {
    // The transform of a one at point 1 is exp(-2 pi i k / 4): 1, -i, -1, i.
    const Values impulse{{"x", {0, 0, 1, 0, 0, 0, 0, 0}}};
    const std::vector<double> wave = fftReference(fftLaunch(4, 2, 1), impulse).at("y");
    const std::vector<double> expected{1, 0, 0, -1, -1, 0, 0, 1};
    for (std::size_t i = 0; i < wave.size(); ++i) EXPECT_NEAR(wave[i], expected[i], 1e-15) << i;
}

TEST(ScanReference, sumsWhatComesBeforeInEachBlock) {
    Launch launch;
    launch.range.local[0] = 2;
    launch.range.global[0] = 4;
    const Values result = scanReference(launch, {{"data_in", {1, 2, 3, 4, 10, 20, 30, 40}}});
    EXPECT_EQ(result.at("data_out"), (std::vector<double>{0, 1, 3, 6, 0, 10, 30, 60}));
    EXPECT_EQ(result.at("block_sums"), (std::vector<double>{10, 100}));
}

TEST(MatmulReference, multipliesRowsByColumns) {
    Launch launch;
    launch.arguments["n"] = ScalarArgument{{}, false, std::int64_t{2}};
    const Values result = matmulReference(launch, {{"a", {1, 2, 3, 4}}, {"b", {5, 6, 7, 8}}});
    EXPECT_EQ(result.at("c"), (std::vector<double>{19, 22, 43, 50}));
}

} // namespace
} // namespace warpstring::samples
