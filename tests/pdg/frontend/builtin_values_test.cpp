// SPDX-License-Identifier: GPL-3.0-or-later
// What built-in functions are made of: the same written in other words is the oracle.
#include <algorithm>

#include <gtest/gtest.h>

#include "pdg/evaluation/evaluation.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

Pdg graphOfBody(const std::string& body) {
    auto pdg = buildPdg(
        {"k.cl", "__kernel void k(__global int* a, __global float* f, __global volatile atomic_int* x,\n"
                 "    uint4 mask) {\n" +
                     body + "\n}\n"},
        "k", {"-cl-std=CL3.0", 64});
    if (pdg.ok()) return std::move(*pdg);
    ADD_FAILURE() << toText(pdg.diagnostics()[0]) << "\n" << body;
    return {};
}

evaluation::Evaluation evaluatedOver(const Pdg& pdg, const NDRange& range) {
    Launch launch;
    launch.range = range;
    for (const char* argument : {"a", "f", "x"}) {
        BufferArgument buffer;
        buffer.type = {argument[0] == 'f' ? ScalarType::Float : ScalarType::Int, 1};
        buffer.count = 256;
        launch.arguments[argument] = buffer;
    }
    launch.arguments["mask"] = ScalarArgument{{ScalarType::UInt, 4}, true, std::int64_t{1}};
    auto evaluation = evaluation::evaluate(pdg, launch, HardwareSpec{});
    EXPECT_TRUE(evaluation) << toText(evaluation.diagnostics()[0]);
    return std::move(*evaluation);
}

int selectionsOf(const Pdg& pdg) {
    int count = 0;
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Compute && statement.operation == OperationClass::Select)
            count += statement.count;
    return count;
}

TEST(BuiltinValues, PlacesInGroupsAreThoseOfTheirDefinition) {
    const std::string linear = "(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * "
                               "get_local_id(2)))";
    const std::string size = "(get_local_size(0) * get_local_size(1) * get_local_size(2))";
    const std::pair<std::string, std::string> same[] = {
        {"get_local_linear_id()", linear},
        {"get_global_linear_id()",
         "(get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * "
         "get_global_id(2)))"},
        {"get_sub_group_local_id()", linear + " % 32"},
        {"get_sub_group_id()", linear + " / 32"},
        {"get_num_sub_groups()", "(" + size + " + 31) / 32"},
        {"get_max_sub_group_size()", "min((uint)" + size + ", 32u)"},
        {"get_sub_group_size()", "min((uint)(" + size + " - " + linear + " / 32 * 32), 32u)"}};
    for (const auto& local :
         std::initializer_list<std::array<std::uint64_t, 3>>{{64, 1, 1}, {10, 5, 1}, {4, 3, 2}})
        for (const auto& [name, words] : same) {
            const auto evaluated = [&](const std::string& value) {
                const Pdg pdg = graphOfBody("  const int v = " + value +
                                            ";\n"
                                            "  if (v % 3 == 1) a[v & 255] = 1;");
                return evaluatedOver(pdg, {3, {local[0] * 2, local[1] * 2, local[2]}, local});
            };
            const auto one = evaluated(name), other = evaluated(words);
            ASSERT_EQ(one.regions.size(), other.regions.size()) << name;
            for (std::size_t i = 0; i < one.regions.size(); ++i) {
                EXPECT_TRUE(one.regions[i].executions.isExact()) << name;
                EXPECT_EQ(one.regions[i].executions.value, other.regions[i].executions.value) << name;
            }
            ASSERT_EQ(one.accesses.size(), 1u);
            EXPECT_EQ(one.accesses[0].transactions.value, other.accesses[0].transactions.value) << name;
        }
}

// As the standard defines them (OpenCL C 3.0, sections 6.15.2 and 6.15.3), in other words.
TEST(BuiltinValues, OfNumbersAreThoseOfTheirDefinition) {
    const std::pair<std::string, std::string> same[] = {
        {"abs_diff(i, 20)", "(i > 20 ? i - 20 : 20 - i)"},
        {"abs_diff((uint)i, 20u)", "(i > 20 ? i - 20 : 20 - i)"},
        {"rotate(i, 5)", "(i << 5)"},
        {"rotate((uint)i, 0u)", "i"},
        {"(int)rotate((uint)i << 28, 6u)", "(int)(((uint)i << 28 << 6) | ((uint)i << 28 >> 26))"},
        {"hadd(i, 7)", "((i + 7) >> 1)"},
        {"rhadd(i, 7)", "((i + 8) >> 1)"},
        {"(int)mul_hi((uint)i << 26, 1u << 10)", "(int)(((ulong)((uint)i << 26) << 10) >> 32)"},
        {"mad_hi(i << 20, -(1 << 16), 9)", "((int)(((long)(i << 20) * -(1 << 16)) >> 32) + 9)"},
        {"mad24(i, 3, 4)", "(i * 3 + 4)"},
        {"bitselect(i, 85, 15)", "((i & ~15) | (85 & 15))"},
        {"select(i, 3, (i & 4) != 0)", "((i & 4) != 0 ? 3 : i)"},
        {"(int)add_sat((uint)i, 4294967290u)", "(i > 5 ? -1 : i - 6)"},
        {"(int)sub_sat((uint)i, 9u)", "(i > 9 ? i - 9 : 0)"},
        {"isless((float)i, 9.5f)", "(i < 10)"},
        {"isgreaterequal((float)i, 9.0f)", "(i >= 9)"},
        {"(int)ceil(i * 0.25f)", "((i + 3) / 4)"},
        {"(int)trunc(i * -0.25f)", "(-(i / 4))"},
        {"(int)rint(i * 0.5f)", "(i / 2 + (i % 4 == 3))"},
        {"(int)rint(i * 0.5f - 8.0f)", "(i / 2 + (i % 4 == 3) - 8)"},
        {"convert_int_sat_rte(i * 0.5f)", "(i / 2 + (i % 4 == 3))"},
        {"convert_int_sat_rtp(i * 0.5f)", "((i + 1) / 2)"},
        {"convert_int_sat_rtn(i * 0.5f)", "(i / 2)"},
        {"convert_int_sat(i * 0.5f)", "(i / 2)"},
        {"(int)fdim((float)i, 6.0f)", "max(i - 6, 0)"},
        {"(int)(4.0f * rsqrt((float)(1 << (i & 6))))", "(4 >> (i & 6) / 2)"},
        {"(int)(4.0f / sqrt((float)(1 << (i & 6))))", "(4 >> (i & 6) / 2)"},
        {"(int)native_divide((float)(i & ~1), 2.0f)", "(i / 2)"},
        {"(int)mix(1.0f, 5.0f, i * 0.25f)", "(1 + i)"},
        {"(int)step(8.0f, (float)i)", "(i >= 8)"},
        {"(int)sign((float)i - 8.0f)", "((i > 8) - (i < 8))"},
        {"(int)select(2.0f, 5.0f, i > 3)", "(i > 3 ? 5 : 2)"}};
    for (const auto& [builtin, words] : same) {
        std::string body = "  const int i = get_local_id(0);\n  if (";
        body.append(builtin).append(" == ").append(words).append(") a[i] = 1; else f[i] = 1;");
        const Pdg pdg = graphOfBody(body);
        const auto evaluation = evaluatedOver(pdg, {1, {32, 1, 1}, {32, 1, 1}});
        for (const auto& statement : pdg.statements) {
            if (statement.kind != StatementKind::Memory) continue;
            const auto& executions = evaluation.regions[statement.region].executions;
            EXPECT_TRUE(executions.isExact()) << builtin;
            EXPECT_EQ(executions.value, pdg.accesses[statement.access].object == 0 ? 1 : 0) << builtin;
        }
    }
}

TEST(BuiltinValues, ACompareExchangeIsOneAtomicAccess) {
    const Pdg pdg = graphOfBody("  int e = 3;\n  while (!atomic_compare_exchange_strong(x, &e, e + 1)) {}\n"
                                "  a[0] = atomic_load(x);");
    const auto count = [&](AccessKind kind, std::uint32_t object) {
        return std::count_if(pdg.accesses.begin(), pdg.accesses.end(), [&](const auto& access) {
            return access.kind == kind && access.object == object;
        });
    };
    EXPECT_EQ(count(AccessKind::Atomic, 2), 1);
    EXPECT_EQ(count(AccessKind::Load, 2), 1);
    EXPECT_EQ(pdg.accesses.size(), 3u) << "what is expected stays in a register";
    for (const auto& access : pdg.accesses) EXPECT_EQ(access.space, MemorySpace::Global);
    EXPECT_EQ(pdg.loops.size(), 1u);
}

TEST(BuiltinValues, ShufflesByConstantsCostNothing) {
    EXPECT_EQ(selectionsOf(graphOfBody(
                  "  float4 v = vload4(0, f); v = shuffle(v, (uint4)(3, 2, 1, 0)); vstore4(v, 1, f);")),
              0);
    EXPECT_EQ(
        selectionsOf(graphOfBody(
            "  float4 v = vload4(0, f); v = shuffle(v, vload4(0, (__global uint*)a)); vstore4(v, 1, f);")),
        12)
        << "each of four components is one of four";
}

TEST(BuiltinValues, ResultsThroughPointersStayInRegisters) {
    for (const char* body :
         {"float r; a[0] = (int)sincos(f[0], &r); f[1] = r;", "int r; f[1] = frexp(f[0], &r); a[0] = r;",
          "float r; f[1] = modf(f[0], &r); f[2] = r;", "int r; f[1] = remquo(f[0], f[3], &r); a[0] = r;"}) {
        const Pdg pdg = graphOfBody(body);
        EXPECT_EQ(pdg.privateBytes, 0u) << body;
        for (const auto& access : pdg.accesses) EXPECT_EQ(access.space, MemorySpace::Global) << body;
    }
    const Pdg direct = graphOfBody("f[1] = fract(f[0], &f[2]);");
    EXPECT_EQ(std::count_if(direct.accesses.begin(), direct.accesses.end(),
                            [](const auto& access) { return access.kind == AccessKind::Store; }),
              2)
        << "one of them through the pointer";
}

// Variables of the whole program: constants of constant memory, others of global memory.
TEST(BuiltinValues, VariablesOfTheProgramLieWhereTheyAreDeclared) {
    const auto pdg = buildPdg(
        {"k.cl",
         "__constant int table[64] = {1, 2, 3};\n__global int counter = 4;\nint plain[8];\n"
         "__kernel void k(__global int* a) {\n"
         "  int l = get_local_id(0);\n"
         "  a[l] = table[l & 63] + plain[l & 7];\n  atomic_inc((volatile __global int*)&counter);\n}\n"},
        "k", {"-cl-std=CL2.0", 64});
    ASSERT_TRUE(pdg) << toText(pdg.diagnostics()[0]);
    std::map<std::string, MemorySpace> spaces;
    for (const auto& array : pdg->arrays) spaces[array.name] = array.space;
    EXPECT_EQ(spaces, (std::map<std::string, MemorySpace>{{"table", MemorySpace::Constant},
                                                          {"counter", MemorySpace::Global},
                                                          {"plain", MemorySpace::Global}}));
    Launch launch;
    launch.range.global[0] = 256;
    launch.range.local[0] = 64;
    BufferArgument buffer;
    buffer.count = 256;
    launch.arguments["a"] = buffer;
    const auto evaluation = evaluation::evaluate(*pdg, launch, HardwareSpec{});
    ASSERT_TRUE(evaluation) << toText(evaluation.diagnostics()[0]);
    for (std::size_t i = 0; i < evaluation->accesses.size(); ++i) {
        if (pdg->accesses[AccessId(static_cast<std::uint32_t>(i))].space != MemorySpace::Global) continue;
        EXPECT_GT(evaluation->accesses[i].transactions.value, 0) << i;
    }
}

// A reduction exchanges as often as the device's sub-group can be halved.
TEST(BuiltinValues, SubGroupsAreAsWideAsTheDevicesWarps) {
    for (const auto& [size, exchanges] :
         std::initializer_list<std::pair<int, int>>{{8, 3}, {16, 4}, {32, 5}, {64, 6}}) {
        BuildOptions options;
        options.options = "-cl-std=CL3.0";
        options.subGroupSize = size;
        const auto pdg =
            buildPdg({"k.cl", "__kernel void k(__global float* f) {\n"
                              "  f[0] = sub_group_reduce_add(f[get_global_id(0)]);\n"
                              "  if (get_sub_group_local_id() == 9) f[1] = get_max_sub_group_size();\n}\n"},
                     "k", options);
        ASSERT_TRUE(pdg) << toText(pdg.diagnostics()[0]);
        int votes = 0;
        for (const auto& statement : pdg->statements)
            if (statement.kind == StatementKind::Compute &&
                statement.operation == OperationClass::VoteOrShuffle)
                votes += statement.count;
        EXPECT_EQ(votes, exchanges) << size;
        Launch launch;
        launch.range.global[0] = 256;
        launch.range.local[0] = 256;
        BufferArgument buffer;
        buffer.type = {ScalarType::Float, 1};
        buffer.count = 256;
        launch.arguments["f"] = buffer;
        HardwareSpec spec;
        spec.execution.warpSize = size;
        const auto evaluation = evaluation::evaluate(*pdg, launch, spec);
        ASSERT_TRUE(evaluation) << toText(evaluation.diagnostics()[0]);
        // Of each warp one work-item, where warps are so wide.
        EXPECT_EQ(evaluation->regions.back().executions.value, size > 9 ? 1 : 0) << size;
    }
}

} // namespace
} // namespace warpstring::frontend
