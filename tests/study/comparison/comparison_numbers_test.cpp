// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "study/comparison/comparison_numbers.h"

namespace warpstring::comparison {
namespace {

TEST(ComparisonNumbers, haveFourDigitsAndAreWholeBeyond) {
    EXPECT_EQ(figureText(1.0 / 3), "0.3333");
    EXPECT_EQ(figureText(12.3456), "12.35");
    EXPECT_EQ(figureText(999.96), "1000");
    EXPECT_EQ(figureText(123456.7), "123457") << "all digits before the point are shown";
    EXPECT_EQ(figureText(-2000.4), "-2000");
    EXPECT_EQ(figureText(0.0), "0");
    EXPECT_EQ(figureText({}), "-");
}

TEST(ComparisonNumbers, errorsHaveASignUntilAFactorSaysMore) {
    EXPECT_EQ(signedErrorText(0.1234), "+12.3 %");
    EXPECT_EQ(signedErrorText(-0.5), "-50.0 %");
    EXPECT_EQ(signedErrorText(9.0), "+900.0 %");
    EXPECT_EQ(signedErrorText(24.0), "x 25") << "25 times as much is an error of 24";
    EXPECT_EQ(signedErrorText({}), "-");
    EXPECT_EQ(percentFigure(0.0734), "7.3 %");
}

TEST(ComparisonNumbers, anErrorNeedsBothValues) {
    ComparedQuantity quantity;
    EXPECT_EQ(errorText(quantity), "-");
    quantity.simulated = 150;
    EXPECT_EQ(errorText(quantity), "-");
    quantity.measured = 100;
    EXPECT_EQ(errorText(quantity), "+50.0 %");
    EXPECT_DOUBLE_EQ(*quantity.signedError(), 0.5);
}

} // namespace
} // namespace warpstring::comparison
