// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "core/measure/worker/scalar_bytes.h"

namespace warpstring::measure {
namespace {

ScalarArgument scalar(ScalarType type, std::variant<std::int64_t, double> value, int width = 1) {
    return {{type, width}, true, value};
}

template <class T>
std::vector<T> encoded(const ScalarArgument& argument) {
    const auto result = scalarBytes(argument, "p", {});
    if (!result) return {};
    std::vector<T> values(result->size() / sizeof(T));
    std::memcpy(values.data(), result->data(), result->size());
    return values;
}

bool refused(const ScalarArgument& argument) {
    const auto result = scalarBytes(argument, "p", {"launch.toml", 0, 0});
    return !result && result.diagnostics().front().code == "measure.argument-mismatch" &&
           result.diagnostics().front().place.file == "launch.toml";
}

TEST(ScalarBytes, takeTheTypesLayout) {
    EXPECT_EQ(encoded<std::int32_t>(scalar(ScalarType::Int, std::int64_t{-7})), std::vector<std::int32_t>{-7});
    EXPECT_EQ(encoded<std::uint8_t>(scalar(ScalarType::UChar, std::int64_t{255})),
              std::vector<std::uint8_t>{255});
    EXPECT_EQ(encoded<float>(scalar(ScalarType::Float, 0.1)), std::vector<float>{0.1f});
    EXPECT_EQ(encoded<float>(scalar(ScalarType::Float, std::int64_t{3})), std::vector<float>{3.0f});
    EXPECT_EQ(encoded<double>(scalar(ScalarType::Double, 0.1)), std::vector<double>{0.1});
    EXPECT_EQ(encoded<std::int64_t>(scalar(ScalarType::Long, std::numeric_limits<std::int64_t>::min())),
              std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
}

TEST(ScalarBytes, fillVectorsAndThePaddingOfThrees) {
    EXPECT_EQ(encoded<float>(scalar(ScalarType::Float, 2.0, 3)), std::vector<float>(4, 2.0f));
}

TEST(ScalarBytes, acceptWholeNumbersHoweverWritten) {
    EXPECT_EQ(encoded<std::int32_t>(scalar(ScalarType::Int, 16.0)), std::vector<std::int32_t>{16});
}

TEST(ScalarBytes, refuseWhatTheTypeCannotHold) {
    EXPECT_TRUE(refused(scalar(ScalarType::Int, std::int64_t{1} << 31)));
    EXPECT_TRUE(refused(scalar(ScalarType::UInt, std::int64_t{-1})));
    EXPECT_TRUE(refused(scalar(ScalarType::ULong, std::int64_t{-1})));
    EXPECT_TRUE(refused(scalar(ScalarType::UChar, std::int64_t{256})));
    EXPECT_TRUE(refused(scalar(ScalarType::Int, 2.5)));
    EXPECT_TRUE(refused(scalar(ScalarType::Long, 9223372036854775808.0)));
    EXPECT_TRUE(refused(scalar(ScalarType::Int, std::numeric_limits<double>::quiet_NaN())));
    EXPECT_TRUE(refused(scalar(ScalarType::Float, 1e39)));
    EXPECT_TRUE(refused(scalar(ScalarType::Half, 1.0)));
}

} // namespace
} // namespace warpstring::measure
