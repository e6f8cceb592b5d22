// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/recipe.h"

#include <algorithm>

#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

KernelText product(const std::string& n = "64") {
    return kernelText("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                      "    int x = get_global_id(0), y = get_global_id(1);\n"
                      "    float sum = 0;\n"
                      "    for (int k = 0; k < n; ++k) sum += a[y * n + k] * a[k * n + x];\n"
                      "    b[y * 64 + x] = sum;\n"
                      "}\n",
                      "global = [64, 64]\nlocal = [16, 4]\n[args]\na = { buffer = \"float\", count = 4096 }\n"
                      "b = { buffer = \"float\", count = 4096 }\nn = " +
                          n + "\n");
}

/// A stand-in that a test can count: a register for each multiplication of the text.
Result<int> multiplications(const KernelText& text) {
    return static_cast<int>(std::count(text.source.begin(), text.source.end(), '*'));
}

std::string taken(const Recipe& recipe) {
    std::string all;
    for (const auto& rewrite : recipe.rewrites) all += (all.empty() ? "" : ", ") + toText(rewrite);
    return all;
}

std::string reasonOf(const Recipe& recipe, const std::string& words) {
    for (const auto& step : recipe.steps)
        if (step.words == words) return step.isTaken() ? "taken" : step.reason;
    return "not tried";
}

Recipe followed(const KernelText& text, int limit) {
    const auto recipe = followRecipe(text, limit, multiplications);
    EXPECT_TRUE(recipe) << told(recipe.diagnostics());
    return recipe ? *recipe : Recipe{};
}

TEST(Recipe, LoopsAreUnrolledThenWorkItemsMergedThenLoadsBroughtTogether) {
    const Recipe recipe = followed(product(), 1000);
    EXPECT_EQ(taken(recipe), "unroll k=4,written, jam x=4, jam y=4, load-once");
    EXPECT_EQ(recipe.registersBefore, *multiplications(product()));
    const auto rewritten = rewrite(product(), recipe.rewrites);
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(recipe.registersAfter, *multiplications(rewritten->text));
}

TEST(Recipe, TwoWhereFourDoesNotDivideTheRoundsAndNothingWhereTwoDoesNot) {
    EXPECT_EQ(taken(followed(product("62"), 1000)).substr(0, 18), "unroll k=2,written");
    const Recipe odd = followed(product("63"), 1000);
    EXPECT_EQ(reasonOf(odd, "unroll k"), "neither 4 nor 2 divides its rounds");
    EXPECT_EQ(taken(odd).substr(0, 7), "jam x=4");
    auto open = product();
    open.source.replace(open.source.find("k < n"), 5, "k < (int)a[0]");
    EXPECT_EQ(reasonOf(followed(open, 1000), "unroll k"), "how often it goes round is not known");
}

TEST(Recipe, LoopsThatAreCalledByTheirLinesAreFoundAgain) {
    auto text = product();
    const std::string line = "    b[y * 64 + x] = sum;\n";
    text.source.replace(text.source.find(line), line.size(),
                        "    for (int m = 0; m < 3; ++m) {\n        int k = 0;\n"
                        "        for (k = 0; k < 8; ++k) sum += 1;\n    }\n"
                        "    for (int k = 0; k < 8; ++k) sum *= 2;\n" +
                            line);
    EXPECT_EQ(taken(followed(text, 1000)),
              "unroll line:7=4,written, unroll line:14=4,written, unroll line:4=4,written");
}

TEST(Recipe, RegistersEndIt) {
    const int least = *multiplications(product());
    // As many as the kernel has: no step has as few.
    const Recipe none = followed(product(), least);
    EXPECT_EQ(taken(none), "");
    EXPECT_TRUE(
        holds(reasonOf(none, "unroll k=4,written"), "registers are more than " + std::to_string(least)));
    EXPECT_EQ(reasonOf(none, "jam x=4"), "not tried") << "nothing is unrolled further";
    EXPECT_TRUE(holds(reasonOf(none, "load-once"), "[transform.nothing-to-do]"));
    // Where four are too many two may do.
    const auto byTwo = rewriteBy(product(), {"unroll k=2,written"});
    ASSERT_TRUE(byTwo);
    EXPECT_EQ(taken(followed(product(), *multiplications(byTwo->text))), "unroll k=2,written");
}

TEST(Recipe, NeighboursBecomeVectorsWhereTheKernelAllowsIt) {
    const auto copying = kernelText("__kernel void k(__global const float* a, __global float* b) {\n"
                                    "    b[get_global_id(0)] = 2 * a[get_global_id(0)];\n}\n",
                                    "global = [64]\nlocal = [16]\n[args]\na = { buffer = \"float\", count = 64 "
                                    "}\nb = { buffer = \"float\", count = 64 }\n");
    EXPECT_EQ(taken(followed(copying, 1000)), "vector 4");
}

TEST(Recipe, WorkItemsStayOneByOneAroundNestedLoops) {
    auto nested = product();
    nested.source.replace(nested.source.find("for ("), 5, "for (int m = 0; m < 3; ++m)\n    for (");
    const Recipe recipe = followed(nested, 1000);
    EXPECT_EQ(taken(recipe), "unroll k=4,written");
    EXPECT_EQ(reasonOf(recipe, "jam x"), "its loops have loops in them");
}

TEST(Recipe, WhatCannotBeEstimatedIsAFault) {
    const auto recipe = followRecipe(product(), 10, [](const KernelText&) {
        return Result<int>(Diagnostic{"test.none", Severity::Error, {}, "none", ""});
    });
    ASSERT_FALSE(recipe);
    EXPECT_EQ(recipe.diagnostics().front().code, "test.none");
}

} // namespace
} // namespace warpstring::transform
