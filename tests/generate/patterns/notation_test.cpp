// SPDX-License-Identifier: GPL-3.0-or-later
// What is read and how it is printed.
#include "generate/patterns/notation.h"

#include <gtest/gtest.h>

#include "generate/form/build.h"
#include "generate/form/same_form.h"
#include "generate/form/same_program.h"
#include "generate/patterns/read_pattern.h"

namespace warpstring::generate {
namespace {

const std::string parameters =
    "(x: float[64], y: float[64], a: float[8][4], i: int[64], v: float4[16], s: float)";

/// The program of one expression; its parameters are those above.
Result<Program> read(const std::string& body, const std::string& before = "") {
    return readPattern(before + "f" + parameters + " = " + body, "f.pattern");
}

/// Printed on one line, after it was read again.
std::string printed(const std::string& body, const std::string& before = "") {
    const Result<Program> program = read(body, before);
    if (!program) return toText(program.diagnostics().front());
    const Result<Program> again = readPattern(toNotation(*program), "printed.pattern");
    if (!again) return toText(again.diagnostics().front());
    if (!sameProgram(*program, *again)) return "another program: " + toNotation(*again);
    return toNotation(program->body);
}

std::string type(const std::string& body) {
    const Result<Program> program = read(body);
    return program ? toText(program->body.type()) : toText(program.diagnostics().front());
}

TEST(Notation, signsBindAsInC) {
    EXPECT_EQ(printed("x |> map(p => p + p * p - p / 2)"), "x |> map(p => p + p * p - p / 2)");
    EXPECT_EQ(printed("x |> map(p => (p + p) * (p - (p - 1)))"), "x |> map(p => (p + p) * (p - (p - 1)))");
    EXPECT_EQ(printed("i |> map(p => p << 1 + 2 & p | p ^ 3)"), "i |> map(p => p << 3 & p | p ^ 3)");
    EXPECT_EQ(printed("x |> map(p => -p * -(p * 2))"), "x |> map(p => -p * -(p * 2))");
    EXPECT_EQ(printed("x |> map(p => !(p < 1) && p != 2 || p >= 3)"),
              "x |> map(p => !(p < 1) && p != 2 || p >= 3)");
    EXPECT_EQ(printed("x |> map(p => p < 0 ? -p : p < 1 ? 0.5 : p)"),
              "x |> map(p => p < 0 ? -p : p < 1 ? 0.5 : p)");
    EXPECT_EQ(printed("x |> map(p => (p < 0 ? -p : p) + 1)"), "x |> map(p => (p < 0 ? -p : p) + 1)");
    EXPECT_EQ(printed("x |> map(p => p - -3)"), "x |> map(p => p - -3)");
}

TEST(Notation, functionsHaveShortNames) {
    EXPECT_EQ(printed("zip(x, y) |> map((p, q) => p * q)"), "zip(x, y) |> map(mul)");
    EXPECT_EQ(printed("zip(x, y) |> map(p => p.0 < p.1)"), "zip(x, y) |> map((<))");
    EXPECT_EQ(printed("zip(x, y) |> map((p, q) => q - p)"), "zip(x, y) |> map((p, q) => q - p)");
    EXPECT_EQ(printed("x |> reduce((p, q) => p + q, 0)"), "x |> reduce(add, 0)");
    EXPECT_EQ(printed("x |> reduce(max, -INFINITY)"), "x |> reduce(max, -INFINITY)");
    EXPECT_EQ(printed("x |> map(p => fabs(p))"), "x |> map(fabs)");
    EXPECT_EQ(printed("x |> map(p => p)"), "x |> map(id)");
    EXPECT_EQ(printed("a |> map(row => row |> split(2))"), "a |> map(split(2))");
    EXPECT_EQ(printed("a |> map(map(sqrt))"), "a |> map(map(sqrt))");
    EXPECT_EQ(printed("x |> map(twice)", "float twice(float p) { return 2.0f * p; }\n"), "x |> map(twice)");
}

TEST(Notation, tuplesAreTakenApartByNames) {
    EXPECT_EQ(printed("zip(x, zip(y, i)) |> map((p, (q, n)) => p * n + q)"),
              "zip(x, zip(y, i)) |> map((p, (q, n)) => p * n + q)");
    EXPECT_EQ(printed("zip(x, y) |> map(p => p.0 * p.0 + p.1)"), "zip(x, y) |> map(p => p.0 * p.0 + p.1)");
    EXPECT_EQ(printed("zip(x, y) |> reduce(((p, q), (r, t)) => (p + r, max(q, t)), (0, 0))"),
              "zip(x, y) |> reduce(((p, q), (r, t)) => (p + r, max(q, t)), (0, 0))");
}

TEST(Notation, namesKeepApart) {
    EXPECT_EQ(printed("x |> map(x => y |> map(p => x + p))"), "x |> map(x => y |> map(p => x + p))");
    EXPECT_EQ(printed("y |> map(p => x |> map(q => p + q + x[0]))"),
              "y |> map(p => x |> map(q => p + q + x[0]))");
    EXPECT_EQ(printed("let f = p => p + x[1] in y |> map(x => f(x))"), "y |> map(x2 => x2 + x[1])");
    EXPECT_EQ(printed("x |> map(min => min + 1)"), "x |> map(min2 => min2 + 1)");
}

TEST(Notation, numbersTakeTheTypeBesideThem) {
    EXPECT_EQ(printed("x |> reduce(add, 0)"), "x |> reduce(add, 0)");
    EXPECT_EQ(printed("x |> reduceSeq((n, p) => p > 0 ? n + 1 : n, int(0))"),
              "x |> reduceSeq((n, p) => p > 0 ? n + 1 : n, int(0))");
    EXPECT_EQ(printed("v |> reduce(add, 0)"), "v |> reduce(add, 0)");
    EXPECT_EQ(printed("x |> map(p => p * 0.5 + 1)"), "x |> map(p => p * 0.5 + 1)");
    EXPECT_EQ(printed("i |> map(p => p + 3u + 4l + double(0.5))"), "i |> map(p => p + 3u + 4l + double(0.5))");
    EXPECT_EQ(printed("fill(4, 1.0)"), "fill(4, 1.0)");
    EXPECT_EQ(printed("x |> pad(1, 2, constant(7))"), "x |> pad(1, 2, constant(7))");
    EXPECT_EQ(type("x |> map(p => 1e3f)"), "float[64]");
    EXPECT_EQ(type("x |> map(p => 0x10)"), "int[64]");
}

TEST(Notation, numbersThatRulesLeaveAreKept) {
    const Expr sum = build::map({}, build::iota(4), [](const Expr& own) {
        return build::operation("+", {own, build::operation("*", {build::integer(2), build::integer(3)})});
    });
    EXPECT_EQ(toNotation(sum), "iota(4) |> map(x => x + int(2) * 3)");
    EXPECT_TRUE(sameForm(readPattern("f() = " + toNotation(sum), "f")->body, sum));
}

TEST(Notation, patternsOfLevelsAndMemories) {
    for (const std::string body : {
             "x |> split(8) |> mapWorkgroup(mapLocal(sqrt)) |> join",
             "x |> split(8) |> mapWorkgroup(part => part |> split(4) |> mapLocal(id) |> toLocalPadded(1) |> "
             "join "
             "|> mapLocal(id)) |> join",
             "x |> toLocalByTurns(0) |> toLocalByTurns(4)",
             "a |> mapWorkgroup1(mapLocal1(sqrt))",
             "x |> mapGlobal(sqrt)",
             "x |> split(8) |> mapWarp(mapLane(sqrt)) |> join",
             "x |> split(8) |> map(mapSeqUnroll(sqrt)) |> join",
             "x |> split(8) |> map(reduceSeqUnroll(add, 0)) |> join",
             "x |> split(8) |> map(scanSeq(add, 0)) |> join",
             "x |> reorderStride(4) |> reorderStride(size / 4)",
             "x |> toLocal |> toGlobal |> toPrivate",
             "x |> asVector(4) |> map(sqrt) |> asScalar",
             "x |> partRed(add, 0, 16)",
             "x |> iterate(6, xs => xs |> split(2) |> map(reduce(add, 0)) |> join)",
             "x |> gather(i => 63 - i)",
             "x |> gather(32, i => 2 * i)",
             "x |> slide(3, 1) |> take(8) |> transpose |> reorder",
             "x |> pad(2, 3, wrap) |> pad(1, 1, nearest)",
         })
        EXPECT_EQ(printed(body), body);
}

TEST(Notation, applicationsAreCurried) {
    for (const std::string body :
         {"map(sqrt, x)", "map(sqrt)(x)", "x |> map(sqrt)", "x |> map(p => p |> sqrt)"})
        EXPECT_EQ(printed(body), "x |> map(sqrt)");
    EXPECT_EQ(printed("x |> map(plus(2))", "plus(p, q) = p + q\n"), "x |> map(x => 2 + x)");
    EXPECT_EQ(printed("zip(x, y) |> map(plus)", "plus(p: float, q: float) = p + q\n"), "zip(x, y) |> map(add)");
}

TEST(Notation, letsAreKept) {
    for (const std::string body : {
             "x |> map(p => let q = p + 1 in q * q)",
             "zip(x, y) |> map((p, q) => let sum = p + q in let root = sqrt(sum) in sum * root)",
             "x |> map(p => let (q, r) = (p + 1, p - 1) in q * r * q)",
             "let sum = x |> reduce(add, 0) in x |> map(p => p / sum[0])",
             "(let z = x |> map(sqrt) in zip(z, z)) |> map(add)",
         })
        EXPECT_EQ(printed(body), body);
    // Functions and bare names are put in where they are used.
    EXPECT_EQ(printed("let f = p => p + 1 in let z = y in let two = 2 in z |> map(f) |> split(two)"),
              "y |> map(p => p + 1) |> split(2)");
    const Result<Program> program =
        read("a |> map(row => let largest = row |> reduce(max, -INFINITY) in let powers = "
             "row |> map(p => exp(p - largest[0])) in powers |> map(p => p * s))");
    ASSERT_TRUE(program);
    EXPECT_EQ(toNotationLines(program->body, 60), "a\n"
                                                  "|> map(row =>\n"
                                                  "    let largest = row |> reduce(max, -INFINITY) in\n"
                                                  "    let powers = row |> map(p => exp(p - largest[0])) in\n"
                                                  "    powers |> map(p => p * s))");
}

TEST(Notation, stencilsArePadsAndSlides) {
    EXPECT_EQ(printed("x |> stencil(2, constant(1), w => w[4])"),
              "x |> pad(2, 2, constant(1)) |> slide(5, 1) |> map(w => w[4])");
    EXPECT_EQ(printed("a |> mapOverlap(1, 2, wrap, w => w[2][4])"),
              "a |> map(pad(2, 2, wrap)) |> pad(1, 1, wrap) |> slide(3, 1) |> map(band => band |> map(slide(5, "
              "1)) |> "
              "transpose |> map(w => w[2][4]))");
    EXPECT_EQ(type("a |> stencil(1, 2, constant(0), id)"), "float[8][4][3][5]");
}

TEST(Notation, allPairsAreMapsOfMaps) {
    EXPECT_EQ(printed("allpairs(mul, add, 0)(a, a)"),
              "a |> map(a2 => a |> map(b => zip(a2, b) |> map(mul) |> reduce(add, 0)) |> join)");
    EXPECT_EQ(type("allpairs((p, q) => p[0] - q[0])(a, a)"), "float[8][8]");
    EXPECT_EQ(type("allpairs(mul, add, 0)(a, a)"), "float[8][8]");
}

TEST(Notation, functionsByComponentsTakeVectors) {
    const std::string before = "float mad3(float p, float q) { return p * q + 3.0f; }\n"
                               "float root(float p) { return sqrt(p); }\n";
    EXPECT_EQ(printed("v |> map(p => mad3(p, p))", before), "v |> map(p => mad3(p, p))");
    EXPECT_TRUE(read("v |> map(p => mad3(p, p))", before)->functions.front().isByComponents());
    EXPECT_EQ(printed("v |> map(root)", before), "v |> map(root)");
}

TEST(Notation, whatDoesNotGoByComponentsTakesScalars) {
    for (const char* body : {"{ return fabs(mad3(p, -p)) / 2.0f; }", "{ return fma(p, p, 1.0f); }"})
        EXPECT_EQ(
            printed("v |> map(own)",
                    std::string("float mad3(float p, float q) { return p * q + 3.0f; }\nfloat own(float p) ") +
                        body + "\n"),
            "v |> map(own)")
            << body;
    for (const char* body : {"{ return p > 0.0f ? p : 0.0f; }", "{ return isnan(p) + p; }",
                             "{ float q = p; return q; }", "{ return later(p); }", "{ return p * 2.0; }"})
        EXPECT_NE(printed("v |> map(own)",
                          std::string(
                              "float later(float p) { if (p > 0) return p; return 1; }\nfloat own(float p) ") +
                              body + "\n"),
                  "v |> map(own)")
            << body;
}

TEST(Notation, longPipelinesHaveALineForEachStage) {
    const Result<Program> program =
        read("a |> map(row => row |> map(p => sqrt(p) + sqrt(s)) |> map(p => p * p * s + "
             "p) |> reduce(add, 0)) |> join |> map(fabs)");
    ASSERT_TRUE(program);
    EXPECT_EQ(toNotationLines(program->body, 60), "a\n"
                                                  "|> map(row =>\n"
                                                  "    row\n"
                                                  "    |> map(p => sqrt(p) + sqrt(s))\n"
                                                  "    |> map(p => p * p * s + p)\n"
                                                  "    |> reduce(add, 0))\n"
                                                  "|> join\n"
                                                  "|> map(fabs)");
}

} // namespace
} // namespace warpstring::generate
