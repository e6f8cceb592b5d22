// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/model_fit.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpstring::fit {
namespace {

/// Launches that vary one feature at a time, as micro-benchmarks do, and some that mix all.
std::vector<FitPoint> launches() {
    std::vector<FitPoint> points;
    const auto add = [&](const std::string& kernel, double memory, double local, double arithmetic) {
        points.push_back(
            {kernel + std::to_string(points.size()), kernel, 0, {memory, local, arithmetic}, false});
    };
    for (const double n : {1e4, 1e5, 1e6, 1e7}) {
        add("global", n, 0, 0.1 * n);
        add("local", 0.01 * n, n, 0);
        add("madd", 0.001 * n, 0, 5 * n);
        add("mixed", n, 0.6 * n, 0.8 * n);
        add("tiled", 0.2 * n, 2 * n, n);
    }
    return points;
}

ModelExpression modelOf(const std::string& text) { return *ModelExpression::parse(text); }

void measure(std::vector<FitPoint>& points, const ModelExpression& model, const std::vector<double>& truth) {
    for (auto& point : points) point.measuredUs = model.value(point.features, truth);
}

const FittedParameter& parameter(const FittedModel& fitted, const std::string& name) {
    for (const auto& one : fitted.parameters)
        if (one.name == name) return one;
    return fitted.parameters.front();
}

TEST(ModelFit, FindsTheParametersThatMadeTheData) {
    const auto model = modelOf("t0 + overlap(c_g*f_gmem, c_l*f_lmem + c_m*f_madd, k)");
    const std::vector<double> truth{4.7, 3.1e-5, 2.2e-5, 7.5e-6, 0.65};
    auto points = launches();
    measure(points, model, truth);
    const auto fitted = fitModel(model, points);
    ASSERT_TRUE(fitted);
    for (std::size_t j = 0; j < truth.size(); ++j) {
        EXPECT_NEAR(fitted->parameters[j].value / truth[j], 1, 1e-6) << fitted->parameters[j].name;
        EXPECT_TRUE(fitted->parameters[j].isIdentified) << fitted->parameters[j].reason;
    }
    EXPECT_LT(fitted->residual, 1e-6);
    EXPECT_TRUE(fitted->inseparable.empty());
}

TEST(ModelFit, TellsWhatCannotBeToldApart) {
    const auto model = modelOf("t0 + a*f_gmem + b*f_lmem + c*f_gmem");
    auto points = launches();
    measure(points, model, {5, 2e-5, 1e-5, 1e-5});
    const auto fitted = fitModel(model, points);
    ASSERT_TRUE(fitted);
    ASSERT_EQ(fitted->inseparable.size(), 1U);
    EXPECT_EQ(fitted->inseparable.front(), (std::vector<std::string>{"a", "c"}));
    EXPECT_FALSE(parameter(*fitted, "a").isIdentified);
    EXPECT_FALSE(parameter(*fitted, "c").isIdentified);
    EXPECT_TRUE(parameter(*fitted, "b").isIdentified) << parameter(*fitted, "b").reason;
    EXPECT_NEAR(parameter(*fitted, "a").value + parameter(*fitted, "c").value, 3e-5, 1e-9);
}

TEST(ModelFit, TellsWhatNoLaunchDependsOn) {
    const auto model = modelOf("t0 + a*f_gmem + b*f_lmem");
    auto points = launches();
    for (auto& point : points) point.features[1] = 0;
    const std::vector<double> truth{5, 2e-5, 1};
    measure(points, model, truth);
    const auto fitted = fitModel(model, points);
    ASSERT_TRUE(fitted);
    EXPECT_FALSE(parameter(*fitted, "b").isIdentified);
    EXPECT_FALSE(parameter(*fitted, "b").reason.empty());
    EXPECT_TRUE(std::isinf(parameter(*fitted, "b").standardError));
    EXPECT_TRUE(parameter(*fitted, "a").isIdentified);
}

TEST(ModelFit, WhatWouldBeNegativeIsAtItsBound) {
    const auto model = modelOf("t0 + a*f_gmem + b*f_lmem");
    auto points = launches();
    for (auto& point : points)
        point.measuredUs = 5 + 2e-5 * point.features[0] * (1 + 1e-3) - 1e-8 * point.features[1] + 1e-3;
    const auto fitted = fitModel(model, points);
    ASSERT_TRUE(fitted);
    EXPECT_GE(parameter(*fitted, "b").value, 0);
    EXPECT_FALSE(parameter(*fitted, "b").isIdentified);
}

TEST(ModelFit, PredictsKernelsThatItHasNotSeen) {
    const auto model = modelOf("t0 + c_g*f_gmem + c_l*f_lmem + c_m*f_madd");
    auto points = launches();
    measure(points, model, {5, 3e-5, 2e-5, 7e-6});
    for (auto& point : points)
        if (point.kernel == "tiled") point.measuredUs *= 1.5; // it does something that the model has not
    const auto all = fitModel(model, points);
    ASSERT_TRUE(all);
    for (auto& point : points) point.isHeldOut = point.kernel == "tiled";
    const auto held = fitModel(model, points);
    ASSERT_TRUE(held);
    EXPECT_NEAR(held->heldOutError, 1 - 1 / 1.5, 1e-6);
    EXPECT_LT(held->residual, 1e-6);
    for (const auto& point : all->points)
        if (point.point.kernel == "tiled") {
            EXPECT_NEAR(point.errorWithoutKernel(), 1 / 1.5 - 1, 1e-5) << point.point.launch;
        }
    EXPECT_GT(all->leftOutError, all->fittedError);
}

TEST(ModelFit, RefusesMoreParametersThanLaunches) {
    const auto model = modelOf("t0 + c_g*f_gmem + c_l*f_lmem + c_m*f_madd");
    auto points = launches();
    measure(points, model, {5, 3e-5, 2e-5, 7e-6});
    points.resize(3);
    const auto fitted = fitModel(model, points);
    ASSERT_FALSE(fitted);
    EXPECT_EQ(fitted.diagnostics().front().code, "fit.too-few-points");
}

} // namespace
} // namespace warpstring::fit
