// SPDX-License-Identifier: GPL-3.0-or-later
// The shape that vendors' compilers give a kernel, as machine code of bench/device/index-forms.toml,
// private-nests.toml and uneven-nests.toml shows it: nests that are unrolled, indices that may wrap, values
// that are moved.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

Pdg compiled(const std::string& text, const std::string& options = "") {
    auto pdg = buildPdg({"k.cl", text}, "k", {options, 64, false});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]);
    return {};
}

int operations(const Pdg& pdg, OperationClass operation, bool inLoops = false) {
    int sum = 0;
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Compute && statement.operation == operation &&
            (!inLoops || pdg.regions[statement.region].kind == Region::Kind::LoopBody))
            sum += statement.count;
    return sum;
}

bool readsPrivateMemory(const Pdg& pdg) {
    return std::any_of(pdg.accesses.begin(), pdg.accesses.end(),
                       [](const auto& access) { return access.space == MemorySpace::Private; });
}

Pdg nestOverArray(int size, const std::string& nest) {
    return compiled("__kernel void k(__global const float* in, __global float* out, int n) {\n"
                    "    const int item = get_global_id(0);\n"
                    "    float a[SIZE][SIZE];\n"
                    "    for (int i = 0; i < SIZE; ++i)\n"
                    "        for (int j = 0; j < SIZE; ++j) a[i][j] = in[(i * SIZE + j) * n + item];\n" +
                        nest +
                        "    for (int i = 0; i < SIZE; ++i)\n"
                        "        for (int j = 0; j < SIZE; ++j) out[(i * SIZE + j) * n + item] = a[i][j];\n"
                        "}\n",
                    "-DSIZE=" + std::to_string(size));
}

// Copies with exits of loops whose trips the outer counter decides are no loops any more where the whole is
// small: of 7 x 7 numbers eliminated, of 16 x 16 substituted.
TEST(NestsOverArrays, AreUnrolledWhereTheirCopiesAreFew) {
    const std::string elimination = "for (int k = 0; k < SIZE; ++k)\n"
                                    "  for (int i = k + 1; i < SIZE; ++i)\n"
                                    "    for (int j = k + 1; j < SIZE; ++j) a[i][j] -= a[i][k] * a[k][j];\n";
    EXPECT_FALSE(readsPrivateMemory(nestOverArray(7, elimination)));
    EXPECT_TRUE(readsPrivateMemory(nestOverArray(8, elimination)));
    const std::string substitution = "for (int i = 1; i < SIZE; ++i)\n"
                                     "  for (int j = 0; j < i; ++j) a[0][i] -= a[i][j] * a[0][j];\n";
    EXPECT_FALSE(readsPrivateMemory(nestOverArray(16, substitution)));
}

TEST(NestsOverArrays, OfKnownTripsMayBeLarger) {
    const std::string product = "float b[SIZE][SIZE];\n"
                                "for (int i = 0; i < SIZE; ++i)\n"
                                "  for (int j = 0; j < SIZE; ++j) {\n"
                                "    b[i][j] = 0.0f;\n"
                                "    for (int k = 0; k < SIZE; ++k) b[i][j] += a[i][k] * a[k][j];\n"
                                "  }\n"
                                "for (int i = 0; i < SIZE; ++i)\n"
                                "  for (int j = 0; j < SIZE; ++j) a[i][j] = b[i][j];\n";
    EXPECT_FALSE(readsPrivateMemory(nestOverArray(10, product)));
    EXPECT_TRUE(readsPrivateMemory(nestOverArray(16, product)));
}

// What bench/device/uneven-nests.toml shows of loops of 4, 7 and 11 trips, by how much the loop within does.
TEST(UnevenNests, AreUnrolledWhereTheirCopiesAreSmall) {
    const auto loops = [](int trips, const std::string& within) {
        const Pdg pdg = compiled(
            "__kernel void k(__global const float* restrict a, __global float* restrict out, int n) {\n"
            "    __local float t[64];\n"
            "    float sum = 0.0f;\n"
            "    for (int row = 1; row < TRIPS; ++row)\n        " +
                within + "\n    out[get_global_id(0)] = sum;\n}\n",
            "-DTRIPS=" + std::to_string(trips));
        return std::count_if(pdg.regions.begin(), pdg.regions.end(),
                             [](const auto& region) { return region.kind == Region::Kind::LoopBody; });
    };
    const std::string loads = "for (int j = 0; j < row; ++j) sum += a[row * TRIPS + j + n * 8];";
    const std::string sums = "for (int j = 0; j < row; ++j) sum = sum * 0.5f + (float)(j + n);";
    EXPECT_EQ(loops(5, loads), 0);
    EXPECT_EQ(loops(8, loads), 2);
    EXPECT_EQ(loops(8, sums), 0);
    EXPECT_EQ(loops(12, sums), 2);
    // Loops of the library's are left alone, and those around them see no loop.
    const std::string copies = "{ event_t e = async_work_group_copy(t, a + row * 64, 64, 0);\n"
                               "  wait_group_events(1, &e); sum += t[0]; }";
    EXPECT_EQ(loops(8, copies), 7);
    EXPECT_EQ(loops(8, "#pragma unroll\n" + loads), 1) << "the loop within is copies with exits";
}

Pdg sumAlongARow(const std::string& counter, const std::string& body) {
    return compiled("__kernel void k(__global const float* in, __global float* out, " + counter + " columns, " +
                    counter + " pitch) {\n" + "    const " + counter + " row = get_group_id(0);\n" +
                    "    const " + counter + " item = get_local_id(0);\n    float sum = 0.0f;\n    " + body +
                    "\n    out[get_local_id(0)] = sum;\n}\n");
}

// A pointer goes along with a signed counter, by its two words; one that may wrap makes each address anew.
TEST(UnsignedCounters, HaveNoPointerBesideThem) {
    const std::string body = "for (COUNTER c = item; c < columns; c += 64) sum += in[row * pitch + c];";
    const auto withType = [&](const std::string& type) {
        std::string text = body;
        return sumAlongARow(type, text.replace(text.find("COUNTER"), 7, type));
    };
    EXPECT_EQ(operations(withType("int"), OperationClass::IndexedAddress, true), 0);
    EXPECT_EQ(operations(withType("int"), OperationClass::LongAdd, true), 1);
    EXPECT_EQ(operations(withType("uint"), OperationClass::IndexedAddress, true), 1);
    EXPECT_EQ(operations(withType("uint"), OperationClass::LongAdd, true), 0);
}

// IADD3 and IMAD.X, then LEA and LEA.HI.X.
TEST(PointersWithAnIndex, AreIndexedByTheSumOfBoth) {
    const Pdg pdg = sumAlongARow("uint", "__global const float* from = in + row * pitch;\n"
                                         "for (uint c = item; c < columns; c += 64) sum += from[c];");
    EXPECT_EQ(operations(pdg, OperationClass::IndexedAddress, true), 0);
    EXPECT_EQ(operations(pdg, OperationClass::LongAdd, true), 2);
}

// What the loop computes or loads lands in its register; what it hands on is moved.
TEST(Queues, AreMovedAtTheEndOfAnIteration) {
    const Pdg pdg = sumAlongARow("int", "float a = in[0], b = in[1], c = in[2];\n"
                                        "#pragma unroll 1\n"
                                        "for (int i = 3; i < columns; ++i) {\n"
                                        "    sum += a * c - b;\n"
                                        "    a = b;\n    b = c;\n    c = sum * in[i * 2];\n"
                                        "}");
    EXPECT_EQ(operations(pdg, OperationClass::Move, true), 2);
}

// Functions of values that do not change in a loop are computed once, ahead of it.
TEST(FunctionsOfValues, LeaveLoops) {
    const Pdg same = sumAlongARow("int", "for (int i = 0; i < columns; ++i) sum += sqrt(in[5]) * in[i];");
    EXPECT_EQ(operations(same, OperationClass::SquareRoot), 1);
    EXPECT_EQ(operations(same, OperationClass::SquareRoot, true), 0);
    const Pdg each = sumAlongARow("int", "for (int i = 0; i < columns; ++i) sum += sqrt(in[i]) * in[5];");
    EXPECT_EQ(operations(each, OperationClass::SquareRoot, true), 1);
}

// The inner loop's trips are known once the outer one is unrolled: until then it is not unrolled as one whose
// trips are not known, and the array lives in registers.
TEST(LoopsThatAreAskedToUnroll, WaitForTheOnesAroundThem) {
    const Pdg pdg = nestOverArray(4, "#pragma unroll\n"
                                     "for (int k = 0; k < SIZE; ++k) {\n"
                                     "  const int left = SIZE - k;\n"
                                     "  #pragma unroll\n"
                                     "  for (int i = left / 2; i < left - 1; ++i)\n"
                                     "    a[0][left - 1] = max(a[0][i], a[0][left - 1]);\n"
                                     "}\n");
    EXPECT_FALSE(readsPrivateMemory(pdg));
    EXPECT_TRUE(pdg.loops.empty());
}

TEST(GuardedLoads, StartFromTheirConstant) {
    const auto text = [](const std::string& value) { return "if (item < columns) sum = " + value + ";"; };
    const Pdg guarded = sumAlongARow("int", text("in[item]"));
    const Pdg always = sumAlongARow("int", "sum = in[item];");
    EXPECT_EQ(operations(guarded, OperationClass::Move), operations(always, OperationClass::Move) + 1);
}

/// Loads of a kernel, within loops and ahead of them.
struct Loads {
    int inLoops = 0, ahead = 0;
    bool operator==(const Loads&) const = default;
};

Loads loadsOf(const std::string& parameters, const std::string& body) {
    const Pdg pdg = compiled("__kernel void k(" + parameters + ") {\n" + body + "}\n");
    Loads loads;
    for (const auto& access : pdg.accesses) {
        if (access.kind != AccessKind::Load) continue;
        const bool inLoop = pdg.regions[pdg.statements[access.statement].region].kind == Region::Kind::LoopBody;
        ++(inLoop ? loads.inLoops : loads.ahead);
    }
    return loads;
}

// Machine code of samples/field/private_arrays: 2.5 loads an iteration for 16 sums over y[j + k], not 17.
TEST(LoadsThatComeBack, AreCarriedToTheNextIteration) {
    const std::string sums =
        "float s = 0;\n"
        "for (int j = 0; j < m; ++j) s += y[j] + 2 * y[j + 1] + 3 * y[j + 2] + 4 * y[j + 3];\n"
        "out[get_global_id(0)] = s;\n";
    EXPECT_EQ(loadsOf("__global const float* y, __global float* out, int m", sums), (Loads{1, 3}));
    const std::string rows = "float s = 0;\nconst int x = get_global_id(0);\n"
                             "for (int j = 1; j < m; ++j)\n"
                             "    s += y[(j - 1) * w + x] - 2 * y[j * w + x] + y[(j + 1) * w + x];\n"
                             "out[x] = s;\n";
    EXPECT_EQ(loadsOf("__global const float* y, __global float* out, int m, int w", rows), (Loads{1, 2}));
    const std::string everyOther =
        "float s = 0;\n"
        "for (int j = 0; j < m; ++j) s += y[2 * j] + 2 * y[2 * j + 1] + 3 * y[2 * j + 2];\n"
        "out[get_global_id(0)] = s;\n";
    EXPECT_EQ(loadsOf("__global const float* y, __global float* out, int m", everyOther), (Loads{2, 1}));
}

TEST(LoadsThatComeBack, AreMadeAgainWhereMemoryMayHaveChanged) {
    const std::string running = "for (int j = 0; j < m; ++j) out[j] = y[j] + y[j + 1];\n";
    EXPECT_EQ(loadsOf("__global const float* y, __global float* out, int m", running), (Loads{2, 0}));
    EXPECT_EQ(loadsOf("__global const float* restrict y, __global float* restrict out, int m", running),
              (Loads{1, 1}));
    const std::string shared = "__local float t[256];\nfloat s = 0;\nconst int i = get_local_id(0);\n"
                               "for (int j = 0; j < m; ++j) {\n"
                               "    t[i] = s;\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "    s += t[j] + t[j + 1];\n    barrier(CLK_LOCAL_MEM_FENCE);\n}\n"
                               "out[get_global_id(0)] = s;\n";
    EXPECT_EQ(loadsOf("__global float* out, int m", shared), (Loads{2, 0}));
}

TEST(LoadsThatComeBack, AreMadeWhereBranchesHangOnThem) {
    const std::string heads = "int s = 0;\n"
                              "for (int j = 0; j < m; ++j)\n"
                              "    if (y[j] != y[j + 1]) { out[s] = j; ++s; }\n";
    EXPECT_EQ(loadsOf("__global const int* restrict y, __global int* restrict out, int m", heads),
              (Loads{2, 0}));
}

} // namespace
} // namespace warpstring::frontend
