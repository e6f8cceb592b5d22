// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of forms that are written by hand in the notation: their text, their sizes, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generate/code/generated.h"
#include "generate/code/launch_files.h"
#include "generate/patterns/read_pattern.h"
#include "generate/rules/listings.h"

namespace {

using namespace warpstring::generate;
using testing::HasSubstr;
using testing::Not;

Program program(const std::string& text) {
    const auto read = readPattern(text, "test.pattern");
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.diagnostics().front().message);
    return read.ok() ? *read : Program{};
}

Generated code(const std::string& text, const CodeOptions& options = {}) {
    const auto generated = generateCode(program(text), options);
    EXPECT_TRUE(generated.ok()) << (generated.ok() ? "" : generated.diagnostics().front().message);
    return generated.ok() ? *generated : Generated{};
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(GeneratedCode, patternsThatMoveNothingAreIndices) {
    const Generated made =
        code("f(x: float[1024]) = x |> split(4) |> transpose |> join |> mapGlobal(a => a + 1)");
    ASSERT_EQ(made.kernels.size(), 1U);
    EXPECT_THAT(made.source, HasSubstr("result[item] = x[(item & 255) * 4 + (item >> 8)] + 1.0f;"));
    EXPECT_EQ(made.kernels[0].global[0], 1024);
    EXPECT_FALSE(made.kernels[0].usesGroups);
}

TEST(GeneratedCode, aTreeOverLocalMemoryWorksInPlace) {
    const Generated made =
        code("sum(x: float[4096]) = x |> split(128) |> mapWorkgroup(part => part |> mapLocal(id) |> toLocal\n"
             "  |> iterate(7, xs => xs |> reorderStride(size / 2) |> split(2) |> mapLocal(reduceSeq(add, 0)) "
             "|> join)\n"
             "  |> mapLocal(id)) |> join");
    EXPECT_THAT(made.source, HasSubstr("for (int size = 64; size > 0; size >>= 1)"));
    EXPECT_THAT(made.source, HasSubstr("tile[lid] = tile[lid] + tile[lid + size];"));
    EXPECT_EQ(count(made.source, "local float "), 1);
    EXPECT_EQ(count(made.source, "barrier("), 2);
    EXPECT_EQ(made.kernels[0].localBytes, 512);
}

TEST(GeneratedCode, aTreeThatIsWiderThanItsGroupGoesRound) {
    CodeOptions options;
    options.local[0] = 32;
    const Generated made =
        code("sum(x: float[4096]) = x |> split(128) |> mapWorkgroup(part => part |> mapLocal(id) |> toLocal\n"
             "  |> iterate(7, xs => xs |> reorderStride(size / 2) |> split(2) |> mapLocal(reduceSeq(add, 0)) "
             "|> join)\n"
             "  |> mapLocal(id)) |> join",
             options);
    EXPECT_EQ(made.kernels[0].local[0], 32);
    EXPECT_THAT(made.source, HasSubstr("for (int i = lid; i < size; i += 32)"));
    EXPECT_THAT(made.source, HasSubstr("tile[i] = tile[i] + tile[i + size];"));
}

TEST(GeneratedCode, neighboursThatOverwriteEachOtherGetMemoryOfTheirOwn) {
    const Generated made =
        code("sum(x: float[4096]) = x |> split(128) |> mapWorkgroup(part => part |> mapLocal(id) |> toLocal\n"
             "  |> iterate(7, xs => xs |> split(2) |> mapLocal(reduceSeq(add, 0)) |> join)\n"
             "  |> mapLocal(id)) |> join");
    EXPECT_THAT(made.source, Not(HasSubstr("size >>= 1")));
    // A round reads what the one before wrote; the next one has the place of the first.
    EXPECT_EQ(count(made.source, "local float "), 2);
    EXPECT_EQ(made.kernels[0].localBytes, (128 + 64) * 4);
    EXPECT_EQ(count(made.source, "barrier("), 7) << "the first work-item waits for nobody at the end";
}

TEST(GeneratedCode, guardsStandWhereLengthsDoNotDivide) {
    const Generated made = code("f(x: float[1000]) = x |> mapGlobal(a => a * 2)");
    EXPECT_THAT(made.source, HasSubstr("if (item < 1000)"));
    EXPECT_EQ(made.kernels[0].global[0], 1024);
}

TEST(GeneratedCode, fewerGroupsLoop) {
    CodeOptions options;
    options.groups[0] = 2;
    options.local[0] = 64;
    const Generated made = code("f(x: float[1024]) = x |> mapGlobal(a => a * 2)", options);
    EXPECT_THAT(made.source, HasSubstr("for (int r = 0; r < 8; ++r)"));
    EXPECT_THAT(made.source, HasSubstr("result[item + r * 128]"));
    EXPECT_EQ(made.kernels[0].global[0], 128);
}

TEST(GeneratedCode, vectorsAreLoadedWhereTheyAreAligned) {
    const Generated aligned = code("f(x: float[1024]) = x |> asVector(4) |> mapGlobal(a => a * 2) |> asScalar");
    EXPECT_THAT(aligned.source,
                HasSubstr("((global float4*)result)[item] = ((const global float4*)x)[item] * 2.0f;"));
    const Generated shifted = code("f(x: float[1025]) = x |> slide(1024, 1) |> mapGlobal(a => a |> asVector(4) "
                                   "|> mapSeq(b => b * 2) |> asScalar)");
    EXPECT_THAT(shifted.source, HasSubstr("vload4(0, x + "));
}

TEST(GeneratedCode, vectorsBesideAlignedOnesAreMadeOfThem) {
    const Generated made =
        code("f(x: float[1028]) = x |> slide(5, 4) |> mapGlobal(part => (part |> slide(4, 1)\n"
             "  |> map(near => (near |> asVector(4))[0]) |> reduceSeqUnroll(add, float4(0, 0, 0, 0))))"
             "\n  |> join |> asScalar");
    EXPECT_THAT(made.source, HasSubstr("(float4)(((const global float4*)x)[item].s123, x[item * 4 + 4])"));
}

TEST(GeneratedCode, aKernelEndsWhereAllGroupsMeet) {
    const Generated made =
        code("f(x: float[1024]) = x |> split(64) |> mapGlobal(reduceSeq(add, 0)) |> join |> reduceSeq(add, 0)");
    ASSERT_EQ(made.kernels.size(), 2U);
    EXPECT_EQ(made.kernels[0].name, "f_1");
    EXPECT_EQ(made.kernels[1].global[0], 1);
    EXPECT_EQ(made.buffers.size(), 3U);
}

TEST(GeneratedCode, warpsThatDoNotTakePartMeetTheBarriersOfLanes) {
    Program sum = program("sum(x: float[65536]) = x |> reduce(add, 0)");
    const auto steps = listing(12, sum.body, {}, {256, 0});
    ASSERT_TRUE(steps.ok());
    std::vector<Step> all = *steps;
    all.push_back({"reduce-sequential", {}, {}});
    for (const Step& step : all) {
        const auto next = after(sum.body, step);
        ASSERT_TRUE(next.ok()) << toText(step);
        sum.body = *next;
    }
    const auto anywhere = generateCode(sum);
    ASSERT_TRUE(anywhere.ok()) << anywhere.diagnostics().front().message;
    // Eight warps reach each barrier, of which one works between them.
    EXPECT_GE(count(anywhere->source, "if (lid < 32)"), 5) << anywhere->source;
    EXPECT_EQ(count(anywhere->source, "\n    barrier("), count(anywhere->source, "barrier("))
        << anywhere->source;
    CodeOptions lockStep;
    lockStep.lockStep = 32;
    const auto together = generateCode(sum, lockStep);
    ASSERT_TRUE(together.ok());
    EXPECT_LT(count(together->source, "barrier("), count(anywhere->source, "barrier("));
    // The warp that is left waits for what the others wrote, and its first work-item for nobody.
    EXPECT_EQ(count(together->source, "barrier("), 3) << together->source;
    EXPECT_THAT(together->source, HasSubstr("local volatile float"));
}

TEST(GeneratedCode, fastMathIsAnOptionOfTheLaunchesAndNotOfTheReference) {
    const Program powers = program("f(x: float[1024]) = x |> mapGlobal(a => exp(a))");
    const auto reference = referenceOf(powers);
    ASSERT_TRUE(reference.ok());
    CodeOptions options;
    for (const bool isFast : {false, true}) {
        options.isFastMath = isFast;
        const Generated made = code("f(x: float[1024]) = x |> mapGlobal(a => exp(a))", options);
        EXPECT_EQ(launchOf(powers, made, 0).options, isFast ? "-cl-fast-relaxed-math" : "");
        const GeneratedFiles files = filesOf(powers, made, *reference, {});
        EXPECT_EQ(count(files.at("f.toml"), "options = \"-cl-fast-relaxed-math\""), isFast ? 1 : 0);
        EXPECT_EQ(count(files.at("f-reference.toml"), "options"), 0);
    }
}

TEST(GeneratedCode, functionsByComponentsAreWrittenForTheVectorsThatTheyGet) {
    const Generated made = code(
        "float root_float4(float p) { if (p > 1) return p; return 1; }\n"
        "float root(float p, float q) { return sqrt(fma(p, q, 2.0f)) + min(q, p) * 2; }\n"
        "float twice(float p) { return -root(p, 1.0f) - p; }\n"
        "f(x: float[1024], s: float) = x |> asVector(4) |> mapGlobal(a => twice(a) + root(a, s)) |> asScalar");
    EXPECT_THAT(made.source, HasSubstr("float4 root_float4_(float4 p, float4 q) { return "
                                       "sqrt(fma(p, q, (float4)(2.0f))) + min(q, p) * 2; }\n"));
    EXPECT_THAT(made.source,
                HasSubstr("float4 twice_float4(float4 p) { return -root_float4_(p, (float4)(1.0f)) - p; }\n"));
    EXPECT_THAT(made.source, HasSubstr("root_float4_(a, (float4)(s))"));
    EXPECT_THAT(code("float one(float p) { return 1.0f; }\n"
                     "f(x: float4[64]) = x |> mapGlobal(a => one(a))")
                    .source,
                HasSubstr("float4 one_float4(float4 p) { return (float4)(1.0f); }"));
}

TEST(GeneratedCode, vectorizeTakesFunctionsByComponents) {
    const Step step{"vectorize", {}, {{"n", 4}}};
    const Program smooth = program("float f(float x, float s) { return fma(x, x, s); }\n"
                                   "g(x: float[64], s: float) = x |> map(a => f(a, s))");
    const auto vectors = after(smooth.body, step);
    ASSERT_TRUE(vectors.ok()) << vectors.diagnostics().front().message;
    EXPECT_EQ((*vectors)->inputs.front().type(), Type::array(Type::of({warpstring::ScalarType::Float, 4}), 16));
    const Program step0 = program("float f(float x) { return x > 0 ? x : 0; }\ng(x: float[64]) = x |> map(f)");
    EXPECT_FALSE(after(step0.body, step).ok());
}

TEST(GeneratedCode, whatHasNoPlaceToRunIsRefusedWithItsPlace) {
    const auto refused = generateCode(program("f(x: float[1024]) =\n  x |> map(a => a * 2)"));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.diagnostics().front().code, "generate.not-lowered");
    EXPECT_EQ(refused.diagnostics().front().place.line, 2);
}

TEST(GeneratedCode, privateResultsAreTheirWorkItemsOwn) {
    const auto refused =
        generateCode(program("f(x: float[4096]) = x |> split(128) |> mapWorkgroup(part => part |> mapLocal(id) "
                             "|> toPrivate |> split(2) |> transpose |> join\n"
                             "  |> mapLocal(id)) |> join"));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.diagnostics().front().code, "generate.other-work-item");
}

TEST(GeneratedCode, guardsOfTheWholeGuardItsParts) {
    const Generated made = code("f(x: int[20]) = x |> mapGlobal(a => a + 1) |> split(2) |> take(9) |> take(8)");
    EXPECT_THAT(made.source, HasSubstr("(item >> 1) < 8"));
}

TEST(GeneratedCode, whatIsReadBetweenKernelsIsAParameter) {
    const Generated made = code("f(x: int[16], y: int[4]) = x |> mapGlobal(a => a + (y)[2]) |> toGlobal "
                                "|> mapGlobal(a => let b = y[3] in a * b)");
    ASSERT_EQ(made.kernels.size(), 2U);
    EXPECT_EQ(made.kernels[1].arguments.size(), 3U);
    const Generated outside = code("f(x: int[16], y: int[4]) = let b = y[3] in x |> mapGlobal(a => a * b)");
    ASSERT_EQ(outside.kernels.size(), 1U);
    EXPECT_EQ(outside.kernels[0].arguments.size(), 3U);
    EXPECT_THAT(outside.source, HasSubstr("x[item] * y[3]"));
}

TEST(GeneratedCode, knownNumbersAreComputed) {
    const Generated made =
        code("f(x: int[16]) = x |> mapGlobal(a => (2 ^ 5) + (a < a ? 1 : 0) + max(a, INT_MIN))");
    EXPECT_THAT(made.source, HasSubstr("7 + "));
    EXPECT_THAT(made.source, HasSubstr("0 ? 1 : 0"));
    EXPECT_THAT(made.source, HasSubstr("INT_MIN"));
}

TEST(GeneratedCode, aDimensionThatNoMapRunsOverHasOneWorkItem) {
    CodeOptions options;
    options.local = {64, 3, 2};
    const Generated made = code("f(x: int[128]) = x |> mapGlobal(a => a + 1)", options);
    EXPECT_EQ(made.kernels[0].local, (std::array<std::int64_t, 3>{64, 1, 1}));
}

TEST(GeneratedCode, aGroupWaitsForWhatItsWorkItemsWrote) {
    const Generated made =
        code("f(x: int[128]) = x |> split(16) |> mapWorkgroup(part => part |> mapLocal(a => a + 1) "
             "|> toLocal |> reduceSeq(add, 0)) |> join");
    EXPECT_EQ(count(made.source, "barrier("), 1);
    EXPECT_LT(made.source.find("barrier("), made.source.find("acc + tile["));
}

TEST(GeneratedCode, warpsThatDoNotTakePartDoNothing) {
    CodeOptions options;
    options.local[0] = 128;
    const Generated made = code("f(x: int[128]) = x |> split(64) |> mapWorkgroup(part => part |> split(32) "
                                "|> mapWarp(xs => xs |> reduceSeq(add, 0))) |> join |> join",
                                options);
    EXPECT_THAT(made.source, HasSubstr("if ((lid >> 5) < 2)"));
}

TEST(GeneratedCode, eachWarpHasMemoryOfItsOwn) {
    CodeOptions options;
    options.local[0] = 64;
    const Generated made =
        code("f(x: int[128]) = x |> split(64) |> mapWorkgroup(part => part |> split(32) "
             "|> mapWarp(xs => xs |> mapLane(id) |> toLocal |> reorderStride(8) |> mapLane(id))) "
             "|> join |> join",
             options);
    EXPECT_EQ(made.kernels[0].localBytes, 256);
}

TEST(GeneratedCode, resultsOfOtherGroupsAreRefusedWithinAKernel) {
    const auto codeOf = [](const std::string& text) {
        const auto refused = generateCode(program(text));
        return refused.ok() ? "" : refused.diagnostics().front().code;
    };
    EXPECT_EQ(codeOf("f(x: int[8], y: int[4]) = x |> mapGlobal(a => y |> mapWorkgroup1(b => b + a) "
                     "|> reduceSeq(add, 0)) |> join"),
              "generate.nesting");
    EXPECT_EQ(codeOf("f(x: int[8], y: int[4]) = x |> mapWorkgroup(a => y |> mapWorkgroup1(b => b + a) "
                     "|> reduceSeq(add, 0)) |> join"),
              "generate.other-work-item");
    EXPECT_EQ(codeOf("f(x: int[8], y: int[4]) = x |> mapWorkgroup(a => y |> mapLocal(b => b + a) |> toGlobal "
                     "|> mapLocal(id) |> reduceSeq(add, 0)) |> join"),
              "generate.nesting");
}

TEST(GeneratedCode, aReferenceIsLoopsInOneKernel) {
    const auto reference = referenceOf(program("f(x: float[1024]) = x |> map(a => a * 2) |> reduce(add, 0)"));
    ASSERT_TRUE(reference.ok());
    EXPECT_EQ(reference->kernels.size(), 1U);
    EXPECT_THAT(reference->source, HasSubstr("double acc = 0.0f;"));
}

} // namespace
