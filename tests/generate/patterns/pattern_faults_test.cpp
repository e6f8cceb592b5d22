// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of programs that are ill-formed or ill-typed. Each message was read by a person.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "generate/patterns/read_pattern.h"

namespace warpstring::generate {
namespace {

struct Faulty {
    const char* name;
    const char* text;
    const char* message;
};

constexpr auto faulty = std::to_array<Faulty>({
    {"noDefinition", "size n = 4;",
     "f.pattern: error: there is no definition [pattern.syntax]\n"
     "  hint: NAME(PARAMETER: TYPE, ...) = EXPRESSION is one"},
    {"missingOperand", "f(x: float[4]) = x |>",
     "f.pattern:1:22: error: expected a pattern or a function to pipe into, found the end of the file "
     "[pattern.syntax]"},
    {"unclosed", "f(x: float[4]) = map(x => (x + 1, x)",
     "f.pattern:1:37: error: expected \",\" or \")\", found the end of the file [pattern.syntax]"},
    {"badType", "f(x: flaot[4]) = x",
     "f.pattern:1:6: error: there is no type \"flaot\" [pattern.unknown-name]\n"
     "  hint: types are those of OpenCL C, tuples (float, int) and arrays float[n]"},
    {"unknownName", "f(x: float[4]) = x |> mapp(fabs)",
     "f.pattern:1:23: error: nothing here is called \"mapp\" [pattern.unknown-name]\n"
     "  hint: do you mean \"map\"?"},
    {"unknownVariable", "f(values: float[4]) = value |> map(fabs)",
     "f.pattern:1:23: error: nothing here is called \"value\" [pattern.unknown-name]\n"
     "  hint: do you mean \"values\"?"},
    {"laterDefinition",
     "a(x) = b(x)\n"
     "b(x) = x\n"
     "f(x: float[4]) = x |> map(a)",
     "f.pattern:1:8: error: nothing here is called \"b\" [pattern.unknown-name]\n"
     "  hint: a definition knows those above it"},
    {"untypedParameter", "f(x) = x |> map(fabs)",
     "f.pattern:1:3: error: \"x\" needs a type [pattern.type]\n"
     "  hint: the last definition is the program: x: float[n] is an array"},
    {"noArray", "f(x: float[4]) = (x |> reduce(add, 0))[0]",
     "f.pattern:1:39: error: a program gives an array, this is float [pattern.type]\n"
     "  hint: fill(1, value) is an array of one"},
    {"mapOfNumber", "f(x: float, y: float[4]) = zip(x |> map(fabs), y)",
     "f.pattern:1:37: error: map needs an array, this is float [pattern.type]"},
    {"splitRest", "f(x: float[10]) = x |> split(4)",
     "f.pattern:1:24: error: split(4) does not divide the length 10 [pattern.type]\n"
     "  hint: pad brings an array to a length that divides"},
    {"joinFlat", "f(x: float[10]) = x |> join",
     "f.pattern:1:24: error: join needs an array of arrays, this is float[10] [pattern.type]"},
    {"zipLengths", "f(x: float[4], y: float[5]) = zip(x, y)",
     "f.pattern:1:31: error: zip needs arrays of one length, these have 4 and 5 [pattern.type]"},
    {"numberOfArray", "f(x: float[4]) = x |> map(v => v + x)",
     "f.pattern:1:34: error: \"+\" needs a number, this is float[4] [pattern.type]\n"
     "  hint: map applies a function to each element; at takes one"},
    {"tupleAsNumber", "f(x: float[4]) = zip(x, x) |> map(p => p + 1)",
     "f.pattern:1:42: error: \"+\" needs a number, this is (float, float) [pattern.type]\n"
     "  hint: take a part of the tuple"},
    {"noSuchPart", "f(x: float[4]) = zip(x, x) |> map(p => p.2)",
     "f.pattern:1:42: error: (float, float) has no part 2 [pattern.type]"},
    {"noSuchComponent", "f(x: float2[4]) = x |> map(v => v.z)",
     "f.pattern:1:35: error: float2 has no component .z [pattern.type]"},
    {"reduceStart", "f(x: float[4], s: int) = x |> reduce(add, s)",
     "f.pattern:1:31: error: reduce starts with int, its elements are float [pattern.type]"},
    {"reduceResult", "f(x: float[4]) = x |> reduceSeq((n, v) => n + v, int(0))",
     "f.pattern:1:23: error: the operator of reduceSeq gives float where it takes and starts with int "
     "[pattern.type]"},
    {"reduceParameters", "f(x: float[4]) = x |> reduce(fabs, 0)",
     "f.pattern:1:30: error: expected a function of 2 parameters, \"fabs\" takes 1 [pattern.type]"},
    {"lambdaParameters", "f(x: float[4]) = x |> map((a, b) => a)",
     "f.pattern:1:27: error: expected a function of 1 parameter, this function takes 2 [pattern.type]"},
    {"wrongArguments",
     "g(a) = a + 1\n"
     "f(x: float[4]) = x |> map(v => g(v, v))",
     "f.pattern:2:32: error: \"g\" takes 1 argument, not 2 [pattern.type]"},
    {"unfinishedPattern", "f(x: float[4]) = map(fabs)",
     "f.pattern:1:18: error: expected a value, this is a pattern that is not applied yet, map(f) "
     "[pattern.type]"},
    {"functionAsNumber", "f(x: float[4]) = x |> map(v => v + fabs)",
     "f.pattern:1:36: error: expected a value, this is a function [pattern.type]"},
    {"userArgument",
     "float half_of(float v) { return v / 2.0f; }\n"
     "f(x: int[4]) = x |> map(half_of)",
     "f.pattern:2:25: error: argument 1 of \"half_of\" is float, this is int [pattern.type]\n"
     "  hint: float(x) converts"},
    {"userTypes",
     "void g(global float* p) { p[0] = 1.0f; }\n"
     "f(x: float[4]) = x",
     "f.pattern:1:1: error: the result of \"g\" has no arithmetic type [pattern.function]\n"
     "  hint: parameters and results are OpenCL C's arithmetic types by their own names: float, int, uchar4"},
    {"userBody",
     "float g(float v) {\n"
     "    return w;\n"
     "}\n"
     "f(x: float[4]) = x |> map(g)",
     "f.pattern:2:12: error: use of undeclared identifier 'w' [pattern.function]"},
    {"userHead", "float g(float v /* ) { return v; }\nf(x: float[4]) = x |> map(g)",
     "f.pattern:1:1: error: the head of a function in OpenCL C is incomplete [pattern.function]\n"
     "  hint: parameters and results are OpenCL C's arithmetic types by their own names: float, int, uchar4"},
    {"boundary", "f(x: float[4]) = x |> pad(1, 1, 0)",
     "f.pattern:1:33: error: expected a boundary: what lies outside of the array [pattern.type]\n"
     "  hint: constant(value), nearest and wrap are boundaries"},
    {"padValue", "f(x: int[4]) = x |> pad(1, 1, constant(0.5))",
     "f.pattern:1:21: error: pad's value is float, the elements are int [pattern.type]"},
    {"stencilDimensions", "f(x: float[4]) = x |> stencil(1, 1, nearest, w => w[1][1])",
     "f.pattern:1:23: error: expected an array of 2 dimensions, this is float[4] [pattern.type]"},
    {"windowsTooLarge", "f(x: float[4]) = x |> slide(5, 1)",
     "f.pattern:1:23: error: slide's windows of 5 do not fit into 4 [pattern.type]"},
    {"negativeLength",
     "size n = 4 - 8;\n"
     "f(x: float[n]) = x",
     "f.pattern:2:12: error: a length is 1 or more, this is -4 [pattern.size]"},
    {"sizeOfFloat",
     "size n = 0.5;\n"
     "f(x: float[n]) = x",
     "f.pattern:1:10: error: expected a size, a whole number, this is float [pattern.size]\n"
     "  hint: numbers and sizes may be joined by + - * / % << >>"},
    {"divisionByZero",
     "size n = 4 / (2 - 2);\n"
     "f(x: float[n]) = x",
     "f.pattern:1:12: error: a division by zero [pattern.size]"},
    {"overflow",
     "size n = 1 << 40;\n"
     "size m = n * n;\n"
     "f(x: float[m]) = x",
     "f.pattern:2:12: error: the result of \"*\" lies beyond the largest size, 70368744177664 [pattern.size]"},
    {"tooMany",
     "size n = 1 << 30;\n"
     "f(x: float[n]) = x |> map(a => x |> map(b => a + b))",
     "f.pattern:2:23: error: the result has more than 2^46 numbers [pattern.type]"},
    {"indexOutside", "f(x: float[4]) = x |> slide(2, 2) |> map(w => w[2])",
     "f.pattern:1:48: error: there is no element 2 of 2 [pattern.type]"},
    {"gatherFloat", "f(x: float[4]) = x |> gather(i => 0.5 * i)",
     "f.pattern:1:23: error: gather's function gives an int, this is float [pattern.type]"},
    {"condition", "f(x: float[4]) = x |> map(v => v ? 1 : 0)",
     "f.pattern:1:32: error: a condition is an int, this is float [pattern.type]"},
    {"branches", "f(x: float2[4], y: float4[4]) = zip(x, y) |> map((a, b) => 1 < 2 ? a : b)",
     "f.pattern:1:60: error: both sides of ?: need one type, these are float2 and float4 [pattern.type]"},
    {"floatRemainder", "f(x: float[4]) = x |> map(v => v % 2)",
     "f.pattern:1:34: error: \"%\" needs integers, this is float [pattern.type]"},
    {"rootOfInt", "f(x: int[4]) = x |> map(sqrt)",
     "f.pattern:1:25: error: sqrt needs a floating type, this is int [pattern.type]\n"
     "  hint: float(x) converts"},
    {"vectorWidth", "f(x: float[6]) = x |> asVector(3)",
     "f.pattern:1:23: error: OpenCL C has vectors of 2, 4, 8 and 16 components, not of 3 [pattern.type]"},
    {"takenName",
     "map(x) = x\n"
     "f(x: float[4]) = x |> map(fabs)",
     "f.pattern:1:1: error: \"map\" has a meaning already [pattern.syntax]\n"
     "  hint: take another name"},
    {"twice",
     "size n = 4;\n"
     "n(x) = x\n"
     "f(x: float[4]) = x",
     "f.pattern:2:1: error: \"n\" is there a second time [pattern.syntax]\n"
     "  hint: take another name"},
    {"iterateLengths",
     "f(x: float[200]) = x |> iterate(100, xs => xs |> slide(2, 1) |> map(reduce(add, 0)) |> join)",
     "f.pattern:1:25: error: iterate's array has another length each time, 64 times and more [pattern.type]\n"
     "  hint: each length is code of its own"},
    {"badNumber", "f(x: float[4]) = x |> map(v => v + 3.5q)",
     "f.pattern:1:36: error: \"3.5q\" is no number [pattern.syntax]\n"
     "  hint: 3, 0x10, 3u, 3l, 3ul, 0.5 and 1e-3f are numbers"},
    {"applyNumber", "f(x: float[4]) = x |> map(v => v(1))",
     "f.pattern:1:32: error: expected a function or a pattern, this is float [pattern.type]"},
    {"recursion", "f(x: float[4]) = f(x)",
     "f.pattern:1:18: error: nothing here is called \"f\" [pattern.unknown-name]\n"
     "  hint: a definition knows those above it"},
});

class PatternFaults : public testing::TestWithParam<Faulty> {};

TEST_P(PatternFaults, sayWhereAndWhatWasExpected) {
    const Result<Program> program = readPattern(GetParam().text, "f.pattern");
    ASSERT_FALSE(program);
    EXPECT_EQ(toText(program.diagnostics().front()), GetParam().message);
    EXPECT_EQ(program.diagnostics().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(All, PatternFaults, testing::ValuesIn(faulty),
                         [](const auto& tested) { return std::string(tested.param.name); });

std::string repeated(const std::string& part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
}

void expectTooDeep(const std::string& text) {
    const Result<Program> program = readPattern(text, "f.pattern");
    ASSERT_FALSE(program);
    EXPECT_NE(program.diagnostics().front().message.find("parts stand in each other"), std::string::npos)
        << program.diagnostics().front().message;
}

TEST(PatternDepth, isBounded) {
    expectTooDeep("f() = " + repeated("(", 10000) + "1" + repeated(")", 10000));
    expectTooDeep("f() = " + repeated("x => ", 10000) + "1");
    expectTooDeep("f() = " + repeated("1 + ", 10000) + "1");
    expectTooDeep("f() = " + repeated("1 ? 1 : ", 10000) + "1");
    expectTooDeep("f() = f" + repeated("(1)", 10000));
    expectTooDeep("f(x: " + repeated("(", 10000) + "float) = x");
    expectTooDeep("float f(float x) " + repeated("{", 10000));
    EXPECT_TRUE(readPattern("f() = fill(1, " + repeated("(", 90) + "1" + repeated(")", 90) + ")", "f.pattern"));
}

/// x |> map(a0 => let a1 = ... in let a2 = ... in a39), each by the one before it.
std::string chainOfLets(const std::string& joined) {
    std::string text = "f(x: float[4]) = x |> map(a0 => ";
    for (int i = 1; i < 40; ++i) {
        const std::string before = "a" + std::to_string(i - 1);
        text.append("let a")
            .append(std::to_string(i))
            .append(" = (")
            .append(before)
            .append(joined)
            .append(before)
            .append(") in ");
    }
    return text + "a39)";
}

TEST(PatternDepth, namedPartsStandOnce) {
    EXPECT_TRUE(readPattern(chainOfLets(" + "), "f.pattern"));
    const Result<Program> pairs = readPattern(chainOfLets(", "), "f.pattern");
    ASSERT_FALSE(pairs);
    EXPECT_EQ(pairs.diagnostics().front().message, "a tuple has more than 256 parts");
}

TEST(PatternDepth, ofDefinitionsIsBounded) {
    std::string text = "a0(x) = x + x\n";
    for (int i = 1; i < 60; ++i) {
        const std::string before = "a" + std::to_string(i - 1);
        text.append("a")
            .append(std::to_string(i))
            .append("(x) = ")
            .append(before)
            .append("(")
            .append(before)
            .append("(x))\n");
    }
    const Result<Program> program = readPattern(text + "f(x: float[4]) = x |> map(a59)", "f.pattern");
    ASSERT_FALSE(program);
    EXPECT_EQ(program.diagnostics().front().code, "pattern.size");
}

} // namespace
} // namespace warpstring::generate
