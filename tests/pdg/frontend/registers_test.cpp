// SPDX-License-Identifier: GPL-3.0-or-later
// Registers: peaks of blocks in different orders, by hand, and what kernels' shapes do to the estimate.
#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/register_schedule.h"

namespace warpstring::frontend {
namespace {

RegisterBlock blockOf(std::uint32_t registers, std::vector<RegisterNode> nodes) {
    return {std::move(nodes), registers, std::vector<bool>(registers, false),
            std::vector<bool>(registers, false)};
}

RegisterNode node(std::vector<std::uint32_t> reads, std::vector<std::uint32_t> makes, bool isLoad = false) {
    RegisterNode made;
    made.reads = std::move(reads);
    made.makes = std::move(makes);
    made.isLoad = isLoad;
    made.latency = isLoad ? 100 : 5;
    return made;
}

TEST(RegisterPeaks, LoadsInFrontTakeMoreThanLoadsAtTheirUse) {
    // Four values are loaded and added to register 0, which arrives and is kept in its last version.
    std::vector<RegisterNode> nodes;
    for (std::uint32_t i = 1; i <= 4; ++i) nodes.push_back(node({}, {i}, true));
    for (std::uint32_t i = 1; i <= 4; ++i) nodes.push_back(node({i == 1 ? 0 : i + 3, i}, {i + 4}));
    auto block = blockOf(9, nodes);
    block.alive[0] = true;
    block.kept[8] = true;
    const auto peaks = registerPeaks(block);
    EXPECT_EQ(peaks.fewest, 2);
    EXPECT_EQ(peaks.free, 5);
}

TEST(RegisterPeaks, ChainsThatShareALoadGoOnTogether) {
    // Two chains of two sums; one after the other, the second would find what the first has loaded still alive.
    std::vector<RegisterNode> nodes;
    for (const std::uint32_t loaded : {2u, 3u, 4u}) nodes.push_back(node({}, {loaded}, true));
    nodes.push_back(node({0, 2}, {5}));
    nodes.push_back(node({5, 3}, {6}));
    nodes.push_back(node({6, 4}, {7}));
    nodes.push_back(node({1, 2}, {8}));
    nodes.push_back(node({8, 3}, {9}));
    nodes.push_back(node({9, 4}, {10}));
    auto block = blockOf(11, nodes);
    block.alive[0] = block.alive[1] = true;
    block.kept[7] = block.kept[10] = true;
    EXPECT_EQ(registerPeaks(block).fewest, 3);
}

TEST(RegisterPeaks, TemporariesCountWhileAnOperationIsComputed) {
    auto division = node({0, 1}, {2});
    division.temporaries = 4;
    auto block = blockOf(3, {division});
    block.alive[0] = block.alive[1] = block.kept[2] = true;
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
    block.alive[0] = block.alive[2] = block.alive[3] = true;
    block.kept[2] = block.kept[3] = true;
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

} // namespace
} // namespace warpstring::frontend
