// SPDX-License-Identifier: GPL-3.0-or-later
// The references themselves, where they are more than a definition.
#include <cmath>
#include <cstring>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/samples/reference_calls.h"

namespace warpstring::samples {
namespace {

/// A launch whose only buffer holds given numbers: they go through a file, as any data that no rule makes.
class ReferenceTest : public testing::Test {
protected:
    void TearDown() override {
        for (const auto& file : files_) std::filesystem::remove(file);
    }

    void setBuffer(Launch& launch, const std::string& name, const std::vector<double>& values) {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        files_.push_back(std::filesystem::path(testing::TempDir()) /
                         (std::to_string(std::hash<std::string>()(info->name())) + "-" + name + ".bin"));
        std::ofstream out(files_.back(), std::ios::binary);
        out.write(reinterpret_cast<const char*>(values.data()),
                  static_cast<std::streamsize>(values.size() * sizeof(double)));
        BufferArgument buffer;
        buffer.type = {ScalarType::Double, 1};
        buffer.count = values.size();
        buffer.init = BufferInit::File;
        buffer.file = files_.back();
        launch.arguments[name] = buffer;
    }

private:
    std::vector<std::filesystem::path> files_;
};

class FftPasses : public ReferenceTest, public testing::WithParamInterface<std::int64_t> {
protected:
    static Launch launch(std::int64_t n, std::int64_t radix, std::int64_t s) {
        Launch launch;
        launch.range.local[0] = static_cast<std::uint64_t>(n / radix);
        launch.range.global[0] = 2 * launch.range.local[0];
        setInteger(launch, "n", n);
        setInteger(launch, "s", s);
        return launch;
    }
};

/// fft_global is checked pass by pass. This closes the gap: its passes, one after the other, are a transform.
TEST_P(FftPasses, inTurnAreTheWholeTransform) {
    const std::int64_t n = 256;
    std::vector<double> values;
    for (int i = 0; i < 2 * 2 * n; ++i) values.push_back(std::sin(0.7 * i * i + 1.0));
    Launch whole = launch(n, GetParam(), 1);
    setBuffer(whole, "x", values);
    const auto expected = all(fftReference, whole, "y", values.size());
    for (std::int64_t s = 1; s < n; s *= GetParam()) {
        Launch pass = launch(n, GetParam(), s);
        setBuffer(pass, "x", values);
        values = all(fftPassReference, pass, "y", values.size());
    }
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-11) << i;
}

INSTANTIATE_TEST_SUITE_P(Radix, FftPasses, testing::Values(2, 4, 16), testing::PrintToStringParamName());

TEST_F(ReferenceTest, fftTurnsAnImpulseIntoAWave) {
    // The transform of a one at point 1 is exp(-2 pi i k / 4): 1, -i, -1, i.
    Launch launch;
    setInteger(launch, "n", 4);
    setBuffer(launch, "x", {0, 0, 1, 0, 0, 0, 0, 0});
    const auto wave = all(fftReference, launch, "y", 8);
    const std::vector<double> expected{1, 0, 0, -1, -1, 0, 0, 1};
    for (std::size_t i = 0; i < wave.size(); ++i) EXPECT_NEAR(wave[i], expected[i], 1e-15) << i;
}

TEST_F(ReferenceTest, scanSumsWhatComesBeforeInEachBlock) {
    Launch launch;
    launch.range.local[0] = 2;
    launch.range.global[0] = 4;
    setBuffer(launch, "data_in", {1, 2, 3, 4, 10, 20, 30, 40});
    EXPECT_EQ(all(scanReference, launch, "data_out", 8), (std::vector<double>{0, 1, 3, 6, 0, 10, 30, 60}));
    EXPECT_EQ(all(scanReference, launch, "block_sums", 2), (std::vector<double>{10, 100}));
}

TEST_F(ReferenceTest, matmulMultipliesRowsByColumns) {
    Launch launch;
    setInteger(launch, "n", 2);
    setBuffer(launch, "a", {1, 2, 3, 4});
    setBuffer(launch, "b", {5, 6, 7, 8});
    EXPECT_EQ(all(matmulReference, launch, "c", 4), (std::vector<double>{19, 22, 43, 50}));
}

} // namespace
} // namespace warpstring::samples
