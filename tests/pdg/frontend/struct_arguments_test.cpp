// SPDX-License-Identifier: GPL-3.0-or-later
// Structs passed by value: the same kernel with its numbers passed one by one is the oracle.
#include <gtest/gtest.h>

#include "pdg/evaluation/evaluation.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

Pdg structGraph(const std::string& text, bool sourceShape = false) {
    auto pdg = buildPdg({"k.cl", text}, "k", {"", 64, sourceShape});
    if (pdg.ok()) return std::move(*pdg);
    ADD_FAILURE() << toText(pdg.diagnostics()[0]) << "\n" << text;
    return {};
}

BufferArgument bufferOf(ScalarType type, std::uint64_t count) {
    BufferArgument made;
    made.type = {type, 1};
    made.count = count;
    return made;
}

Launch launchWith(std::map<std::string, Argument> arguments) {
    Launch launch;
    launch.kernel = "k";
    launch.range.global[0] = 256;
    launch.range.local[0] = 64;
    launch.arguments = std::move(arguments);
    return launch;
}

Result<evaluation::Evaluation> evaluationOf(const std::string& text, const Launch& launch) {
    return evaluation::evaluate(structGraph(text), launch, HardwareSpec{});
}

constexpr const char* parameters = "typedef struct { float x; int4 v; } Inner;\n"
                                   "typedef struct { int n; float scale; Inner in[2]; uchar tag; } P;\n";

TEST(StructArguments, AreTheKernelWhoseNumbersArePassedOneByOne) {
    const std::string structured =
        std::string(parameters) +
        "__kernel void k(__global float* a, P p) {\n"
        "  int g = get_global_id(0);\n"
        "  for (int i = 0; i < p.n; ++i) a[g * p.in[1].v.z + i] += p.scale * p.in[0].x;\n"
        "  if (p.tag == 3) a[g] = 1;\n}\n";
    const std::string plain =
        std::string(parameters) +
        "__kernel void k(__global float* a, int n, float scale, float x, int z, uchar tag) {\n"
        "  int g = get_global_id(0);\n"
        "  for (int i = 0; i < n; ++i) a[g * z + i] += scale * x;\n"
        "  if (tag == 3) a[g] = 1;\n}\n";
    const Pdg one = structGraph(structured), other = structGraph(plain);
    ASSERT_EQ(one.statements.size(), other.statements.size());
    for (std::size_t i = 0; i < one.statements.size(); ++i)
        EXPECT_EQ(one.statements[i].text, other.statements[i].text) << i;
    EXPECT_EQ(one.registers, other.registers);
    ASSERT_EQ(one.loops.size(), 1u);
    EXPECT_NE(exprText(one.exprs, one.loops[0].continues, one.parameterNames()).find("p.n"), std::string::npos);
    for (const std::int64_t n : {0, 1, 7})
        for (const std::int64_t tag : {3, 200}) {
            const auto first = evaluationOf(
                structured,
                launchWith(
                    {{"a", bufferOf(ScalarType::Float, 4096)},
                     {"p", StructArgument{{{"n", n}, {"in[1].v[2]", std::int64_t{2}}, {"tag", tag}}, {}}}}));
            const auto second = evaluationOf(
                plain, launchWith({{"a", bufferOf(ScalarType::Float, 4096)},
                                   {"n", ScalarArgument{{ScalarType::Int, 1}, true, n}},
                                   {"scale", ScalarArgument{{ScalarType::Float, 1}, true, 0.0}},
                                   {"x", ScalarArgument{{ScalarType::Float, 1}, true, 0.0}},
                                   {"z", ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{2}}},
                                   {"tag", ScalarArgument{{ScalarType::UChar, 1}, true, tag}}}));
            ASSERT_TRUE(first) << toText(first.diagnostics()[0]);
            ASSERT_TRUE(second) << toText(second.diagnostics()[0]);
            ASSERT_EQ(first->accesses.size(), second->accesses.size());
            for (std::size_t i = 0; i < first->accesses.size(); ++i) {
                EXPECT_EQ(first->accesses[i].transactions.value, second->accesses[i].transactions.value) << i;
                EXPECT_TRUE(first->accesses[i].transactions.isExact()) << i;
            }
            ASSERT_EQ(first->regions.size(), second->regions.size());
            for (std::size_t i = 0; i < first->regions.size(); ++i)
                EXPECT_EQ(first->regions[i].executions.value, second->regions[i].executions.value) << i;
        }
}

TEST(StructArguments, GivenAsBytesTheyAreTheSame) {
    const std::string text = "struct P { int n; float scale; };\n"
                             "__kernel void k(__global float* a, struct P p) {\n"
                             "  for (int i = 0; i < p.n; ++i) a[i] *= p.scale;\n}\n";
    const auto named = evaluationOf(text, launchWith({{"a", bufferOf(ScalarType::Float, 64)},
                                                      {"p", StructArgument{{{"n", std::int64_t{5}}}, {}}}}));
    const auto raw = evaluationOf(text, launchWith({{"a", bufferOf(ScalarType::Float, 64)},
                                                    {"p", StructArgument{{}, {5, 0, 0, 0, 0, 0, 0, 0}}}}));
    ASSERT_TRUE(named && raw);
    ASSERT_EQ(named->loops.size(), 1u);
    for (std::size_t i = 0; i < named->regions.size(); ++i)
        EXPECT_EQ(named->regions[i].executions.value, raw->regions[i].executions.value);
}

TEST(StructArguments, ThatTheKernelWritesToAreItsOwnCopies) {
    const Pdg pdg = structGraph("typedef struct { int n; int step; } P;\n"
                                "__kernel void k(__global int* a, P p) {\n"
                                "  p.n += get_global_id(0);\n"
                                "  a[p.n] = p.step;\n}\n");
    for (const auto& access : pdg.accesses) EXPECT_EQ(access.space, MemorySpace::Global);
    const Pdg indexed = structGraph("typedef struct { int v[8]; } P;\n"
                                    "__kernel void k(__global int* a, P p) {\n"
                                    "  p.v[a[0]] = 4;\n  a[1] = p.v[a[2]];\n}\n");
    EXPECT_EQ(indexed.privateBytes, 32u);
}

TEST(StructArguments, AnIndexThatIsNoConstantReadsConstantMemory) {
    const Pdg pdg = structGraph(
        "typedef struct { int n; int v[8]; } P;\n"
        "__kernel void k(__global int* a, P p) { a[get_global_id(0)] = p.v[get_local_id(0) & 7]; }\n");
    ASSERT_EQ(pdg.accesses.size(), 2u);
    EXPECT_EQ(pdg.accesses[0].space, MemorySpace::Constant);
    EXPECT_EQ(pdg.arguments[pdg.accesses[0].object].name, "p");
    EXPECT_EQ(pdg.privateBytes, 0u);
}

TEST(StructArguments, HaveTheLayoutOfTheCompiler) {
    const auto arguments =
        listArguments({"k.cl", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                               "typedef enum { A, B } E;\n"
                               "union U { int i; float f; uchar raw[4]; };\n"
                               "typedef struct { char c; float3 v; union U u; E e; short2 s[2];\n"
                               "  struct { long x; }; double d; half h[3]; } P;\n"
                               "__kernel void k(P p, __global const P* q, __global int* r) {}\n"},
                      "k", {"", 64});
    ASSERT_TRUE(arguments) << toText(arguments.diagnostics()[0]);
    const auto& by = (*arguments)[0];
    EXPECT_EQ(by.kind, KernelArgument::Kind::Struct);
    const std::vector<StructMember> expected{
        {"c", 0, {ScalarType::Char, 1}},          {"v", 16, {ScalarType::Float, 3}},
        {"u.i", 32, {ScalarType::Int, 1}},        {"u.f", 32, {ScalarType::Float, 1}},
        {"u.raw[0]", 32, {ScalarType::UChar, 1}}, {"u.raw[1]", 33, {ScalarType::UChar, 1}},
        {"u.raw[2]", 34, {ScalarType::UChar, 1}}, {"u.raw[3]", 35, {ScalarType::UChar, 1}},
        {"e", 36, {ScalarType::UInt, 1}},         {"s[0]", 40, {ScalarType::Short, 2}},
        {"s[1]", 44, {ScalarType::Short, 2}},     {"x", 48, {ScalarType::Long, 1}},
        {"d", 56, {ScalarType::Double, 1}},       {"h[0]", 64, {ScalarType::Half, 1}},
        {"h[1]", 66, {ScalarType::Half, 1}},      {"h[2]", 68, {ScalarType::Half, 1}}};
    EXPECT_EQ(by.layout.members, expected);
    EXPECT_EQ(by.layout.bytes, 80u);
    EXPECT_EQ((*arguments)[1].kind, KernelArgument::Kind::Buffer);
    EXPECT_EQ((*arguments)[1].layout.bytes, 80u);
    EXPECT_EQ((*arguments)[2].layout.bytes, 0u);
}

TEST(StructArguments, WhatIsWrongWithThemIsSaidWithAnExampleThatWorks) {
    const std::string text = "typedef struct { int n; float scale; } P;\n"
                             "__kernel void k(__global P* a, P p) { a[get_global_id(0)].n = p.n; }\n";
    const auto missing = evaluationOf(text, launchWith({{"p", ScalarArgument{}}}));
    ASSERT_FALSE(missing);
    const auto& faults = missing.diagnostics();
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(faults[0].code, "launch.missing-argument");
    EXPECT_EQ(faults[0].hint, "add to [args]: a = { buffer = \"struct\", bytes = 8, count = 1024 }");
    EXPECT_EQ(faults[1].code, "launch.argument-kind");
    EXPECT_EQ(faults[1].hint, "write in [args]: p = { struct = { n = 0, scale = 0 } }");
}

// Buffers of structs are made of bytes, which the conditions of a kernel read as the numbers that they are.
TEST(StructArguments, BuffersOfStructsAreReadAsTheirNumbers) {
    const std::string text =
        "typedef struct { int first; float x; short last; } Row;\n"
        "__kernel void k(__global int* a, __global const Row* rows) {\n"
        "  int g = get_global_id(0);\n"
        "  if (rows[g].first == 0 && rows[g].x == 0.0f && rows[g].last < 1) a[g] = 1;\n}\n";
    const auto weight = [&](BufferInit init, double value) {
        auto rows = bufferOf(ScalarType::UChar, std::uint64_t{12} * 256);
        rows.init = init;
        rows.constant = value;
        rows.access = BufferAccess::Read;
        const auto evaluation =
            evaluationOf(text, launchWith({{"a", bufferOf(ScalarType::Int, 256)}, {"rows", rows}}));
        if (!evaluation) {
            ADD_FAILURE() << toText(evaluation.diagnostics()[0]);
            return -1.0;
        }
        EXPECT_TRUE(evaluation->assumptions.empty());
        return evaluation->regions.back().executions.value;
    };
    EXPECT_EQ(weight(BufferInit::Zero, 0), 1);
    EXPECT_EQ(weight(BufferInit::Constant, 1), 0);
}

// A launch gives a vector one number, each component's.
TEST(VectorArguments, DecideAsScalarsDo) {
    const auto vector =
        evaluationOf("__kernel void k(__global int* a, int4 size) {\n"
                     "  for (int i = 0; i < size.z; ++i) a[i] = size.x;\n}\n",
                     launchWith({{"a", bufferOf(ScalarType::Int, 64)},
                                 {"size", ScalarArgument{{ScalarType::Int, 4}, true, std::int64_t{5}}}}));
    const auto scalar =
        evaluationOf("__kernel void k(__global int* a, int size) {\n"
                     "  for (int i = 0; i < size; ++i) a[i] = size;\n}\n",
                     launchWith({{"a", bufferOf(ScalarType::Int, 64)},
                                 {"size", ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{5}}}}));
    ASSERT_TRUE(vector && scalar);
    ASSERT_EQ(vector->regions.size(), scalar->regions.size());
    for (std::size_t i = 0; i < vector->regions.size(); ++i) {
        EXPECT_TRUE(vector->regions[i].executions.isExact());
        EXPECT_EQ(vector->regions[i].executions.value, scalar->regions[i].executions.value);
    }
}

} // namespace
} // namespace warpstring::frontend
