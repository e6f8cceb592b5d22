// SPDX-License-Identifier: GPL-3.0-or-later
// Registers: peaks of blocks in different orders, by hand, and what kernels' shapes do to the estimate.
#include <gtest/gtest.h>

#include <algorithm>

#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/register_peaks.h"

namespace warpstring::frontend {
namespace {

using ordering::InstructionBlock;
using ordering::InstructionNode;

InstructionBlock blockOf(std::size_t registers, std::vector<InstructionNode> nodes) {
    return {std::move(nodes), std::vector<ordering::BlockRegister>(registers)};
}

InstructionNode node(std::vector<std::uint32_t> reads, std::vector<std::uint32_t> makes, bool isLoad = false) {
    InstructionNode made;
    made.reads = std::move(reads);
    made.makes = std::move(makes);
    made.isLoad = isLoad;
    made.latency = isLoad ? 100 : 5;
    return made;
}

TEST(RegisterPeaks, LoadsInFrontTakeMoreThanLoadsAtTheirUse) {
    // Four values are loaded and added to register 0, which arrives and is kept in its last version.
    std::vector<InstructionNode> nodes;
    for (std::uint32_t i = 1; i <= 4; ++i) nodes.push_back(node({}, {i}, true));
    for (std::uint32_t i = 1; i <= 4; ++i) nodes.push_back(node({i == 1 ? 0 : i + 3, i}, {i + 4}));
    auto block = blockOf(9, nodes);
    block.registers[0].isAlive = true;
    block.registers[8].isKept = true;
    const auto peaks = registerPeaks(block);
    EXPECT_EQ(peaks.fewest, 2);
    EXPECT_EQ(peaks.free, 5);
}

TEST(RegisterPeaks, ChainsThatShareALoadGoOnTogether) {
    // Two chains of two sums; one after the other, the second would find what the first has loaded still alive.
    std::vector<InstructionNode> nodes;
    for (const std::uint32_t loaded : {2u, 3u, 4u}) nodes.push_back(node({}, {loaded}, true));
    nodes.push_back(node({0, 2}, {5}));
    nodes.push_back(node({5, 3}, {6}));
    nodes.push_back(node({6, 4}, {7}));
    nodes.push_back(node({1, 2}, {8}));
    nodes.push_back(node({8, 3}, {9}));
    nodes.push_back(node({9, 4}, {10}));
    auto block = blockOf(11, nodes);
    block.registers[0].isAlive = block.registers[1].isAlive = true;
    block.registers[7].isKept = block.registers[10].isKept = true;
    EXPECT_EQ(registerPeaks(block).fewest, 3);
}

TEST(RegisterPeaks, TemporariesCountWhileAnOperationIsComputed) {
    auto division = node({0, 1}, {2});
    division.temporaries = 4;
    auto block = blockOf(3, {division});
    block.registers[0].isAlive = block.registers[1].isAlive = block.registers[2].isKept = true;
    EXPECT_EQ(registerPeaks(block).fewest, 5);
}

TEST(RegisterPeaks, NothingMovesBeforeWhatItComesAfter) {
    // The second load waits for a store, of which the first one's value is the operand.
    auto second = node({}, {1}, true);
    second.after = {1};
    const auto peaks = registerPeaks(blockOf(2, {node({}, {0}, true), node({0}, {}), second, node({1}, {})}));
    EXPECT_EQ(peaks.free, 1);
}

TEST(RegisterPeaks, WhatPassesThroughIsAliveThroughout) {
    auto block = blockOf(4, {node({0}, {1}), node({1}, {})});
    block.registers[0].isAlive = block.registers[2].isAlive = block.registers[3].isAlive = true;
    block.registers[2].isKept = block.registers[3].isKept = true;
    const auto peaks = registerPeaks(block);
    EXPECT_EQ(peaks.fewest, 3);
    EXPECT_EQ(peaks.free, 3);
}

Pdg buildBody(const std::string& body, int addressBits = 64) {
    auto pdg = buildPdg({"k.cl", "__kernel void k(__global const float* restrict a, __global float* restrict b,"
                                 " int n, int m) {\n    const int i = get_global_id(0);\n" +
                                     body + "}\n"},
                        "k", {"", addressBits, false});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]);
    return {};
}

const std::string sumOf(const std::string& pragma, const std::string& step = "1") {
    return "    float sum = 0.0f;\n    " + pragma + "\n    for (int j = 0; j < n; j += " + step +
           ") sum += a[i + j];\n    b[i] = sum;\n";
}

TEST(Registers, UnrolledLoopsLoadAhead) {
    const Pdg rolled = buildBody(sumOf("#pragma unroll 1"));
    const Pdg four = buildBody(sumOf("#pragma unroll 4"));
    const Pdg chosen = buildBody(sumOf(""));
    EXPECT_GE(four.freeRegisters, rolled.freeRegisters + 3);
    EXPECT_GT(chosen.freeRegisters, four.freeRegisters) << "short bodies have more copies";
    EXPECT_EQ(rolled.registers, chosen.registers) << "all can be loaded where they are added";
}

TEST(Registers, StepsThatAreNoConstantsKeepALoopRolled) {
    EXPECT_EQ(buildBody(sumOf("", "m")).freeRegisters, buildBody(sumOf("#pragma unroll 1", "m")).freeRegisters);
}

TEST(Registers, BodiesWithShortBranchesAreUnrolledToo) {
    const auto body = [](const std::string& pragma) {
        return "    float sum = 0.0f;\n    " + pragma +
               "\n    for (int j = 0; j < n; ++j) if (i + j < m) sum += a[i + j];\n    b[i] = sum;\n";
    };
    EXPECT_GT(buildBody(body("")).freeRegisters, buildBody(body("#pragma unroll 1")).freeRegisters);
}

TEST(Registers, UniformIntegersTakeNone) {
    EXPECT_LE(buildBody("    const int g = get_group_id(0) * n + m;\n"
                        "    for (int j = 0; j < g; ++j) if (i == 0) barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "    b[i] = a[i];\n")
                  .registers,
              buildBody("    b[i] = a[i];\n").registers);
}

TEST(Registers, AddressesAConstantApartAreOne) {
    const Pdg one = buildBody("    b[i] = a[i];\n");
    const Pdg four = buildBody("    b[i] = a[i] + a[i + 1] + a[i + 2] + a[i + 3];\n");
    EXPECT_LE(four.registers, one.registers + 2);
    EXPECT_LE(four.freeRegisters, one.freeRegisters + 5);
}

// LLVM writes the sum as a disjoint "or" of 32 bits, and extends it as a number that is not negative; the index
// alone it cuts out of 64 bits by a mask.
TEST(AddressArithmetic, SumsWithinAPowerOfTwoAreAConstantApart) {
    for (const std::string type : {"uint", "int"}) {
        const Pdg pdg = buildBody("    __local float t[256];\n    const " + type +
                                  " l = get_local_id(0);\n    t[l] = i;\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                  "    if (l < 64) t[l] += t[l + 64];\n    b[i] = t[0];\n");
        for (const auto& statement : pdg.statements) {
            if (statement.region == pdg.statements.front().region) continue;
            if (statement.kind != StatementKind::Compute) continue;
            EXPECT_EQ(statement.operation, OperationClass::FloatAdd) << type << ": no index is computed there";
        }
    }
}

TEST(Registers, AddressesThatALoopKeepsAreComputedAgainWhereThereAreTooMany) {
    // Forty rows at a distance that is no constant, in each of the outer iterations.
    const Pdg pdg =
        buildBody("    for (int k = 0; k < n; ++k) {\n        float sum = k;\n"
                  "        #pragma unroll\n        for (int j = 0; j < 40; ++j) sum += b[i + j * m];\n"
                  "        b[i + k] = sum;\n    }\n");
    EXPECT_LT(pdg.registers, 40);
    EXPECT_GT(pdg.freeRegisters, 40);
}

TEST(Registers, DivisionsTakeMoreWhileTheyAreComputed) {
    EXPECT_GT(buildBody("    b[i] = a[i] / a[i + 1];\n").registers,
              buildBody("    b[i] = a[i] * a[i + 1];\n").registers);
}

TEST(Registers, OfDevicesWith32BitAddressesAreThoseAlive) {
    const Pdg pdg = buildBody("    b[i] = a[i] + a[i + 1];\n", 32);
    EXPECT_EQ(pdg.registers, pdg.freeRegisters);
}

// --- names -----------------------------------------------------------------------------------------------

/// Of the statements whose text begins so: how many registers they make and read.
std::vector<std::pair<std::size_t, std::size_t>> touchedBy(const Pdg& pdg, const std::string& text) {
    std::vector<std::pair<std::size_t, std::size_t>> touched;
    for (const auto& statement : pdg.statements)
        if (statement.text.starts_with(text)) {
            const auto& use = pdg.registerUses[statement.id];
            touched.emplace_back(use.makes.size(), use.reads.size());
        }
    return touched;
}

TEST(RegisterNames, AreThoseOfComponentsAndOfNothingThatIsTheSameForAWarp) {
    using Touched = std::vector<std::pair<std::size_t, std::size_t>>;
    const Pdg pdg = buildBody("    float4 v = vload4(i, a);\n    b[i] = v.x * v.w;\n    b[i + n * m] = v.y;\n");
    EXPECT_EQ(touchedBy(pdg, "float_multiply"), (Touched{{1, 2}}));
    for (const auto& statement : pdg.statements) {
        if (statement.operation != OperationClass::IntegerMultiply) continue;
        EXPECT_TRUE(pdg.registerUses[statement.id].makes.empty()) << "n * m is the same for a warp";
    }
    EXPECT_TRUE(buildBody("    b[i] = a[i];\n", 32).registerUses.empty());
}

TEST(RegisterNames, OfALoopAreHandedOn) {
    const Pdg pdg =
        buildBody("    float s = 0, t = a[i];\n"
                  "    for (int k = 0; k < n; ++k) { const float u = t; t = s * a[i + k]; s = u + t; }\n"
                  "    b[i] = s;\n");
    ASSERT_EQ(pdg.loops.size(), 1U);
    const auto& carried = pdg.loops[0].carried;
    ASSERT_EQ(carried.size(), 2U) << "s and t; the counter is the same for all work-items";
    EXPECT_NE(carried[0].name, carried[1].name);
    std::vector<std::uint32_t> made;
    for (const auto& use : pdg.registerUses) made.insert(made.end(), use.makes.begin(), use.makes.end());
    for (const auto& value : carried) EXPECT_NE(std::find(made.begin(), made.end(), value.next), made.end());
    EXPECT_EQ(
        std::count_if(carried.begin(), carried.end(), [](const auto& value) { return value.entry == none; }), 1)
        << "s begins with a constant";
}

// A value that is merged behind a branch is one register, whichever side made it.
TEST(RegisterNames, OfMergedValuesAreOne) {
    const Pdg pdg = buildBody("    float s = a[i];\n"
                              "    for (int k = 0; k < n; ++k) if (a[k] > 0) { s = s * a[i + k]; b[k] = s; }\n"
                              "    b[i] = s;\n");
    ASSERT_EQ(pdg.loops.size(), 1U);
    ASSERT_EQ(pdg.loops[0].carried.size(), 1U);
    EXPECT_EQ(pdg.loops[0].carried[0].next, pdg.loops[0].carried[0].name);
}

TEST(Registers, AddressesAtEqualDistancesAreReachedFromOneAnother) {
    const auto rows = [](const std::string& third) {
        return buildBody("    float s = 0;\n    for (int k = 0; k < n; k += 3)\n"
                         "        s += a[i + (ulong)k * m] * a[i + (ulong)(k + 1) * m] * a[i + (ulong)(" +
                         third + ") * m];\n    b[i] = s;\n");
    };
    const Pdg even = rows("k + 2"), uneven = rows("k + 7");
    ASSERT_EQ(even.loops.size(), 1U);
    EXPECT_EQ(even.loops[0].addressRegisters, 2);
    EXPECT_EQ(uneven.loops[0].addressRegisters, 4);
}

} // namespace
} // namespace warpstring::frontend
