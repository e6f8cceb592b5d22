// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/model_expression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpstring::fit {
namespace {

double valueOf(const std::string& text, const std::vector<double>& features,
               const std::vector<double>& parameters, Sharpness sharpness = {}) {
    const auto model = ModelExpression::parse(text);
    EXPECT_TRUE(model) << toText(model.diagnostics().front());
    return model ? model->value(features, parameters, sharpness) : std::nan("");
}

std::string faultOf(const std::string& text) {
    const auto model = ModelExpression::parse(text);
    return model ? "" : model.diagnostics().front().code;
}

TEST(ModelExpression, NamesAreFeaturesOrParameters) {
    const auto model = ModelExpression::parse("t_launch + overlap(c_g*f_gmem, c_l*f_lmem + c_m*f_madd, k)");
    ASSERT_TRUE(model);
    EXPECT_EQ(model->features(), (std::vector<std::string>{"f_gmem", "f_lmem", "f_madd"}));
    EXPECT_EQ(model->parameters(), (std::vector<std::string>{"t_launch", "c_g", "c_l", "c_m", "k"}));
    EXPECT_EQ(model->isShare(), (std::vector<bool>{false, false, false, false, true}));
}

TEST(ModelExpression, OperatorsHaveTheirPrecedence) {
    EXPECT_DOUBLE_EQ(valueOf("a + 2*b - f_x/4", {8}, {1, 3}), 5);
    EXPECT_DOUBLE_EQ(valueOf("(a + 2)*b", {}, {1, 3}), 9);
    EXPECT_DOUBLE_EQ(valueOf("-a + 1e1", {}, {3}), 7);
    EXPECT_DOUBLE_EQ(valueOf("a - 2 - 3", {}, {10}), 5);
}

TEST(ModelExpression, OverlapLiesBetweenTheSumAndTheMaximum) {
    EXPECT_DOUBLE_EQ(overlap(3, 5, 0), 8);
    EXPECT_DOUBLE_EQ(overlap(3, 5, 1), 5);
    EXPECT_DOUBLE_EQ(overlap(3, 5, 0.5), 6.5);
    EXPECT_DOUBLE_EQ(overlap(3, 5, 7), 5); // a share is at most 1
    EXPECT_DOUBLE_EQ(valueOf("max(a, b) - min(a, b)", {}, {3, 5}), 2);
}

TEST(ModelExpression, TheSwitchHasNoUnit) {
    const Sharpness soft{10};
    EXPECT_NEAR(overlap(3e-6, 5e-6, 1, soft), 1e-6 * overlap(3, 5, 1, soft), 1e-18);
    EXPECT_LT(overlap(3, 5, 1, soft), 5.0);
    EXPECT_NEAR(overlap(3, 5, 1, {1000}), 5, 1e-9);
    EXPECT_DOUBLE_EQ(overlap(0, 0, 0.5, soft), 0);
}

TEST(ModelExpression, FaultsHaveCodes) {
    EXPECT_EQ(faultOf(""), "fit.syntax");
    EXPECT_EQ(faultOf("a +"), "fit.syntax");
    EXPECT_EQ(faultOf("a b"), "fit.syntax");
    EXPECT_EQ(faultOf("(a"), "fit.syntax");
    EXPECT_EQ(faultOf("a ? b"), "fit.syntax");
    EXPECT_EQ(faultOf("exp(a)"), "fit.unknown-function");
    EXPECT_EQ(faultOf("overlap(a, b)"), "fit.arguments");
    EXPECT_EQ(faultOf("2*f_gmem"), "fit.no-parameters");
    EXPECT_EQ(faultOf(std::string(5000, '(') + "a"), "fit.syntax");
}

} // namespace
} // namespace warpstring::fit
