// SPDX-License-Identifier: GPL-3.0-or-later
// Which patterns loops become.
#include <gtest/gtest.h>

#include <string>

#include "generate/nests/read_nest.h"
#include "generate/patterns/notation.h"

namespace warpstring::generate {
namespace {

Nest nestOf(const std::string& text) {
    const Result<Nest> nest = readNest(text, "nest.c");
    EXPECT_TRUE(nest.ok()) << (nest.ok() ? "" : toText(nest.diagnostics().front())) << "\n" << text;
    return nest.ok() ? *nest : Nest{};
}

std::string formOf(const std::string& text) {
    const Nest nest = nestOf(text);
    return nest.program.body.empty() ? "" : toNotation(nest.program.body);
}

/// A parallel loop over 64 elements with this body.
std::string looped(const std::string& body) {
    return "void f(const float x[restrict 64], const float a[restrict 64][8], float y[restrict 64],\n"
           "       const int at[restrict 64], float c) {\n#pragma warpstring parallel\n"
           "  for (int i = 0; i < 64; ++i) {\n" +
           body + "\n  }\n}\n";
}

TEST(NestForms, elementsAreTheMapsInput) {
    EXPECT_EQ(formOf(looped("y[i] = c * x[i];")), "x |> map(i => c * i)");
    EXPECT_EQ(formOf(looped("y[i] = x[i] * x[i] + a[i][3];")), "zip(x, a) |> map(i => i.0 * i.0 + i.1[3])");
    EXPECT_EQ(formOf(looped("y[i] = i;")), "iota(64) |> map(float)");
    EXPECT_EQ(formOf(looped("y[i] = x[at[i]];")), "at |> map(i => x[i])");
    EXPECT_EQ(formOf("#include <stddef.h>\nvoid f(size_t n, const float *restrict x, float *restrict y) {\n"
                     "#pragma warpstring size n = 64\n#pragma warpstring parallel\n"
                     "for (size_t i = n - 1; i >= 8; i -= 2) y[i] = x[n - 1 - i];\n}\n"),
              "x |> gather(28, i => i * -1 + 27) |> map(i => i[0])");
    EXPECT_EQ(formOf(looped("y[63 - i] = x[63 - i] + c;")),
              "x |> gather(64, i => i * -1 + 63) |> map(i => i + c)");
}

TEST(NestForms, whatIsUsedTwiceHasAName) {
    EXPECT_EQ(formOf(looped("const float t = x[i] * c; const float u = t + 1; y[i] = t * u;")),
              "x |> map(i => let t = i * c in t * (t + 1.0))");
    EXPECT_EQ(formOf(looped("float t = x[i]; if (t > c) t = c; else t = 2 * t; y[i] = t;")),
              "x |> map(i => i > c ? c : 2.0 * i)");
}

TEST(NestForms, sumsAreReductions) {
    // Floats are added in the order of the loop unless a pragma lets them be in any.
    EXPECT_EQ(formOf(looped("float s = c; for (int k = 0; k < 8; ++k) s += a[i][k]; y[i] = s;")),
              "a |> map(i => (i |> reduceSeq(add, c))[0])");
    EXPECT_EQ(formOf(looped("float s = 0;\n#pragma warpstring simd reduction(+: s)\n"
                            "for (int k = 0; k < 8; ++k) s += a[i][k]; y[i] = s;")),
              "a |> map(i => (i |> reduce(add, 0))[0])");
    EXPECT_EQ(formOf(looped("int s = 0; for (int k = 0; k < 64; ++k) s += at[k]; y[i] = s + x[i];")),
              "x |> map(i => float((at |> reduce(add, 0))[0]) + i)");
    // Into memory as into a variable.
    EXPECT_EQ(formOf(looped("y[i] = 0; for (int k = 0; k < 8; ++k) y[i] += a[i][k];")),
              "a |> map(i => (i |> reduceSeq(add, 0))[0])");
}

TEST(NestForms, loopsThatHandOnTuplesAreFolds) {
    EXPECT_EQ(formOf(looped(
                  "float p = 1, s = 0; for (int k = 0; k < 8; ++k) { s += p * a[i][k]; p *= c; } y[i] = s;")),
              "a |> map(i => (i |> reduceSeq((acc, k) => (acc.0 * c, acc.1 + acc.0 * k), (1.0, 0.0)))[0].1)");
}

TEST(NestForms, reductionsOfTheWholeIndexSpaceAreOne) {
    EXPECT_EQ(formOf("float f(const float a[restrict 8][16]) {\nfloat s = 0;\n"
                     "#pragma warpstring parallel reduction(+: s)\nfor (int i = 0; i < 8; ++i)\n"
                     "#pragma warpstring parallel reduction(+: s)\nfor (int j = 0; j < 16; ++j) s += a[i][j];\n"
                     "return s;\n}\n"),
              "a |> join |> reduce(add, 0)");
    EXPECT_EQ(formOf("#include <math.h>\nfloat f(const float x[restrict 16]) {\nfloat s = 0;\n"
                     "#pragma warpstring parallel reduction(+: s)\n"
                     "for (int i = 0; i < 16; ++i) s += x[i] * x[i];\nreturn sqrtf(s);\n}\n"),
              "x |> map(i => i * i) |> reduce(add, 0) |> map(sqrt)");
}

TEST(NestForms, flatArraysHaveRows) {
    EXPECT_EQ(
        formOf("void f(int n, int m, const float *restrict a, float *restrict t) {\n"
               "#pragma warpstring size n = 8\n#pragma warpstring size m = 4\n"
               "#pragma warpstring parallel\nfor (int i = 0; i < n; ++i)\n"
               "#pragma warpstring parallel\nfor (int j = 0; j < m; ++j) t[j * n + i] = a[i * m + j];\n}\n"),
        "a |> transpose |> map(map(id))");
    const Nest inner =
        nestOf("void f(const float *restrict a, float *restrict b) {\n#pragma warpstring parallel\n"
               "for (int i = 1; i < 7; ++i)\n#pragma warpstring parallel\n"
               "for (int j = 1; j < 15; ++j) b[16 * i + j] = a[16 * (i - 1) + j] + a[16 * i + j + 1];\n}\n");
    EXPECT_EQ(toText(inner.program.parameters.front()->type), "float[7][16]");
    EXPECT_EQ(inner.results, std::vector<std::string>{"result[i][j] is b[16 * i + j + 17]"});
}

TEST(NestForms, theIndexSpaceLiesAsItsResultDoes) {
    const Nest nest =
        nestOf("void f(const float a[restrict 4][8], float b[restrict 8][4]) {\n"
               "#pragma warpstring parallel\nfor (int i = 0; i < 4; ++i)\n"
               "#pragma warpstring parallel\nfor (int j = 0; j < 8; ++j) b[j][i] = a[i][j];\n}\n");
    EXPECT_EQ(toText(nest.program.body.type()), "float[8][4]");
    EXPECT_EQ(nest.results, std::vector<std::string>{"result is b"});
}

TEST(NestForms, valuesOfOuterLoopsAreComputedThere) {
    EXPECT_EQ(
        formOf("#include <math.h>\nvoid f(const float a[restrict 4][8], float b[restrict 4][8]) {\n"
               "#pragma warpstring parallel\nfor (int i = 0; i < 4; ++i) {\nfloat s = 0;\n"
               "#pragma warpstring parallel reduction(+: s)\nfor (int k = 0; k < 8; ++k) s += expf(a[i][k]);\n"
               "#pragma warpstring parallel\nfor (int j = 0; j < 8; ++j) b[i][j] = expf(a[i][j]) / s;\n}\n}\n"),
        "a |> map(i => let s = (i |> map(exp) |> reduce(add, 0))[0] in i |> map(j => exp(j) / s))");
}

TEST(NestForms, oldElementsStayWhereAConditionDoesNotHold) {
    EXPECT_EQ(
        formOf("void f(float y[restrict 64]) {\n#pragma warpstring parallel\nfor (int i = 0; i < 64; ++i)\n"
               "  if (y[i] < 0) y[i] = 0;\n}\n"),
        "y |> map(i => i < 0.0 ? 0.0 : i)");
}

TEST(NestForms, independentLoopsWithinSpread) {
    EXPECT_EQ(formOf("void f(const float a[restrict 4][8], float b[restrict 4][8]) {\n"
                     "#pragma warpstring parallel\nfor (int i = 0; i < 4; ++i)\n"
                     "  for (int j = 0; j < 8; ++j) b[i][j] = 2 * a[i][j];\n}\n"),
              "a |> map(map(j => 2.0 * j))");
}

/// Of a body that is a function: how it is called, and the function.
void expectFunction(const std::string& body, const std::string& form, const std::string& text) {
    const Nest nest = nestOf(looped(body));
    ASSERT_FALSE(nest.program.body.empty());
    EXPECT_EQ(toNotation(nest.program.body), form);
    EXPECT_EQ(nest.program.functions.back().text, text);
}

TEST(NestForms, bodiesWithoutAFormAreFunctions) {
    expectFunction("float s = x[i]; while (s > 1) s = s / 2; y[i] = s;", "iota(64) |> map(i => f_body(i, x))",
                   "float f_body(int i, global const float* all_x) {\n"
                   "    float its_y;\n"
                   "    global const float* x = all_x;\n"
                   "{\n    float s = x[i];\n    while (s > 1)\n        s = s / 2;\n    its_y = s;\n}\n"
                   "    return its_y;\n}");
    // A guard, an inner loop that is no rectangle, one that is left early; what was there before is handed in.
    expectFunction("y[i] = i < 63 ? x[i + 1] : 0;", "iota(64) |> map(i => f_body(i, x))",
                   "float f_body(int i, global const float* all_x) {\n    float its_y;\n"
                   "    global const float* x = all_x;\n"
                   "{\n    its_y = i < 63 ? x[i + 1] : 0;\n}\n    return its_y;\n}");
    expectFunction("for (int k = 0; k < i % 8; ++k) y[i] += c * a[i][k];",
                   "zip(y, iota(64)) |> map(i => f_body(i.1, c, i.0, a))",
                   "float f_body(int i, float c, float its_y, global const float* all_a) {\n"
                   "    global const float (*a)[8] = (global const float (*)[8])all_a;\n"
                   "{\n    for (int k = 0; k < i % 8; ++k)\n        its_y += c * a[i][k];\n}\n"
                   "    return its_y;\n}");
    const Nest nest = nestOf(looped("for (int k = 0; k < 64; ++k) { if (at[k] == i) break; y[i] = k; }"));
    EXPECT_EQ(toNotation(nest.program.body), "zip(y, iota(64)) |> map(i => f_body(i.1, i.0, at))");
    ASSERT_EQ(nest.assumptions.size(), 1U);
    EXPECT_EQ(nest.assumptions.front().message, "all subscripts of \"at\" are inside");
}

} // namespace
} // namespace warpstring::generate
