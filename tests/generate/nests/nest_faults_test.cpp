// SPDX-License-Identifier: GPL-3.0-or-later
// What a nest cannot be is refused by name, at its place, at once.
#include <gtest/gtest.h>

#include <string>

#include "generate/nests/read_nest.h"

namespace warpstring::generate {
namespace {

Diagnostic faultOf(const std::string& text, const std::map<std::string, std::int64_t>& sizes = {}) {
    const Result<Nest> nest = readNest(text, "nest.c", sizes);
    EXPECT_FALSE(nest.ok()) << text;
    return nest.ok() ? Diagnostic{} : nest.diagnostics().front();
}

/// A loop over 64 elements with this body.
std::string faultyLoop(const std::string& body, const std::string& before = "") {
    return before +
           "void f(const float x[restrict 64], float y[restrict 64], const int at[restrict 64]) {\n"
           "#pragma warpstring parallel\n"
           "  for (int i = 0; i < 64; ++i) {\n" +
           body + "\n  }\n}\n";
}

void expectFault(const std::string& text, const std::string& code, int line, const std::string& part = "") {
    const Diagnostic fault = faultOf(text);
    EXPECT_EQ(fault.code, code) << toText(fault) << "\n" << text;
    EXPECT_EQ(fault.place.line, line) << toText(fault) << "\n" << text;
    EXPECT_NE(fault.message.find(part), std::string::npos) << fault.message;
}

TEST(NestFaults, iterationsThatHangOnEachOther) {
    expectFault(faultyLoop("y[i] = i > 0 ? y[63 - i] : 0;"), "nest.carried", 4, "iterations (i = ");
    expectFault(faultyLoop("y[i / 2] = x[i];"), "nest.indirect-write", 4);
    expectFault(faultyLoop("y[0] = x[i];"), "nest.race", 4, "both write element 0 of \"y\"");
    expectFault("void f(float *a) {\n#pragma warpstring parallel\nfor (int i = 1; i < 64; ++i)\n"
                "  a[i] = a[i - 1] + 1;\n}\n",
                "nest.carried", 4);
    expectFault("void f(float *a) {\n#pragma warpstring parallel\nfor (int i = 0; i < 8; ++i)\n"
                "#pragma warpstring parallel\nfor (int j = 0; j < 8; ++j)\n  a[7 * i + j] = 1;\n}\n",
                "nest.race", 6, "(i = 0, j = 7) and (i = 1, j = 0)");
    expectFault("float f(const float *a) {\nfloat s = 0;\n#pragma warpstring parallel\n"
                "for (int i = 0; i < 64; ++i)\n  s += a[i];\nreturn s;\n}\n",
                "nest.carried", 5, "\"s\"");
    expectFault("float f(const float *a) {\nfloat s = 0;\n#pragma warpstring parallel reduction(*: s)\n"
                "for (int i = 0; i < 64; ++i)\n  s += a[i];\nreturn s;\n}\n",
                "nest.reduction", 5);
    expectFault("float f(const float *a) {\nfloat s = 0;\n#pragma warpstring parallel reduction(+: s)\n"
                "for (int i = 0; i < 64; ++i)\n  s += a[i] * s;\nreturn s;\n}\n",
                "nest.reduction", 5);
    expectFault(faultyLoop("float s = 0; for (int k = 0; k < 4; ++k) { s += x[k]; y[4 * (i / 64) + k] = s; }"),
                "nest.indirect-write", 4);
    expectFault("void f(const float *restrict x, float *restrict y) {\n#pragma warpstring parallel\n"
                "for (int i = 0; i < 8; ++i) {\n  float s = 0;\n  for (int k = 0; k < 4; ++k) {\n"
                "    s += x[4 * i + k];\n    y[4 * i + k] = s;\n  }\n}\n}\n",
                "nest.carried-store", 7, "\"s\"");
}

TEST(NestFaults, loopsThatAreNotRectangular) {
    expectFault(
        "void f(float a[restrict 64][64]) {\n#pragma warpstring parallel\nfor (int i = 0; i < 64; ++i)\n"
        "#pragma warpstring parallel\nfor (int j = 0; j < i; ++j)\n  a[i][j] = 0;\n}\n",
        "nest.triangular", 5, "counter: i");
    expectFault("void f(int n, float *a) {\n#pragma warpstring parallel\nfor (int i = 0; i < n; ++i)\n"
                "  a[i] = 0;\n}\n",
                "nest.size", 3);
    expectFault(
        "void f(float *a) {\n#pragma warpstring parallel\nfor (int i = 0; i < 8; --i)\n  a[i] = 0;\n}\n",
        "nest.loop-form", 3);
    expectFault("void f(float *a) {\n#pragma warpstring parallel\nfor (int i = 0; i != 9; i += 2)\n"
                "  a[i] = 0;\n}\n",
                "nest.loop-form", 3);
    expectFault("void f(float *a) {\n#pragma warpstring parallel\nfor (int i = 0; i < 8; ++i)\n"
                "  { a[i] = 0; i += 1; }\n}\n",
                "nest.loop-form", 3);
    expectFault(
        "void f(float *a) {\nint i = 0;\n#pragma warpstring parallel\nwhile (i < 8)\n  a[i++] = 0;\n}\n",
        "nest.loop-form", 4);
    expectFault("void f(float *a) {\nfor (int t = 0; t < 4; ++t)\n#pragma warpstring parallel\n"
                "for (int i = 0; i < 8; ++i)\n  a[i] += 1;\n}\n",
                "nest.order", 2);
}

TEST(NestFaults, whatDoesMoreThanCompute) {
    expectFault(faultyLoop("y[i] = x[i]; print(i);", "void print(int);\n"), "nest.side-effect", 5);
    expectFault(faultyLoop("y[i] = seen(i);", "int count;\nint seen(int i) { return count++ + i; }\n"),
                "nest.side-effect", 2, "\"count\"");
    expectFault(faultyLoop("y[i] = unknown(x[i]);", "float unknown(float);\n"), "nest.side-effect", 5);
    expectFault(faultyLoop("y[i] = down(i);", "int down(int i) { return i < 1 ? 0 : down(i - 1); }\n"),
                "nest.recursion", 1, "down -> down");
    expectFault(faultyLoop("y[i] = a(i);",
                           "int b(int);\nint a(int i) { return b(i); }\nint b(int i) { return a(i); }\n"),
                "nest.recursion", 3, "a -> b -> a");
    expectFault(faultyLoop("y[i] = first(x);", "float first(const float *x) { return x[0]; }\n"),
                "nest.pointer-argument", 5);
    expectFault(faultyLoop("total = i; y[i] = x[i];", "int total;\n"), "nest.carried", 5);
    expectFault(faultyLoop("if (x[i] > 1) break;\n y[i] = x[i];"), "nest.jump", 4);
    expectFault(faultyLoop("if (x[i] > 1) return;\n y[i] = x[i];"), "nest.jump", 4);
    expectFault(faultyLoop("float *p = y;\n p[i] = x[i];"), "nest.alias", 4);
    expectFault(faultyLoop("*(i ? y : y) = x[i];"), "nest.alias", 4);
    expectFault(faultyLoop("int k;\n y[i] = (k = i);"), "nest.side-effect", 5);
}

TEST(NestFaults, elementsThatAreNotThere) {
    expectFault(faultyLoop("y[i] = x[i + 1];"), "nest.bounds", 4, "comes to 64 of 64");
    expectFault(faultyLoop("y[i] = x[i - 1];"), "nest.bounds", 4, "comes to -1");
    const std::string two =
        "void f(float x[restrict 64], float y[restrict 64]) {\n#pragma warpstring parallel\n"
        "for (int i = 0; i < 64; ++i) {\n  y[i] = i;\n";
    expectFault(two + "  x[i] = i < 63 ? x[i + 1] : 0;\n}\n}\n", "nest.guarded-access", 5);
    expectFault(two + "  x[i] = i > 0 ? 64 / i : 0;\n}\n}\n", "nest.guarded-access", 5);
    expectFault(faultyLoop("y[at[i]] = x[i];"), "nest.indirect-write", 4);
}

TEST(NestFaults, sizesThatOverflow) {
    const std::string square = "void f(int n, float a[restrict n][n]) {\n#pragma warpstring parallel\n"
                               "for (int i = 0; i < n; ++i)\n#pragma warpstring parallel\n"
                               "for (int j = 0; j < n; ++j) a[i][j] = 0;\n}\n";
    EXPECT_EQ(faultOf(square, {{"n", 1000000}}).code, "nest.size");
    EXPECT_EQ(faultOf(square, {{"n", std::int64_t{1} << 46}}).code, "nest.size");
    EXPECT_EQ(faultOf(square, {{"m", 4}}).code, "nest.size");
    EXPECT_EQ(faultOf(square).code, "nest.size");
    expectFault("void f(float *a) {\n#pragma warpstring parallel\nfor (long i = 0; i < 1L << 40; ++i)\n"
                "  a[i] = 0;\n}\n",
                "nest.size", 3);
    expectFault("void f(float *a) {\n#pragma warpstring parallel\nfor (int i = 0; i < 100000; ++i)\n"
                "#pragma warpstring parallel\nfor (int j = 0; j < 100000; ++j)\n  a[100000L * i + j] = 0;\n}\n",
                "nest.size", 1);
}

TEST(NestFaults, filesWithoutOneNest) {
    expectFault("void f(float *a) { a[0] = 1; }\n", "nest.no-loop", 0);
    const std::string loop = "#pragma warpstring parallel\nfor (int i = 0; i < 8; ++i) a[i] = 0;\n}\n";
    expectFault("void f(float *a) {\n" + loop + "void g(float *a) {\n" + loop, "nest.several", 5);
    expectFault(
        "void f(float *a, float *b) {\n#pragma warpstring parallel\nfor (int i = 0; i < 8; ++i) a[i] = 0;\n"
        "#pragma warpstring parallel\nfor (int i = 0; i < 8; ++i) b[i] = 1;\n}\n",
        "nest.several", 5);
    expectFault(
        "void f(float *a, float *b) {\n#pragma warpstring parallel\nfor (int i = 0; i < 8; ++i) a[i] = 0;\n"
        "#pragma warpstring parallel\nfor (int i = 0; i < 8; ++i) b[i] = a[7 - i];\n}\n",
        "nest.memory", 5);
}

TEST(NestFaults, whatCannotBeDecidedIsAssumed) {
    const Result<Nest> nest = readNest("void f(const float *x, float *y, const int *at) {\n"
                                       "#pragma warpstring size n = 8\n"
                                       "}\n",
                                       "nest.c");
    EXPECT_FALSE(nest);
    const Result<Nest> gathered =
        readNest("void f(const float x[64], float y[64], const int at[64]) {\n#pragma warpstring parallel\n"
                 "for (int i = 0; i < 64; ++i)\n  y[i] = x[at[i]];\n}\n",
                 "nest.c");
    ASSERT_TRUE(gathered) << toText(gathered.diagnostics().front());
    ASSERT_EQ(gathered->assumptions.size(), 2U);
    EXPECT_EQ(gathered->assumptions.front().code, "nest.assumed");
    EXPECT_EQ(gathered->assumptions.front().message, "\"y\" and \"x\" do not overlap (restrict says so)");
    const Result<Nest> own = readNest("void f(float y[restrict 64], const int at[restrict 64]) {\n"
                                      "#pragma warpstring parallel\nfor (int i = 0; i < 64; ++i)\n"
                                      "  y[i] = y[at[i]];\n}\n",
                                      "nest.c");
    ASSERT_TRUE(own) << toText(own.diagnostics().front());
    ASSERT_EQ(own->assumptions.size(), 1U);
    EXPECT_EQ(own->assumptions.front().place.line, 4);
}

} // namespace
} // namespace warpstring::generate
