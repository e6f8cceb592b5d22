// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel's statements are to a GPU: builtins with bodies, accesses as wide as their alignment, addresses
// a constant apart, operations that vanish into others.
#include <algorithm>
#include <ostream>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

Pdg buildView(const std::string& text, const std::string& options = "") {
    auto pdg = buildPdg({"k.cl", text}, "k", {options, 64, false});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]);
    return {};
}

/// Accesses to memory of one kind, with their bytes.
std::multiset<int> widths(const Pdg& pdg, AccessKind kind, MemorySpace space = MemorySpace::Global) {
    std::multiset<int> found;
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Memory)
            if (const auto& access = pdg.accesses[statement.access];
                access.kind == kind && access.space == space)
                found.insert(access.bytes);
    return found;
}

using Widths = std::multiset<int>;

int count(const Pdg& pdg, OperationClass operation, bool alone = false) {
    int sum = 0;
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Compute && statement.operation == operation &&
            !(alone && statement.fusedInto != none))
            sum += statement.count;
    return sum;
}

bool allLocated(const Pdg& pdg) {
    return std::all_of(pdg.accesses.begin(), pdg.accesses.end(),
                       [](const MemoryAccess& access) { return static_cast<bool>(access.offset); });
}

TEST(VectorAccess, OfElementsIsAsManyAccesses) {
    const Pdg pdg = buildView("__kernel void k(__global const float* a, __global float* b) {\n"
                              "    vstore4(2.0f * vload4(get_global_id(0), a), get_global_id(0), b);\n"
                              "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Load), (Widths{4, 4, 4, 4}));
    EXPECT_EQ(widths(pdg, AccessKind::Store), (Widths{4, 4, 4, 4}));
    EXPECT_TRUE(allLocated(pdg));
}

TEST(VectorAccess, OfAVectorIsOne) {
    const Pdg pdg = buildView("__kernel void k(__global const float4* a, __global float4* b) {\n"
                              "    b[get_global_id(0)] = 2.0f * a[get_global_id(0)];\n"
                              "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Load), Widths{16});
    EXPECT_EQ(widths(pdg, AccessKind::Store), Widths{16});
    EXPECT_EQ(count(pdg, OperationClass::FloatMultiply), 4);
}

TEST(VectorAccess, IsNoWiderThanAnInstruction) {
    const Pdg pdg = buildView("__kernel void k(__global const float8* a, __global float8* b) {\n"
                              "    b[get_global_id(0)] = a[get_global_id(0)];\n"
                              "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Load), (Widths{16, 16}));
    EXPECT_EQ(widths(pdg, AccessKind::Store), (Widths{16, 16}));
}

TEST(VectorAccess, IsWideWhereAlignmentIsProven) {
    const Pdg pdg = buildView("__kernel void k(__global float4* b) {\n"
                              "    __local float t[256] __attribute__((aligned(16)));\n"
                              "    t[get_local_id(0)] = 1.0f;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    b[get_global_id(0)] = vload4(get_local_id(0), t) + vload4(0, t + 1);\n"
                              "}\n");
    const auto loads = widths(pdg, AccessKind::Load, MemorySpace::Shared);
    EXPECT_EQ(loads.count(16), 1u) << "element 4 i of an aligned array";
    EXPECT_EQ(loads.count(4), 4u) << "element 1 is not";
}

// Vectors of PTX have four elements, however small they are.
TEST(VectorAccess, HasNoMoreThanFourElements) {
    const Pdg pdg =
        buildView("__kernel void k(__global const uchar16* a, __global ushort8* b, __global uchar4* c) {\n"
                  "    const uchar16 x = a[get_global_id(0)];\n"
                  "    b[get_global_id(0)] = convert_ushort8(x.lo);\n"
                  "    c[get_global_id(0)] = x.hi.lo + x.hi.hi;\n"
                  "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Load), (Widths{4, 4, 4, 4}));
    EXPECT_EQ(widths(pdg, AccessKind::Store), (Widths{4, 8, 8}));
}

TEST(VectorAccess, OfThreeIsTwoAndOneWhereAligned) {
    const Pdg pdg = buildView("__kernel void k(__global const float3* a, __global float* b) {\n"
                              "    vstore3(a[get_global_id(0)], get_global_id(0), b);\n"
                              "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Store), (Widths{4, 4, 4}));
    EXPECT_TRUE(allLocated(pdg));
}

// bench/device/conversions.toml: I2F of S8 and S16 takes the special unit's pipe, all others are like
// additions.
TEST(Conversions, OfSignedBytesAndShortsTakeTheSpecialUnit) {
    const auto special = [](const std::string& from) {
        const Pdg pdg = buildView("__kernel void k(__global const " + from +
                                  "* a, __global float* b) {\n"
                                  "    b[get_global_id(0)] = convert_float(a[get_global_id(0)]);\n"
                                  "}\n");
        return count(pdg, OperationClass::ToInteger);
    };
    for (const auto* from : {"char", "short"}) EXPECT_EQ(special(from), 1) << from;
    for (const auto* from : {"uchar", "ushort", "int", "uint"}) EXPECT_EQ(special(from), 0) << from;
}

TEST(Halves, AreTwoBytesAndAConversion) {
    const Pdg pdg = buildView("__kernel void k(__global const half* a, __global half* b, float f) {\n"
                              "    const size_t i = get_global_id(0);\n"
                              "    vstore_half(vload_half(i, a) * f, i, b);\n"
                              "    vstorea_half4(vloada_half4(i + 512, a) * f, i + 512, b);\n"
                              "    vstore_half2_rtz(vload_half2(i + 900, a) * f, i + 900, b);\n"
                              "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Load), (Widths{2, 2, 2, 8}));
    EXPECT_EQ(widths(pdg, AccessKind::Store), (Widths{2, 2, 2, 8}));
    EXPECT_EQ(count(pdg, OperationClass::Convert), 2 * (1 + 4 + 2) + 1) << "and the reading of the local ID";
    EXPECT_TRUE(allLocated(pdg));
    EXPECT_TRUE(pdg.notes.empty());
}

TEST(VolatilePrivates, AreOrdinaryValues) {
    const std::string text = "__kernel void k(__global const float* a, __global float* b, int n) {\n"
                             "    VOLATILE float sum = 0.0f;\n"
                             "    for (int i = 0; i < n; ++i) sum += a[i];\n"
                             "    b[get_global_id(0)] = sum;\n"
                             "}\n";
    const Pdg pdg = buildView(text, "-DVOLATILE=volatile");
    EXPECT_EQ(pdg.statements.size(), buildView(text, "-DVOLATILE=").statements.size());
    EXPECT_EQ(pdg.privateBytes, 0u);
}

TEST(Ranges, AreMaximaAndMinimaThatAddressesKnow) {
    const Pdg pdg =
        buildView("__kernel void k(__global const uchar* a, __global float4* b, float4 v, int n) {\n"
                  "    const int x = get_global_id(0);\n"
                  "    b[clamp((uint)x, 1u, 7u)] = clamp(v, 0.0f, (float)a[clamp(x - 1, 0, n) + abs(x - 9)]);\n"
                  "}\n");
    EXPECT_TRUE(allLocated(pdg));
    for (const auto& access : pdg.accesses)
        EXPECT_EQ(pdg.exprs.dependence(access.offset) & dataDependence, 0u) << "known for every work-item";
    EXPECT_EQ(count(pdg, OperationClass::IntegerMinMax), 2 + 2 + 1);
    EXPECT_EQ(count(pdg, OperationClass::FloatMinMax), 8);
}

// A barrier, and stores to what might be anything, leave constant memory as it is.
TEST(ConstantMemory, IsLoadedOnce) {
    const Pdg pdg = buildView("__kernel void k(__constant float* c, __global float* b, __global float* d) {\n"
                              "    __local float t[64];\n"
                              "    t[get_local_id(0)] = c[0] * b[get_global_id(0)];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    b[get_global_id(0)] = c[0] + t[0];\n"
                              "    d[get_global_id(0)] = c[0] * t[1];\n"
                              "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Load, MemorySpace::Constant), Widths{4});
}

// A triangle of sums over a private array, too large to be unrolled unless the source asks for it.
TEST(PrivateArrays, OfTrianglesLiveInRegistersWhereTheSourceAsks) {
    const auto triangle = [](const std::string& pragma) {
        return buildView("__kernel void k(__global const float* in, __global float* out, int n) {\n"
                         "    const int own = get_global_id(0);\n    float l[36];\n" +
                         pragma + "\n    for (int i = 0; i < 8; ++i) {\n" + pragma +
                         "\n        for (int j = 0; j <= i; ++j) {\n"
                         "            float sum = in[(i * (i + 1) / 2 + j) * n + own];\n"
                         "            for (int k = 0; k < j; ++k)\n"
                         "                sum -= l[i * (i + 1) / 2 + k] * l[j * (j + 1) / 2 + k];\n"
                         "            l[i * (i + 1) / 2 + j] = sum;\n        }\n    }\n"
                         "    out[own] = l[35];\n}\n");
    };
    const Pdg asked = triangle("#pragma unroll"), left = triangle("");
    EXPECT_EQ(widths(asked, AccessKind::Load, MemorySpace::Private), Widths{});
    EXPECT_NE(widths(left, AccessKind::Load, MemorySpace::Private), Widths{});
}

// Loops that index private arrays are unrolled, though they break or walk in a circle: the arrays are
// registers.
TEST(PrivateArrays, LiveInRegistersWhereTheirLoopsEnd) {
    const Pdg pdg = buildView(
        "__kernel void k(__global const float* a, __global float* b, int m) {\n"
        "    float sums[6][6];\n"
        "    for (int r = 0; r < 6; ++r)\n"
        "        for (int j = 0; j < 6; ++j) sums[r][j] = a[r * 6 + j];\n"
        "    for (int i = 0; i < m; ++i)\n"
        "        for (int r = 0; r < 6; ++r)\n"
        "            for (int j = 0; j < 6; ++j) sums[r][j] += a[i * 36 + r * 6 + j];\n"
        "    for (int r = 0; r < 6; ++r) {\n"
        "        if ((int)get_global_id(0) + r >= m) break;\n"
        "        for (int j = 0; j < 6; ++j)\n"
        "            if (j + (int)get_global_id(1) < m) b[r * m + j] = a[r] * sums[r][j] + b[r * m + j];\n"
        "    }\n"
        "}\n");
    EXPECT_EQ(pdg.privateBytes, 0u);
    const Pdg circle = buildView("__kernel void k(__global const uint* a, __global uint* b) {\n"
                                 "    uint state[5];\n"
                                 "    for (uint i = 0; i < 5; ++i) state[i] = a[i] + get_global_id(0);\n"
                                 "    uint here = 0;\n"
                                 "    for (uint k = 0; k < 60; ++k) {\n"
                                 "        const uint next = here + 1 < 5 ? here + 1 : 0;\n"
                                 "        uint word = state[here] ^ state[next] >> 1;\n"
                                 "        word ^= word << 7 & 0x9d2c5680u;\n"
                                 "        word ^= word << 15 & 0xefc60000u;\n"
                                 "        state[here] = word ^ word >> 18 ^ (word & 1 ? 0x9908b0dfu : 0);\n"
                                 "        b[k * 64 + get_global_id(0)] = word;\n"
                                 "        here = next;\n"
                                 "    }\n"
                                 "}\n");
    EXPECT_EQ(circle.privateBytes, 0u);
    EXPECT_EQ(widths(circle, AccessKind::Store).size(), 60u);
}

// Global and local memory never overlap: what was read of one is kept while the other is written.
TEST(AddressSpaces, DoNotOverlap) {
    const Pdg pdg = buildView("__kernel void k(__global float* a) {\n"
                              "    __local float t[64];\n"
                              "    const int x = get_local_id(0);\n"
                              "    t[x] = a[x];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    a[x] = t[63 - x];\n"
                              "    a[x + 64] = 2.0f * t[63 - x];\n"
                              "    t[x] = a[x + 128];\n"
                              "    a[x + 192] = t[63 - x];\n"
                              "}\n");
    EXPECT_EQ(widths(pdg, AccessKind::Load, MemorySpace::Shared), (Widths{4, 4}))
        << "again where it was written";
    EXPECT_EQ(widths(pdg, AccessKind::Load), (Widths{4, 4}));
}

TEST(AsynchronousCopy, IsALoopOfAllWorkItemsAndABarrier) {
    const Pdg pdg = buildView("__kernel void k(__global const float* a, __global float* b) {\n"
                              "    __local float t[512];\n"
                              "    event_t e = async_work_group_copy(t, a + get_group_id(0) * 512, 512, 0);\n"
                              "    wait_group_events(1, &e);\n"
                              "    b[get_global_id(0)] = t[511 - get_local_id(0)];\n"
                              "}\n");
    ASSERT_EQ(pdg.loops.size(), 1u);
    EXPECT_EQ(widths(pdg, AccessKind::Load), Widths{4});
    EXPECT_EQ(widths(pdg, AccessKind::Store, MemorySpace::Shared), Widths{4});
    EXPECT_TRUE(allLocated(pdg));
    EXPECT_EQ(std::count_if(pdg.statements.begin(), pdg.statements.end(),
                            [](const Statement& s) { return s.kind == StatementKind::Barrier; }),
              1);
    EXPECT_EQ(pdg.statements[pdg.accesses[0].statement].place.at.line, 3);
}

TEST(Collectives, ExchangeThroughLocalMemoryAndBarriers) {
    const Pdg pdg = buildView("__kernel void k(__global float* a) {\n"
                              "    a[get_global_id(0)] = work_group_reduce_add(a[get_global_id(0)]);\n"
                              "}\n",
                              "-cl-std=CL2.0");
    EXPECT_EQ(count(pdg, OperationClass::VoteOrShuffle), 10) << "two sub-groups' worth of five exchanges";
    EXPECT_EQ(count(pdg, OperationClass::FloatAdd), 10);
    EXPECT_EQ(widths(pdg, AccessKind::Store, MemorySpace::Shared), Widths{4});
    EXPECT_EQ(std::count_if(pdg.statements.begin(), pdg.statements.end(),
                            [](const Statement& s) { return s.kind == StatementKind::Barrier; }),
              2);
}

TEST(Contraction, GoesAcrossStatementsUnlessThePragmaForbidsIt) {
    const auto sums = [](const std::string& pragma) {
        const Pdg pdg = buildView(pragma + "__kernel void k(__global float* a, float b, float c) {\n"
                                           "    const float product = a[get_global_id(0)] * b;\n"
                                           "    a[get_global_id(0)] = product + c;\n"
                                           "}\n");
        return std::pair(count(pdg, OperationClass::FloatMad), count(pdg, OperationClass::FloatMultiply));
    };
    EXPECT_EQ(sums(""), std::pair(1, 0));
    EXPECT_EQ(sums("#pragma OPENCL FP_CONTRACT OFF\n"), std::pair(0, 1));
}

// Machine code of kernels grown at random has a product for a division by a constant, which sums take in.
TEST(Division, ByConstantsOfSinglePrecisionIsAProduct) {
    const auto counts = [](const std::string& type, const std::string& value, const std::string& options = "") {
        const Pdg pdg =
            buildView("__kernel void k(__global " + type + "* a, " + type + " b) {\n  const " + type +
                          " x = a[get_global_id(0)];\n  a[get_global_id(0)] = " + value + ";\n}\n",
                      options);
        using enum OperationClass;
        return std::tuple(count(pdg, FloatDivide) + count(pdg, DoubleDivide), count(pdg, FloatMultiply),
                          count(pdg, FloatMad));
    };
    EXPECT_EQ(counts("float", "x / 1.421875f"), std::tuple(0, 1, 0));
    EXPECT_EQ(counts("float", "x / 1.421875f - b"), std::tuple(0, 0, 1));
    EXPECT_EQ(counts("float4", "x / (float4)(3.0f, 5.0f, 7.0f, 9.0f)"), std::tuple(0, 4, 0));
    EXPECT_EQ(counts("float", "x / b"), std::tuple(1, 0, 0));
    EXPECT_EQ(counts("double", "x / 3.0"), std::tuple(1, 0, 0)) << "doubles are divided exactly";
    EXPECT_EQ(counts("float", "x / 1e-39f"), std::tuple(1, 0, 0)) << "the reciprocal is infinite";
    EXPECT_EQ(counts("float", "x / 3.0f", "-cl-fp32-correctly-rounded-divide-sqrt"), std::tuple(1, 0, 0));
}

TEST(Geometry, IsTheArithmeticOfComponents) {
    const Pdg pdg = buildView("__kernel void k(__global const float4* a, __global float* b) {\n"
                              "    const float4 v = a[get_global_id(0)];\n"
                              "    b[get_global_id(0)] = dot(v, v.wzyx) + length(v);\n"
                              "}\n");
    EXPECT_EQ(count(pdg, OperationClass::FloatMad) + count(pdg, OperationClass::FloatMultiply), 9);
    EXPECT_EQ(count(pdg, OperationClass::SquareRoot), 1);
    EXPECT_EQ(count(pdg, OperationClass::NativeDivide), 4) << "by the greatest, so that no square overflows";
}

TEST(Geometry, FastFormsAndNumbersAreNotScaled) {
    const auto divisions = [](const std::string& value) {
        const Pdg pdg = buildView("__kernel void k(__global const float4* a, __global float4* b) {\n"
                                  "    const float4 v = a[get_global_id(0)];\n"
                                  "    b[get_global_id(0)] = " +
                                  value + ";\n}\n");
        return count(pdg, OperationClass::NativeDivide);
    };
    EXPECT_EQ(divisions("fast_length(v)"), 0);
    EXPECT_EQ(divisions("fast_normalize(v)"), 0);
    EXPECT_EQ(divisions("length(v.x)"), 0);
    EXPECT_EQ(divisions("normalize(v)"), 8) << "the length takes four, and so does the result";
    EXPECT_EQ(divisions("distance(v.xy, v.zw)"), 2);
}

TEST(GenericPointers, AreFollowedToTheirAddressSpace) {
    const Pdg pdg = buildView("float first(const float* p) { return p[get_local_id(0)]; }\n"
                              "__kernel void k(__global float* a) { a[get_global_id(0)] = 2.0f * first(a); }\n",
                              "-cl-std=CL2.0");
    EXPECT_EQ(widths(pdg, AccessKind::Load), Widths{4});
    EXPECT_TRUE(pdg.notes.empty());
}

TEST(LongCopy, IsALoopOfWords) {
    const Pdg pdg = buildView("typedef struct { int v[2000]; } block;\n"
                              "__kernel void k(__global const block* a, __global block* b) { *b = *a; }\n");
    ASSERT_EQ(pdg.loops.size(), 1u);
    EXPECT_EQ(pdg.loops[0].constantTrips.value_or(0), 2000u);
    EXPECT_EQ(widths(pdg, AccessKind::Load), Widths{4});
    EXPECT_EQ(widths(pdg, AccessKind::Store), Widths{4});
    EXPECT_TRUE(pdg.notes.empty());
}

TEST(Addresses, AConstantApartAreComputedOnce) {
    const auto loads = [](const std::string& index) {
        std::string sum;
        for (const char* at : {"y - 1", "y", "y + 1"})
            for (const char* by : {"x - 1", "x", "x + 1"})
                sum += " + t[(" + std::string(at) + ") * 40 + " + by + "]";
        return buildView("__kernel void k(__global float* a) {\n"
                         "    __local float t[1600];\n"
                         "    const " +
                         index +
                         " x = get_local_id(0) + 1, y = get_local_id(1) + 1;\n"
                         "    t[y * 40 + x] = 1.0f;\n"
                         "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                         "    a[get_global_id(0)] = 0.0f" +
                         sum +
                         ";\n"
                         "}\n");
    };
    // Of local memory even with unsigned indices, which may wrap: its addresses have as many bits as they.
    for (const char* index : {"int", "uint"}) {
        const Pdg pdg = loads(index);
        EXPECT_EQ(widths(pdg, AccessKind::Load, MemorySpace::Shared).size(), 9u);
        EXPECT_LE(count(pdg, OperationClass::IndexedAddress) + count(pdg, OperationClass::IntegerMad) +
                      count(pdg, OperationClass::IntegerAdd),
                  6)
            << index;
    }
}

/// Operations of a class with 64-bit words for a copy of one element, by the index's declaration.
struct CopyCost {
    int shifts = 0, masks = 0, sums = 0, products = 0;
    friend bool operator==(const CopyCost&, const CopyCost&) = default;
    friend void PrintTo(const CopyCost& cost, std::ostream* out) { // NOLINT(readability-identifier-naming)
        *out << cost.shifts << " shifts, " << cost.masks << " masks, " << cost.sums << " sums, "
             << cost.products << " products";
    }
};

CopyCost copyCost(const std::string& index, const std::string& type = "float") {
    const Pdg pdg = buildView("__kernel void k(__global const " + type + "* restrict a, __global " + type +
                              "* restrict b, uint n, uint width) {\n    " + index +
                              ";\n    if ((uint)i < n) b[i] = a[i];\n}\n");
    return {count(pdg, OperationClass::LongShift), count(pdg, OperationClass::LongLogic),
            count(pdg, OperationClass::LongAdd), count(pdg, OperationClass::IndexedAddress)};
}

// A global ID has 64 bits. Kept as uint it is scaled, cut to 34 bits and added to both buffers: 2 instructions
// each of SHL and SHF.L.U64.HI, of LOP3, of IADD3 and IADD3.X. As int its sign comes with the scaling, and the
// upper word of the ID itself is never made.
TEST(WideIndices, AreCutAtTheAddress) {
    EXPECT_EQ(copyCost("const uint i = get_global_id(0)"), (CopyCost{1, 1, 2 + 1, 0}));
    EXPECT_EQ(copyCost("const int i = get_global_id(0)"), (CopyCost{1, 0, 2, 0}));
    EXPECT_EQ(copyCost("const int i = get_global_id(0)", "uchar"), (CopyCost{0, 0, 2, 0}));
}

// LEA and LEA.HI.X for each buffer.
TEST(WideIndices, AreScaledByTheSumWhereNothingIsCut) {
    EXPECT_EQ(copyCost("const size_t i = get_global_id(0)"), (CopyCost{0, 0, 2 + 1, 0}));
}

// IMAD.WIDE for each buffer: IDs within a group and what is computed in 32 bits have no upper word.
TEST(NarrowIndices, AreProductsOfTheAddress) {
    EXPECT_EQ(copyCost("const uint i = get_local_id(0)"), (CopyCost{0, 0, 0, 2}));
    EXPECT_EQ(copyCost("const size_t i = get_local_id(0)"), (CopyCost{0, 0, 0, 2}));
    EXPECT_EQ(copyCost("const uint i = (uint)get_global_id(1) * width + (uint)get_global_id(0)"),
              (CopyCost{0, 0, 0, 2}));
}

TEST(ThreeInputs, TakeInnerOperationsIn) {
    const Pdg pdg = buildView("__kernel void k(__global const uint* a, __global uint* b) {\n"
                              "    const uint x = a[get_global_id(0)], y = a[get_global_id(0) + 7000];\n"
                              "    const uint z = a[get_global_id(0) + 9000];\n"
                              "    b[get_global_id(0)] = (x & y) ^ (~x & z);\n"
                              "    b[get_global_id(0) + 7000] = x + y + z + 5u;\n"
                              "    b[get_global_id(0) + 9000] = (x << 7) | (x >> 25);\n"
                              "}\n");
    EXPECT_EQ(count(pdg, OperationClass::Logic, true), 1) << "any function of three values";
    EXPECT_EQ(count(pdg, OperationClass::Shift, true), 1) << "a funnel shift";
    int sums = 0;
    for (const auto& statement : pdg.statements)
        if (statement.operation == OperationClass::IntegerAdd && statement.fusedInto == none &&
            statement.place.at.line == 5)
            ++sums;
    EXPECT_EQ(sums, 2) << "four terms";
    for (const auto& statement : pdg.statements)
        if (statement.fusedInto != none) {
            EXPECT_GT(statement.fusedInto, statement.id);
            EXPECT_EQ(pdg.statements[statement.fusedInto].region, statement.region);
        }
}

// `a < b && c < d` is two instructions: the second takes the first one's truth. Long integers take two words.
TEST(ThreeInputs, LetComparisonsCombineTruths) {
    const auto alone = [](const std::string& condition, OperationClass operation) {
        return count(buildView("__kernel void k(__global float* a, int x, int y, int n, long far, "
                               "long further) {\n"
                               "    const int i = get_global_id(0) + x;\n    const float v = a[i];\n"
                               "    a[i] = " +
                               condition + " ? v * 2.0f : v;\n}\n"),
                     operation, true);
    };
    for (const auto* condition : {"i < n && x < y", "(i < n) | (x > y)", "(i < n) & (v < 3.0f) & (x < y)",
                                  "i < n || v > 1.0f || y > 7"}) {
        const std::string text = condition;
        const auto signs =
            std::count(text.begin(), text.end(), '<') + std::count(text.begin(), text.end(), '>');
        EXPECT_EQ(alone(text, OperationClass::IntegerCompare) + alone(text, OperationClass::FloatCompare) +
                      alone(text, OperationClass::Logic),
                  signs)
            << text;
    }
    EXPECT_EQ(alone("(far < 7L) & (further > far)", OperationClass::Logic), 1);
}

TEST(ThreeInputs, LeaveWhatServesOthers) {
    const Pdg pdg = buildView("__kernel void k(__global const uint* a, __global uint* b) {\n"
                              "    const uint x = a[get_global_id(0)], y = a[get_global_id(0) + 7000];\n"
                              "    const uint both = x & y;\n"
                              "    b[get_global_id(0)] = both ^ 77u;\n"
                              "    b[get_global_id(0) + 7000] = both;\n"
                              "}\n");
    EXPECT_EQ(count(pdg, OperationClass::Logic, true), 2);
}

TEST(LongDivision, OfSmallNumbersIsAShortOne) {
    const auto divisions = [](const std::string& type, const std::string& value) {
        const Pdg pdg = buildView("__kernel void k(__global " + type + "* a, " + type +
                                  " n) { a[get_global_id(0)] = " + value + "; }\n");
        return std::pair(count(pdg, OperationClass::IntegerDivide), count(pdg, OperationClass::LongDivide));
    };
    EXPECT_EQ(divisions("ulong", "get_global_id(0) / n"), std::pair(1, 0));
    EXPECT_EQ(divisions("ulong", "a[7] / n"), std::pair(0, 1)) << "64 bits read from memory may be any";
    EXPECT_EQ(divisions("ulong", "a[7] / 10"), std::pair(0, 0)) << "by a constant it is a product";
}

} // namespace
} // namespace warpstring::frontend
