// SPDX-License-Identifier: GPL-3.0-or-later
// What build options, and machines with instructions for more than one operation, leave of arithmetic. The
// figures are those of machine code of bench/device/divisors.toml, functions-float-fast.toml and
// functions-float-flushed.toml.
#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

using Op = OperationClass;
using OperationCounts = std::map<Op, int>;

Pdg builtWith(const std::string& text, const std::string& options = "") {
    auto pdg = buildPdg({"k.cl", text}, "k", {options, 64, false});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]);
    return {};
}

/// Floating-point operations of `x = EXPRESSION` with floats a, b and c.
OperationCounts floatsOf(const std::string& expression, const std::string& options = "") {
    const Pdg pdg = builtWith("__kernel void k(__global const float* in, __global float* out) {\n"
                              "    const int i = get_global_id(0);\n"
                              "    const float a = in[i], b = in[i + 4096], c = in[i + 8192];\n"
                              "    out[i] = " +
                                  expression + ";\n}\n",
                              options);
    OperationCounts counts;
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Compute && statement.operation >= Op::FloatAdd)
            counts[statement.operation] += statement.count;
    return counts;
}

constexpr const char* relaxed = "-cl-fast-relaxed-math";
constexpr const char* withoutDenormals = "-cl-denorms-are-zero";

TEST(Divisions, AreScaledByWhatIsNotKnownOfTheDivisor) {
    EXPECT_EQ(floatsOf("a / b"), (OperationCounts{{Op::FloatDivide, 1}}));
    EXPECT_EQ(floatsOf("1.0f / b"), (OperationCounts{{Op::Reciprocal, 1}}));
    EXPECT_EQ(floatsOf("a / (fabs(b) + 0.5f)"), (OperationCounts{{Op::FloatAdd, 1}, {Op::NativeDivide, 1}}));
    EXPECT_EQ(floatsOf("a / (fabs(b) + fabs(c))"), (OperationCounts{{Op::FloatAdd, 1}, {Op::FloatDivide, 1}}));
    EXPECT_EQ(floatsOf("1.0f / sqrt(b)"), (OperationCounts{{Op::ReciprocalSquareRoot, 1}}));
    EXPECT_EQ(floatsOf("a / sqrt(b)"), (OperationCounts{{Op::SquareRoot, 1}, {Op::FloatDivide, 1}}));
}

TEST(Divisions, ByTheSameDivisorAreProducts) {
    EXPECT_EQ(floatsOf("a / b + c / b"),
              (OperationCounts{{Op::FloatDivide, 1}, {Op::FloatMultiply, 2}, {Op::FloatAdd, 1}}));
    EXPECT_EQ(floatsOf("a / b - sin(c / b)", relaxed).at(Op::SpecialFunction), 1);
    const auto vector = floatsOf("dot((float2)(a, c) / b, (float2)(a, a))");
    EXPECT_EQ(vector.at(Op::FloatDivide), 1) << "all components have the same divisor";
}

TEST(RelaxedMath, TakesTheDevicesOwnFunctions) {
    EXPECT_EQ(floatsOf("sin(a)"), (OperationCounts{{Op::SineCosine, 1}}));
    for (const auto* options : {relaxed, "-cl-unsafe-math-optimizations"}) {
        EXPECT_EQ(floatsOf("sin(a)", options), (OperationCounts{{Op::NativeSineCosine, 1}}));
        EXPECT_EQ(floatsOf("tan(a)", options),
                  (OperationCounts{{Op::NativeSineCosine, 2}, {Op::SpecialFunction, 1}}));
        EXPECT_EQ(floatsOf("exp(a)", options),
                  (OperationCounts{{Op::SpecialFunction, 1}, {Op::FloatMultiply, 1}}));
        EXPECT_EQ(floatsOf("log2(a)", options), (OperationCounts{{Op::SpecialFunction, 1}}));
        EXPECT_EQ(floatsOf("a / b", options),
                  (OperationCounts{{Op::SpecialFunction, 1}, {Op::FloatMultiply, 1}}));
        EXPECT_EQ(floatsOf("powr(a, b)", options), (OperationCounts{{Op::NativePower, 1}}));
        EXPECT_EQ(floatsOf("pow(a, b)", options), (OperationCounts{{Op::Power, 1}})) << "which stays as it is";
    }
    EXPECT_EQ(floatsOf("sin(a)", "-cl-finite-math-only"), (OperationCounts{{Op::SineCosine, 1}}));
    EXPECT_EQ(floatsOf("sin(a)", "-cl-mad-enable"), (OperationCounts{{Op::SineCosine, 1}}));
}

TEST(DenormalValuesAsZero, NeedNoScaling) {
    EXPECT_EQ(floatsOf("rsqrt(a)", withoutDenormals), (OperationCounts{{Op::SpecialFunction, 1}}));
    EXPECT_EQ(floatsOf("1.0f / a", withoutDenormals), (OperationCounts{{Op::SpecialFunction, 1}}));
    EXPECT_EQ(floatsOf("a / b", withoutDenormals), (OperationCounts{{Op::NativeDivide, 1}}));
    EXPECT_EQ(floatsOf("exp(a)", withoutDenormals), (OperationCounts{{Op::Exponential, 1}}));
}

/// Statements that others take in.
int takenIn(const Pdg& pdg, Fusion fusion) {
    return static_cast<int>(
        std::count_if(pdg.statements.begin(), pdg.statements.end(), [&](const auto& statement) {
            return statement.fusedInto != none && statement.fusion == fusion;
        }));
}

Pdg sumOfBytes(const std::string& sum) {
    return builtWith("__kernel void k(__global const char4* p, __global const char4* q, __global int* out) {\n"
                     "    const int i = get_global_id(0);\n"
                     "    const char4 a = p[i], b = q[i];\n"
                     "    out[i] = " +
                     sum + ";\n}\n");
}

int issuedProducts(const Pdg& pdg) {
    int products = 0;
    for (const auto& statement : pdg.statements)
        if (statement.fusedInto == none && statement.place.at.line == 4 &&
            (statement.operation == Op::IntegerMad || statement.operation == Op::IntegerMultiply))
            products += statement.count;
    return products;
}

TEST(ProductsOfBytes, AreOneInstructionWithTheirSum) {
    const std::string dot = "a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w";
    EXPECT_GT(takenIn(sumOfBytes(dot), Fusion::ByteDot), 3);
    EXPECT_EQ(issuedProducts(sumOfBytes(dot)), 1);
    EXPECT_EQ(issuedProducts(sumOfBytes("out[i] + " + dot)), 1) << "which adds to what is there";
    EXPECT_EQ(takenIn(sumOfBytes("a.x * b.x + a.y * b.y + a.z * b.z"), Fusion::ByteDot), 0) << "three bytes";
    EXPECT_EQ(takenIn(sumOfBytes("a.x * b.y + a.y * b.z + a.z * b.w + a.w * b.x"), Fusion::ByteDot), 0)
        << "other places";
}

TEST(SumsOfWhichTheLeastIsTaken, AreOneInstructionWithIt) {
    const auto sums = [](const std::string& value) {
        return takenIn(builtWith("__kernel void k(__global const int* in, __global int* out, int n, int m) {\n"
                                 "    const int i = in[get_local_id(0)];\n"
                                 "    out[get_local_id(0)] = " +
                                 value + ";\n}\n"),
                       Fusion::MinMaxOfSum);
    };
    EXPECT_EQ(sums("min(i + n, m)"), 1);
    EXPECT_EQ(sums("max(i - 3, 0)"), 1);
    EXPECT_EQ(sums("min(max(i + n, 0), m)"), 1);
    EXPECT_EQ(sums("min(i + n + m, m)"), 0) << "a sum of three";
    EXPECT_EQ(sums("min(i * n + m, m)"), 0) << "a product's sum";
    EXPECT_EQ(sums("min(i, m)"), 0);
}

// A table's index that a mask cuts is scaled ahead of it: a shift and a sum in place of one product.
TEST(MaskedIndices, AreScaledAheadOfTheirMask) {
    const auto address = [](const std::string& index) {
        const Pdg pdg = builtWith("__kernel void k(__global const uint* table, __global uint* out, uint i) {\n"
                                  "    const uint j = out[0];\n"
                                  "    out[1] = table[" +
                                  index + "];\n}\n");
        OperationCounts counts;
        for (const auto& statement : pdg.statements)
            if (statement.operation == Op::Shift || statement.operation == Op::LongAdd ||
                statement.operation == Op::IndexedAddress)
                counts[statement.operation] += statement.count;
        return counts;
    };
    EXPECT_EQ(address("j"), (OperationCounts{{Op::IndexedAddress, 1}}));
    EXPECT_EQ(address("j & 63"), (OperationCounts{{Op::Shift, 1}, {Op::LongAdd, 1}}));
    EXPECT_EQ(address("(j >> 3) & 63"), (OperationCounts{{Op::Shift, 1}, {Op::LongAdd, 1}}))
        << "one shift for both";
}

TEST(BuildOptions, OfTheStandardAreUnderstood) {
    for (const auto* option :
         {"-cl-single-precision-constant", "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt",
          "-cl-strict-aliasing", "-cl-uniform-work-group-size", "-cl-no-signed-zeros", "-cl-mad-enable",
          "-cl-unsafe-math-optimizations", "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-opt-disable",
          "-cl-kernel-arg-info", "-w", "-Werror"})
        EXPECT_FALSE(
            builtWith("__kernel void k(__global float* a) { a[0] /= a[1]; }", option).statements.empty())
            << option;
}

} // namespace
} // namespace warpstring::frontend
