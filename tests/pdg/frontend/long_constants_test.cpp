// SPDX-License-Identifier: GPL-3.0-or-later
// Constants of double precision that machine instructions do not hold.
#include <string>

#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

/// Long constants of a kernel with those statements on a double `x` and an argument `p`.
int longConstants(const std::string& statements) {
    auto pdg = buildPdg({"k.cl", "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                                 "__kernel void k(__global double* a, double p, int n) {\n"
                                 "  double x = a[get_global_id(0)];\n" +
                                     statements + "  a[get_global_id(0)] = x;\n}\n"},
                        "k", {"", 64, false});
    if (!pdg.ok()) {
        ADD_FAILURE() << toText(pdg.diagnostics()[0]);
        return -1;
    }
    int sum = 0;
    for (const auto& statement : pdg->statements) sum += statement.longConstants;
    return sum;
}

TEST(LongConstants, AreThoseWhoseLowerHalfIsNotZero) {
    EXPECT_EQ(longConstants("x = x * 0.3 + p;\n"), 1) << "of a product that the sum takes in";
    EXPECT_EQ(longConstants("x = x * p + 0.3;\n"), 1);
    EXPECT_EQ(longConstants("x = x * 0.5 + 1.25;\n"), 0);
    EXPECT_EQ(longConstants("x = fma(x, 0.3, 0.7);\n"), 2);
    EXPECT_EQ(longConstants("if (x < 0.1) x = 2.0 * p;\n"), 1);
}

TEST(LongConstants, AreBroughtOnceInABlock) {
    EXPECT_EQ(longConstants("x = (x + 0.3) * p; x = (x + 0.3) * p;\n"), 1);
    EXPECT_EQ(longConstants("x = (x + 0.3) * p; x = (x - 0.3) * p;\n"), 1) << "negated where it is used";
    EXPECT_EQ(longConstants("x = (x + 0.3) * p; x = (x + 0.7) * p;\n"), 2);
    EXPECT_EQ(longConstants("x += 0.3; for (int k = 0; k < n; ++k) x = x * x + 0.3;\n"), 2)
        << "no loop keeps one";
}

TEST(LongConstants, OfVectorsAreEachComponents) {
    EXPECT_EQ(longConstants("double2 v = (double2)(x, p) * (double2)(0.3, 0.7); x = v.x + v.y;\n"), 2);
    EXPECT_EQ(longConstants("double2 v = (double2)(x, p) * 0.3; x = v.x + v.y;\n"), 1);
}

} // namespace
} // namespace warpstring::frontend
