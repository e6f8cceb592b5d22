// SPDX-License-Identifier: GPL-3.0-or-later
// From source to graph: what is refused and how it is said, and what the graph of a small kernel must hold.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include <gtest/gtest.h>

#include "pdg/export/text_tree.h"
#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/guarded.h"

namespace warpstring::frontend {
namespace {

Pdg build(const std::string& text, bool sourceShape = true, const std::string& options = "") {
    auto pdg = buildPdg({"k.cl", text}, "k", {options, 32, sourceShape});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]);
    return {};
}

Diagnostic refusal(const std::string& text, const std::string& kernel = "k", const std::string& options = "") {
    const auto pdg = buildPdg({"k.cl", text}, kernel, {options, 32, true});
    if (!pdg.ok()) return pdg.diagnostics()[0];
    ADD_FAILURE() << "accepted:\n" << text;
    return {};
}

/// Statements of a line whose text begins so.
std::vector<const Statement*> find(const Pdg& pdg, int line, const std::string& begin) {
    std::vector<const Statement*> found;
    for (const auto& statement : pdg.statements)
        if (statement.place.at.line == line && statement.text.starts_with(begin)) found.push_back(&statement);
    return found;
}

const Statement& only(const Pdg& pdg, int line, const std::string& begin) {
    static const Statement missing;
    const auto found = find(pdg, line, begin);
    EXPECT_EQ(found.size(), 1u) << "'" << begin << "' on line " << line;
    return found.empty() ? missing : *found[0];
}

std::string guardText(const Pdg& pdg, const Statement& statement) {
    return statement.region == none
               ? "no region"
               : exprText(pdg.exprs, pdg.regions[statement.region].guard, pdg.parameterNames());
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
bool contains(const std::vector<StatementId>& ids, StatementId id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// A place names the source as it was given, so that whoever has the one finds the other.
TEST(Frontend, PlacesNameTheSourceAsItWasGiven) {
    const std::string text = "__kernel void k(__global int* a) {\n a[0] = 1;\n}\n";
    const std::string below = (std::filesystem::current_path() / "below/k.cl").string();
    for (const std::string& name :
         std::initializer_list<std::string>{"k.cl", "some/folder/k.cl", "/no/such/folder/k.cl", below}) {
        const auto pdg = buildPdg({name, text}, "k", {});
        ASSERT_TRUE(pdg.ok()) << name;
        const auto& store = pdg->statements[pdg->accesses.front().statement];
        EXPECT_EQ(store.place.at.file, name);
        EXPECT_EQ(store.place.at.line, 2);
    }
}

TEST(FrontendRefuses, Recursion) {
    const auto found = refusal("int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n"
                               "__kernel void k(__global int* a) { a[0] = f(a[1]); }\n");
    EXPECT_EQ(found.code, "frontend.recursion");
    EXPECT_TRUE(contains(found.message, "'f'")) << found.message;
    EXPECT_EQ(found.place.line, 1);
    EXPECT_FALSE(found.hint.empty());
}

TEST(FrontendRefuses, MutualRecursion) {
    const auto found = refusal("int g(int n);\n"
                               "int f(int n) { return n < 2 ? 1 : g(n - 1); }\n"
                               "int g(int n) { return n < 3 ? 2 : f(n - 2); }\n"
                               "__kernel void k(__global int* a) { a[0] = f(a[1]); }\n");
    EXPECT_EQ(found.code, "frontend.recursion");
}

TEST(FrontendRefuses, JumpsIntoLoops) {
    const auto found = refusal("__kernel void k(volatile __global int* a, int n) {\n"
                               "    int i = 0;\n"
                               "    if (n > 5) goto inside;\n"
                               "    for (i = 1; i < n; ++i) {\n"
                               "        a[i] = 1;\n"
                               "inside:\n"
                               "        a[2 * i] = 2;\n"
                               "    }\n"
                               "}\n");
    EXPECT_EQ(found.code, "frontend.irreducible-flow");
    EXPECT_TRUE(contains(found.hint, "goto")) << found.hint;
}

TEST(FrontendRefuses, UndeclaredMacrosWithAHint) {
    const auto found = refusal("__kernel void k(__global int* a) {\n    a[TILE] = 1;\n}\n");
    EXPECT_EQ(found.code, "frontend.compile");
    EXPECT_TRUE(contains(found.hint, "-DTILE=")) << found.hint;
    EXPECT_EQ(found.place, (SourceLocation{"k.cl", 2, 7}));
    EXPECT_FALSE(build("__kernel void k(__global int* a) {\n    a[TILE] = 1;\n}\n", true, "-DTILE=4")
                     .statements.empty());
}

TEST(FrontendRefuses, MissingHeadersWithAHint) {
    const auto found = refusal("#include \"tiles.h\"\n__kernel void k(__global int* a) { a[0] = 1; }\n");
    EXPECT_EQ(found.code, "frontend.compile");
    EXPECT_TRUE(contains(found.hint, "-I")) << found.hint;
    EXPECT_TRUE(contains(found.hint, "tiles.h")) << found.hint;
}

TEST(FrontendRefuses, SyntaxErrorsAtTheirPlace) {
    const auto found = refusal("__kernel void k(__global int* a) {\n    a[0] = 1 +;\n}\n");
    EXPECT_EQ(found.code, "frontend.compile");
    EXPECT_EQ(found.place, (SourceLocation{"k.cl", 2, 15}));
}

TEST(FrontendRefuses, SourcesWithoutKernels) {
    EXPECT_EQ(refusal("int f(int x) { return x; }\n").code, "frontend.no-kernel");
    EXPECT_EQ(refusal("").code, "frontend.no-kernel");
}

TEST(FrontendRefuses, UnknownKernelsAndSuggests) {
    const auto found = refusal("__kernel void scan(__global int* a) { a[0] = 1; }\n__kernel void "
                               "other(__global int* a) { a[0] = 1; }\n",
                               "scam");
    EXPECT_EQ(found.code, "frontend.no-such-kernel");
    EXPECT_TRUE(contains(found.hint, "did you mean 'scan'?")) << found.hint;
    EXPECT_TRUE(contains(found.hint, "other")) << found.hint;
}

TEST(FrontendRefuses, UnknownOptions) {
    const auto found = refusal("__kernel void k(__global int* a) { a[0] = 1; }\n", "k", "-cl-no-such-thing");
    EXPECT_TRUE(contains(toText(found), "-cl-no-such-thing")) << toText(found);
}

TEST(FrontendRefuses, FunctionsWithoutBodies) {
    EXPECT_EQ(refusal("int f(int x);\n__kernel void k(__global int* a) { a[0] = f(1); }\n").code,
              "frontend.missing-function");
}

TEST(ControlDependence, FollowsNestedBranches) {
    const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                          "    const int l = get_local_id(0);\n"
                          "    if (l < n) {\n"
                          "        a[0] = 1;\n"
                          "        if (l > 3)\n"
                          "            a[1] = 1;\n"
                          "        else\n"
                          "            a[2] = 1;\n"
                          "    }\n"
                          "    a[3] = 1;\n"
                          "}\n");
    const auto& outer = only(pdg, 4, "store a");
    const auto& inner = only(pdg, 6, "store a");
    const auto& otherwise = only(pdg, 8, "store a");
    EXPECT_EQ(only(pdg, 10, "store a").region, entryRegion);
    EXPECT_EQ(pdg.regions[inner.region].parent, outer.region);
    EXPECT_EQ(pdg.regions[otherwise.region].parent, outer.region);
    EXPECT_NE(inner.region, otherwise.region);
    EXPECT_EQ(pdg.regions[outer.region].parent, entryRegion);
    ASSERT_EQ(pdg.regions[inner.region].controlParents.size(), 1u);
    ASSERT_EQ(pdg.regions[otherwise.region].controlParents.size(), 1u);
    EXPECT_EQ(pdg.regions[inner.region].controlParents[0].predicate,
              pdg.regions[otherwise.region].controlParents[0].predicate);
    EXPECT_NE(pdg.regions[inner.region].controlParents[0].side,
              pdg.regions[otherwise.region].controlParents[0].side);
    EXPECT_EQ(guardText(pdg, outer), "lid.x < n");
}

TEST(ControlDependence, JoinsAlternatives) {
    const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                          "    const int l = get_local_id(0);\n"
                          "    if (l < n || a[l] > 3)\n"
                          "        a[0] = 1;\n"
                          "    a[1] = 1;\n"
                          "}\n");
    const auto& store = only(pdg, 4, "store a");
    EXPECT_NE(store.region, entryRegion);
    EXPECT_EQ(pdg.regions[store.region].controlParents.size(), 2u)
        << "the second operand is only asked where the first fails";
    EXPECT_TRUE(contains(guardText(pdg, store), "||")) << guardText(pdg, store);
    EXPECT_EQ(only(pdg, 5, "store a").region, entryRegion);
}

TEST(ControlDependence, FollowsBreaks) {
    const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                          "    for (int i = 0; i < n; ++i) {\n"
                          "        a[i] = 1;\n"
                          "        if (a[i] == 3) break;\n"
                          "        a[i + 1] = 2;\n"
                          "    }\n"
                          "    a[0] = 3;\n"
                          "}\n");
    ASSERT_EQ(pdg.loops.size(), 1u);
    const auto& before = only(pdg, 3, "store a");
    const auto& after = only(pdg, 5, "store a");
    EXPECT_EQ(before.region, pdg.loops[0].region);
    EXPECT_EQ(pdg.regions[after.region].parent, before.region);
    EXPECT_TRUE(contains(exprText(pdg.exprs, pdg.loops[0].continues, pdg.parameterNames()), "&&"))
        << "both the bound and the break decide";
    EXPECT_EQ(only(pdg, 7, "store a").region, entryRegion);
}

TEST(ControlDependence, WhatStandsBeforeABreakIsExecutedInTheLoop) {
    for (const bool sourceShape : {true, false}) {
        const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                              "    const int l = get_local_id(0);\n"
                              "    for (int i = 0; i < n; ++i) {\n"
                              "        a[9 * l] = 1;\n"
                              "        if ((5 * i + l) % 18 == 1) {\n"
                              "            a[i] = 2;\n"
                              "            break;\n"
                              "        }\n"
                              "        a[l] = 3;\n"
                              "    }\n"
                              "}\n",
                              sourceShape);
        ASSERT_EQ(pdg.loops.size(), 1u);
        const auto& store = only(pdg, 6, "store a");
        EXPECT_EQ(pdg.regions[store.region].parent, pdg.loops[0].region) << sourceShape;
        EXPECT_FALSE(contains(guardText(pdg, store), "final")) << guardText(pdg, store);
    }
}

// Whether the outer loop goes on is decided by how the inner one ended, in whichever of its tests.
TEST(ControlDependence, ALoopWithReturnsInItGoesOnAfterItsLastIteration) {
    for (const bool sourceShape : {true, false}) {
        const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                              "    const int l = get_local_id(0);\n"
                              "    for (int i = 0; i < n; i += 2) {\n"
                              "        a[i] = 1;\n"
                              "        for (int j = 3; j <= 10; j += i + 1) {\n"
                              "            a[2] = 2;\n"
                              "            if ((180 - (2 * j + l)) % 32 == 1) return;\n"
                              "            if (l == 7) a[j] = 3; else a[j] = 4;\n"
                              "        }\n"
                              "    }\n"
                              "}\n",
                              sourceShape);
        ASSERT_EQ(pdg.loops.size(), 2u);
        const auto continues = exprText(pdg.exprs, pdg.loops[0].continues, pdg.parameterNames());
        EXPECT_TRUE(contains(continues, "final(i1, ")) << continues;
        EXPECT_EQ(pdg.exprs.dependence(pdg.loops[0].continues) & loopDependence(LoopId(1)), 0u) << continues;
    }
}

// Optimisation leaves the return as the loop's last test; what follows the loop waits for all lanes
// nevertheless.
TEST(ControlDependence, WhatFollowsALoopThatEndsInAReturnIsExecutedAfterIt) {
    for (const bool sourceShape : {true, false}) {
        const Pdg pdg = build("__kernel void k(volatile __global int* a) {\n"
                              "    const uint l = get_local_id(0);\n"
                              "    for (uint i = 3; i < 16; i += l + 1) {\n"
                              "        if ((i + 13) % 7 == 0) return;\n"
                              "        a[l] = 1;\n"
                              "    }\n"
                              "    a[l + 64] = 2;\n"
                              "}\n",
                              sourceShape);
        ASSERT_EQ(pdg.loops.size(), 1u);
        EXPECT_FALSE(contains(guardText(pdg, only(pdg, 5, "store a")), "final"));
        const auto& after = only(pdg, 7, "store a");
        EXPECT_TRUE(contains(guardText(pdg, after), "final(i0, ")) << guardText(pdg, after);
    }
}

TEST(ControlDependence, ConditionsOfASwitchAreAtTheSwitch) {
    const Pdg pdg = build("__kernel void k(__global const int* a, __global int* b) {\n"
                          "    const int i = get_global_id(0);\n"
                          "    switch (a[i]) {\n"
                          "    case 1: b[i] = 3; break;\n"
                          "    case 4: b[i] = 4; break;\n"
                          "    case 7: b[i + 64] = 5; break;\n"
                          "    default: b[i + 128] = 0;\n"
                          "    }\n"
                          "    if (i == 1 || i == 3 || i == 7 || i == 12)\n"
                          "        b[i] = 6;\n"
                          "}\n");
    ASSERT_GE(pdg.predicates.size(), 6u);
    int ofSwitch = 0;
    for (const auto& predicate : pdg.predicates) {
        EXPECT_TRUE(predicate.place.at.line == 3 || predicate.place.at.line == 9) << predicate.place.at.line;
        ofSwitch += predicate.place.at.line == 3 ? 1 : 0;
    }
    EXPECT_GE(ofSwitch, 3);
    for (const auto& statement : pdg.statements) EXPECT_GT(statement.place.at.line, 0) << statement.text;
}

// LLVM makes a switch of how the loop was left; that decides on what follows as much as any other branch.
TEST(ControlDependence, FollowsSwitchesThatOptimisationMakes) {
    for (const bool sourceShape : {true, false}) {
        const Pdg pdg = build("__kernel void k(volatile __global float* a, volatile __global int* d, int n) {\n"
                              "    const int i = get_global_id(0);\n"
                              "    const int x = d[i];\n"
                              "    if (x != 52 || x % 3 == 1) {\n"
                              "        for (int j = n; j >= 2; j -= n) {}\n"
                              "        const int y = d[n];\n"
                              "        for (int v = 16; v > 0; v >>= 1) {\n"
                              "            const int z = d[i + 1];\n"
                              "            if (z != 0) return;\n"
                              "            a[i] = y;\n"
                              "        }\n"
                              "    }\n"
                              "    a[i + 9] = 2;\n"
                              "}\n",
                              sourceShape);
        EXPECT_NE(only(pdg, 13, "store a").region, entryRegion) << "only those that did not return store";
    }
}

TEST(ControlDependence, FollowsEarlyReturns) {
    const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                          "    if (get_global_id(0) >= n) return;\n"
                          "    a[0] = 1;\n"
                          "}\n");
    EXPECT_NE(only(pdg, 3, "store a").region, entryRegion);
}

TEST(ControlDependence, HangsLoopsIntoTheTree) {
    const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                          "    for (int i = 0; i < n; ++i)\n"
                          "        for (int j = 0; j < i; ++j)\n"
                          "            a[j] = i;\n"
                          "    for (int m = 0; m < n; ++m)\n"
                          "        a[m] = 1;\n"
                          "}\n");
    ASSERT_EQ(pdg.loops.size(), 3u);
    const auto& inner = only(pdg, 4, "store a");
    const auto& region = pdg.regions[inner.region];
    ASSERT_EQ(region.kind, Region::Kind::LoopBody);
    const auto& loop = pdg.loops[region.loop];
    EXPECT_NE(loop.parent, none);
    EXPECT_EQ(pdg.loops[loop.parent].parent, none);
    EXPECT_EQ(pdg.loops[pdg.regions[only(pdg, 6, "store a").region].loop].parent, none);
    for (const auto& each : pdg.regions) {
        if (each.id == entryRegion) continue;
        EXPECT_LT(each.parent, each.id) << "parents come first";
        const auto& siblings = pdg.regions[each.parent].children;
        EXPECT_EQ(std::count(siblings.begin(), siblings.end(), NodeRef(each.id)), 1);
    }
}

TEST(Inductions, AreToldApart) {
    const Pdg pdg = build("__kernel void k(volatile __global int* a, int n) {\n"
                          "    for (int i = 3; i < n; i += 2) a[i] = 1;\n"
                          "    for (int j = 1; j < n; j <<= 1) a[j] = 1;\n"
                          "    for (int m = 1; m < n; m *= 3) a[m] = 1;\n"
                          "    for (int x = 1; x < n; x = x * x + 1) a[x] = 1;\n"
                          "}\n");
    ASSERT_EQ(pdg.loops.size(), 4u);
    const auto kindOf = [&](int line) {
        for (const auto& loop : pdg.loops)
            if (loop.place.at.line == line && !loop.inductions.empty()) return loop.inductions[0].kind;
        ADD_FAILURE() << "no loop with an induction variable on line " << line;
        return InductionKind::Other;
    };
    EXPECT_EQ(kindOf(2), InductionKind::Linear);
    EXPECT_EQ(kindOf(3), InductionKind::Geometric);
    EXPECT_EQ(kindOf(4), InductionKind::Geometric);
    EXPECT_EQ(kindOf(5), InductionKind::Other);
}

TEST(Inlining, KeepsTheLineAndTheCalls) {
    const Pdg pdg = build("void set(volatile __global int* p, int x) {\n"
                          "    p[x] = x;\n"
                          "}\n"
                          "void twice(volatile __global int* p, int x) {\n"
                          "    set(p, 2 * x);\n"
                          "}\n"
                          "__kernel void k(volatile __global int* a) {\n"
                          "    twice(a, get_local_id(0));\n"
                          "}\n");
    const auto& store = only(pdg, 2, "store a");
    ASSERT_EQ(store.place.inlinedAt.size(), 2u);
    EXPECT_EQ(store.place.inlinedAt[0].line, 5);
    EXPECT_EQ(store.place.inlinedAt[1].line, 8);
}

TEST(DataDependence, FollowsValues) {
    const Pdg pdg =
        build("__kernel void k(__global float* a, __global const float* b, __global const float* c) {\n"
              "    const float x = b[get_global_id(0)];\n"
              "    const float y = c[get_global_id(0)];\n"
              "    a[get_global_id(0)] = x / y;\n"
              "}\n");
    const auto& division = only(pdg, 4, "float_divide");
    EXPECT_TRUE(contains(division.data, only(pdg, 2, "load b").id));
    EXPECT_TRUE(contains(division.data, only(pdg, 3, "load c").id));
    EXPECT_TRUE(contains(only(pdg, 4, "store a").data, division.id));
}

TEST(DataDependence, TellsHowManyIterationsAgoValuesWereMade) {
    const Pdg pdg = build("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                          "    float older = a[0], old = a[1];\n"
                          "    #pragma unroll 1\n"
                          "    for (int i = 2; i < n; ++i) {\n"
                          "        const float now = a[i * i];\n"
                          "        b[i * 3] = 2.0f / older;\n"
                          "        b[i * 5] = 3.0f / old;\n"
                          "        b[i * 7] = old / now;\n"
                          "        older = old;\n"
                          "        old = now;\n"
                          "    }\n"
                          "}\n");
    const auto load = only(pdg, 5, "load a").id;
    const auto& older = only(pdg, 6, "float_divide");
    ASSERT_EQ(older.handedOn.size(), 2U) << "the loop's, and a[1] of the entry, which goes by one variable";
    EXPECT_EQ(older.handedOn.back(), (HandedOn{load, 2}));
    EXPECT_EQ(older.handedOn.front().iterations, 1);
    EXPECT_EQ(only(pdg, 7, "float_divide").handedOn, (std::vector<HandedOn>{{load, 1}}));
    EXPECT_TRUE(only(pdg, 8, "float_divide").handedOn.empty()) << "it waits for the new one";
    for (const int line : {6, 7, 8}) {
        const auto& division = only(pdg, line, "float_divide");
        EXPECT_TRUE(contains(division.data, load));
        EXPECT_EQ(division.data.size(), line == 6 ? 3U : 2U) << "those from before the loop as well";
    }
}

TEST(DataDependence, OrdersMemoryAndBarriers) {
    const Pdg pdg = build("__kernel void k(volatile __global float* a, volatile __global float* b) {\n"
                          "    __local volatile float s[64];\n"
                          "    const int l = get_local_id(0);\n"
                          "    s[l] = a[l];\n"
                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "    b[l] = s[63 - l];\n"
                          "    a[l] = 1.0f;\n"
                          "    b[l + 1] = a[l + 2];\n"
                          "}\n");
    const auto& fill = only(pdg, 4, "store s");
    const auto& barrier = only(pdg, 5, "barrier");
    const auto& read = only(pdg, 6, "load s");
    EXPECT_TRUE(contains(barrier.memory, fill.id));
    EXPECT_TRUE(contains(read.memory, barrier.id));
    EXPECT_TRUE(contains(only(pdg, 8, "load a").memory, only(pdg, 7, "store a").id));
    EXPECT_FALSE(contains(only(pdg, 8, "load a").memory, only(pdg, 6, "store b").id)) << "another buffer";
}

TEST(Resources, SharedBytesKeepAlignments) {
    const Pdg pdg = build("__kernel void k(volatile __global float* a) {\n"
                          "    __local volatile uchar c[5];\n"
                          "    __local volatile float4 v[3];\n"
                          "    __local volatile float f[2];\n"
                          "    const int l = get_local_id(0);\n"
                          "    c[l] = 1;\n"
                          "    v[l] = (float4)(a[l]);\n"
                          "    f[l] = 1.0f;\n"
                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "    a[l] = c[1 + l] + v[l].x + f[l];\n"
                          "}\n");
    ASSERT_EQ(pdg.arrays.size(), 3u);
    std::uint64_t end = 0, bytes = 0;
    for (const auto& array : pdg.arrays) {
        EXPECT_EQ(array.offset % static_cast<std::uint64_t>(array.align), 0u) << array.name;
        EXPECT_GE(array.offset, end) << array.name;
        end = array.offset + array.bytes;
        bytes += array.bytes;
    }
    EXPECT_EQ(bytes, 5u + 48u + 8u);
    EXPECT_EQ(pdg.sharedBytes, end);
    EXPECT_GT(pdg.registers, 0);
}

TEST(DeadCode, MakesNoStatements) {
    const std::string live = "__kernel void k(__global float* a, __global const float* b) {\n"
                             "    const int i = get_global_id(0);\n";
    const Pdg plain = build(live + "\n    a[i] = b[i];\n}\n");
    const Pdg padded = build(live + "    const float unused = sqrt(b[i + 1]) * 3.0f;\n    a[i] = b[i];\n}\n");
    EXPECT_EQ(padded.statements.size(), plain.statements.size());
    EXPECT_EQ(padded.registers, plain.registers);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

TEST(Renaming, ChangesNothing) {
    const std::string source = "__kernel void k(__global float* AAA, __global const float* BBB, int NNN) {\n"
                               "    float SSS = 0.0f;\n"
                               "    for (int III = 0; III < NNN; ++III)\n"
                               "        if ((III + get_local_id(0)) % 3 == 0)\n"
                               "            SSS += BBB[III];\n"
                               "    AAA[get_global_id(0)] = SSS;\n"
                               "}\n";
    std::string renamed = source;
    for (const char* name : {"AAA", "BBB", "NNN", "SSS", "III"})
        renamed = replaced(renamed, name, std::string("Z") + name[0] + name[1]);
    for (const bool sourceShape : {true, false}) {
        std::string expected = pdg_export::toTextTree(build(source, sourceShape));
        for (const char* name : {"AAA", "BBB", "NNN", "SSS", "III"})
            expected = replaced(expected, name, std::string("Z") + name[0] + name[1]);
        EXPECT_EQ(pdg_export::toTextTree(build(renamed, sourceShape)), expected);
    }
}

/// Many short functions beside the kernel.
std::string manyFunctions(int count) {
    std::string text = "__kernel void k(__global float* a) { a[0] = 1; }\n";
    for (int i = 0; i < count; ++i)
        text += "float f" + std::to_string(i) + "(float x) { return x * 2.0f + 1.0f; }\n";
    return text;
}

TEST(Parsing, IsStoppedWithinAFewPolls) {
    const std::string text = manyFunctions(2000);
    const Cancellation whole(nullptr);
    ASSERT_TRUE(buildPdg({"k.cl", text}, "k", {"", 32, true, &whole}).ok());
    ASSERT_GT(whole.polls(), 1000U);
    for (const std::uint64_t poll : {1, 50, 500}) {
        const Cancellation token = Cancellation::atPoll(poll);
        const auto stopped = buildPdg({"k.cl", text}, "k", {"", 32, true, &token});
        ASSERT_FALSE(stopped.ok());
        ASSERT_EQ(stopped.diagnostics().size(), 1U) << "and not what Clang makes of half a source";
        EXPECT_EQ(stopped.diagnostics()[0].code, "simulate.interrupted");
        EXPECT_LE(token.polls(), poll + 4);
    }
}

TEST(Parsing, IsStoppedWithinAFunction) {
    std::string text = "__kernel void k(__global float* a) {\n";
    for (int i = 0; i < 5000; ++i) text += "    a[" + std::to_string(i) + "] += 1.0f;\n";
    const Cancellation token = Cancellation::atPoll(150);
    const auto stopped = buildPdg({"k.cl", text + "}\n"}, "k", {"", 32, true, &token});
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.diagnostics()[0].code, "simulate.interrupted");
}

TEST(Parsing, MoreTokensThanItsShareAreRefusedByName) {
    // 2^22 tokens of a few lines.
    std::string text = "#define D0 x += 1;\n";
    for (int i = 1; i <= 20; ++i) {
        const std::string before = "D" + std::to_string(i - 1);
        text.append("#define D").append(std::to_string(i)).append(" ").append(before).append(" ");
        text.append(before).append("\n");
    }
    const auto refused = refusal(text + "__kernel void k(__global int* a) { int x = 0; D20 a[0] = x; }\n");
    EXPECT_EQ(refused.code, "frontend.too-many-tokens");
    EXPECT_EQ(refused.place.file, "k.cl");
    EXPECT_FALSE(refused.hint.empty());
}

TEST(Guarded, WhatCrashesIsRefusedAndTheNextOneIsTaken) {
    const auto crash = guarded<int>("k.cl", []() -> Result<int> {
        std::raise(SIGSEGV);
        return 1;
    });
    ASSERT_FALSE(crash.ok());
    EXPECT_EQ(crash.diagnostics()[0].code, "frontend.crash");
    EXPECT_EQ(crash.diagnostics()[0].place.file, "k.cl");
    EXPECT_EQ(*guarded<int>("k.cl", []() -> Result<int> { return 3; }), 3);
}

TEST(Guarded, SumsOfManyTermsDoNotOverflowTheStack) {
    std::string text = "__kernel void k(__global float* a) { float x = a[0]; a[1] = x";
    for (int i = 0; i < 40000; ++i) text += " + x";
    EXPECT_EQ(refusal(text + "; }\n").code, "frontend.too-many-statements");
}

/// The element of a vector in `v` that an access's offset hangs on: its place in bytes; -1 for none.
int elementUsed(const Pdg& pdg, const Statement& statement) {
    std::vector<ExprId> left{pdg.accesses[statement.access].offset};
    while (!left.empty()) {
        const Expr expr = pdg.exprs[left.back()];
        left.pop_back();
        if (expr.op == ExprOp::Load) return pdg.loads[expr.index].byteOffset;
        for (const ExprId operand : {expr.a, expr.b, expr.c})
            if (operand) left.push_back(operand);
    }
    return -1;
}

// Clang's metadata name vectors by their attribute: "float __attribute__((ext_vector_type(2)))*".
TEST(Frontend, ArgumentsHaveTheElementsOfTheirTypes) {
    const Pdg pdg =
        build("typedef float2 pair;\n"
              "__kernel void k(__global const pair* a, __constant uchar4* b, double3 c, __global long16* d,\n"
              "                __global ushort* e, __global half* f) {\n"
              "  d[0] = a[0].x + b[0].y + c.z;\n}\n");
    std::vector<std::string> elements;
    elements.reserve(pdg.arguments.size());
    for (const auto& argument : pdg.arguments) elements.push_back(name(argument.element));
    EXPECT_EQ(elements, (std::vector<std::string>{"float2", "uchar4", "double3", "long16", "ushort", "half"}));
}

TEST(Frontend, ElementsOfAVectorAreToldApart) {
    const Pdg pdg = build("__kernel void k(__global const uint4* v, __global float* x) {\n"
                          "  uint4 at = v[get_global_id(0)];\n"
                          "  uint2 swapped = at.wz + (uint2)(1, 2);\n"
                          "  x[at.x] = 1;\n"
                          "  x[at.y] = 2;\n"
                          "  x[swapped.x] = 3;\n"
                          "  x[swapped.y & 7] = 4;\n"
                          "}\n");
    EXPECT_EQ(elementUsed(pdg, only(pdg, 4, "store")), 0);
    EXPECT_EQ(elementUsed(pdg, only(pdg, 5, "store")), 4);
    EXPECT_EQ(elementUsed(pdg, only(pdg, 6, "store")), 12);
    EXPECT_EQ(elementUsed(pdg, only(pdg, 7, "store")), 8);
    const ExprId third = pdg.accesses[only(pdg, 6, "store").access].offset;
    const ExprId fourth = pdg.accesses[only(pdg, 7, "store").access].offset;
    EXPECT_NE(exprText(pdg.exprs, third, pdg.parameterNames()),
              exprText(pdg.exprs, fourth, pdg.parameterNames()));
}

TEST(Frontend, ValuesOfWhichNothingIsKnownAreNotTheSame) {
    const Pdg pdg = build("__kernel void k(__global int* counts, __global float* x) {\n"
                          "  int a = atomic_inc(&counts[0]);\n"
                          "  int b = atomic_inc(&counts[1]);\n"
                          "  x[a - b] = 1;\n"
                          "}\n");
    const ExprId offset = pdg.accesses[only(pdg, 4, "store").access].offset;
    EXPECT_NE(pdg.exprs[offset].op, ExprOp::Constant) << "a - b is no 0";
}

TEST(Frontend, AtomicOperationsThatOnlyCountAreTold) {
    const Pdg pdg = build("__kernel void k(__local uint* w, __global uint* out, uint n) {\n"
                          "  uint l = get_local_id(0);\n"
                          "  atomic_inc(&w[l]);\n"
                          "  atomic_add(&w[l], 1u);\n"
                          "  atomic_add(&w[l], 2u);\n"
                          "  atomic_add(&w[l], n);\n"
                          "  out[l] = atomic_inc(&w[l + 1]);\n"
                          "  atomic_dec(&w[l]);\n"
                          "  atomic_sub(&w[l], 1u);\n"
                          "}\n");
    const auto increments = [&](int line) { return pdg.accesses[only(pdg, line, "atomic").access].increments; };
    EXPECT_TRUE(increments(3));
    EXPECT_TRUE(increments(4));
    for (int line = 5; line <= 9; ++line) EXPECT_FALSE(increments(line)) << line;
}

} // namespace
} // namespace warpstring::frontend
