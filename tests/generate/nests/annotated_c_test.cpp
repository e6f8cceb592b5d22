// SPDX-License-Identifier: GPL-3.0-or-later
// C to its plain tree: pragmas go to their loops, counted loops are seen, macros take other values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pdg/frontend/annotated/read_c.h"

namespace warpstring::frontend {
namespace {

CFile fileOf(const std::string& text, const std::map<std::string, std::int64_t>& values = {}) {
    const Result<CFile> read = readAnnotatedC({"test.c", text}, values);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : toText(read.diagnostics().front()));
    return read.ok() ? *read : CFile{};
}

Diagnostic faultOf(const std::string& text) {
    const Result<CFile> read = readAnnotatedC({"test.c", text});
    EXPECT_FALSE(read.ok());
    return read.ok() ? Diagnostic{} : read.diagnostics().front();
}

TEST(AnnotatedC, pragmasGoToTheLoopsBehindThem) {
    const CFile file = fileOf("void f(int n, float *x) {\n"
                              "#pragma warpstring parallel simd\n"
                              "  // each by itself\n"
                              "#pragma warpstring reduction(+: s, t)\n"
                              "  for (int i = 0; i < n; i += 2) {\n"
                              "    for (int k = n; 0 <= k; --k) x[k] = 0;\n"
                              "  }\n"
                              "}\n");
    ASSERT_EQ(file.functions.size(), 1U);
    const CFunction& f = file.functions.front();
    EXPECT_TRUE(f.isAnnotated);
    EXPECT_EQ(f.parameters, 2U);
    EXPECT_TRUE(f.variables[1].isPointer && f.variables[1].isOpen);
    const CStatement& outer = f.body.children.front();
    EXPECT_EQ(outer.kind, CStatement::Kind::For);
    EXPECT_TRUE(outer.annotation.isParallel && outer.annotation.isSimd);
    ASSERT_EQ(outer.annotation.reductions.size(), 2U);
    EXPECT_EQ(outer.annotation.reductions[1].operation, "+");
    EXPECT_EQ(outer.annotation.reductions[1].variable, "t");
    EXPECT_EQ(outer.step, 2);
    EXPECT_EQ(outer.place.line, 5);
    const CStatement& inner = outer.children.front().children.front();
    EXPECT_EQ(inner.kind, CStatement::Kind::For);
    EXPECT_FALSE(inner.annotation.isParallel);
    EXPECT_EQ(inner.step, -1);
    EXPECT_EQ(inner.comparison, ">=");
}

TEST(AnnotatedC, pointersAreSubscripts) {
    const CFile file =
        fileOf("void f(float a[8][16], float *b, int i) { *(*(a + 1) + i) = b[i] + *b + *(b + i * 2); }");
    const CStatement& statement = file.functions.front().body.children.front();
    ASSERT_EQ(statement.kind, CStatement::Kind::Assign);
    const CExpression& target = statement.expressions.front();
    EXPECT_EQ(target.kind, CExpression::Kind::Subscript);
    EXPECT_EQ(target.variable, 0);
    ASSERT_EQ(target.operands.size(), 2U);
    EXPECT_EQ(target.operands[0].integer, 1);
    EXPECT_EQ(target.operands[1].kind, CExpression::Kind::Variable);
    EXPECT_EQ(target.operands[1].variable, 2);
}

TEST(AnnotatedC, macrosTakeOtherValues) {
    const std::string text = "#define N 16\nint f(void) { return N + 1; }\n";
    EXPECT_EQ(fileOf(text).functions.front().body.children.front().expressions.front().integer, 17);
    EXPECT_EQ(fileOf(text, {{"N", 4}}).functions.front().body.children.front().expressions.front().integer, 5);
    const std::string open = "int f(void) { return M; }\n";
    EXPECT_EQ(fileOf(open, {{"M", 3}}).functions.front().body.children.front().expressions.front().integer, 3);
}

TEST(AnnotatedC, functionsAreTextForOpenClC) {
    const CFile file = fileOf("#include <math.h>\n#define TWO 2.0f\n"
                              "static inline float f(float x) { return TWO * sqrtf(x); }\n");
    const CFunction& f = file.functions.front();
    EXPECT_EQ(f.text.substr(0, 16), "float f(float x)");
    EXPECT_EQ(f.text.find("TWO"), std::string::npos);
    EXPECT_THAT(f.calls, testing::ElementsAre("sqrtf"));
}

TEST(AnnotatedC, faultsHaveTheirPlace) {
    const Diagnostic unknown = faultOf("void f(void) {\n#pragma warpstring paralel\n  for (;;) {}\n}\n");
    EXPECT_EQ(unknown.code, "nest.pragma");
    EXPECT_EQ(unknown.place.line, 2);
    EXPECT_EQ(faultOf("#pragma warpstring parallel\nint x;\n").code, "nest.pragma");
    EXPECT_EQ(faultOf("#pragma warpstring parallel reduction(-: s)\n").code, "nest.pragma");
    EXPECT_EQ(faultOf("#pragma warpstring size n = -4\n").code, "nest.pragma");
    const Diagnostic syntax = faultOf("void f(void) {\n  int x = ;\n}\n");
    EXPECT_EQ(syntax.code, "frontend.compile");
    EXPECT_EQ(syntax.place.line, 2);
    // Ever more macros end at the share of tokens.
    std::string bomb = "#define A0 x x x x x x x x x x\n";
    for (int i = 1; i < 8; ++i) {
        const std::string before = "A" + std::to_string(i - 1) + " ";
        bomb += "#define A" + std::to_string(i) + " ";
        for (int k = 0; k < 10; ++k) bomb += before;
        bomb += "\n";
    }
    EXPECT_EQ(faultOf(bomb + "int f(void) { A7 }\n").code, "frontend.too-many-tokens");
}

} // namespace
} // namespace warpstring::frontend
