// SPDX-License-Identifier: GPL-3.0-or-later
// Quotient and remainder of the same operands are one division.
#include <algorithm>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

int count(const Pdg& pdg, std::initializer_list<OperationClass> operations) {
    int sum = 0;
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Compute &&
            std::ranges::find(operations, statement.operation) != operations.end())
            sum += statement.count;
    return sum;
}

Pdg kernel(const std::string& type, const std::string& statements, int addressBits = 64) {
    auto pdg =
        buildPdg({"k.cl", "__kernel void k(__global " + type + "* a, " + type + " n, " + type +
                              " m) {\n  const " + type + " i = get_global_id(0);\n" + statements + "}\n"},
                 "k", {"", addressBits, false});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]);
    return {};
}

int wholeDivisions(const Pdg& pdg) {
    return count(pdg, {OperationClass::IntegerDivide, OperationClass::IntegerRemainder});
}

TEST(Divisions, TakeOneForQuotientAndRemainder) {
    for (const char* type : {"int", "uint"}) {
        const Pdg both = kernel(type, "  a[i] = a[i / n] + a[i % n];\n");
        EXPECT_EQ(wholeDivisions(both), 1) << type;
        const Pdg other = kernel(type, "  a[i % n] = i / n;\n");
        EXPECT_EQ(wholeDivisions(other), 1) << type << ", whichever comes first";
        EXPECT_EQ(wholeDivisions(kernel(type, "  a[i] = a[i / n] + a[i % m];\n")), 2) << type;
    }
    const Pdg wide = kernel("ulong", "  a[i] = a[0] / n + a[0] % n;\n");
    EXPECT_EQ(count(wide, {OperationClass::LongDivide, OperationClass::LongRemainder}), 1);
    EXPECT_EQ(count(wide, {OperationClass::LongMultiply}), 1);
}

TEST(Divisions, OfOtherSignsOrElsewhereShareNothing) {
    EXPECT_EQ(wholeDivisions(kernel("int", "  a[i] = a[i / n] + a[(uint)i % (uint)n];\n")), 2);
    EXPECT_EQ(wholeDivisions(kernel("uint", "  if (a[i] > 3) a[i] = i / n; else a[i] = i % n;\n")), 2)
        << "neither is made wherever the other is";
}

TEST(Divisions, OfDevicesWith32BitAddressesShareNothing) {
    EXPECT_EQ(wholeDivisions(kernel("uint", "  a[i] = a[i / n] + a[i % n];\n", 32)), 2);
}

TEST(Divisions, WaitForWhatTheyShare) {
    const Pdg pdg = kernel("uint", "  a[i] = i / n;\n  a[i + 7] = i % n;\n");
    const Statement *whole = nullptr, *rest = nullptr;
    for (const auto& statement : pdg.statements) {
        if (statement.kind != StatementKind::Compute) continue;
        if (statement.operation == OperationClass::IntegerDivide) whole = &statement;
        if (statement.operation == OperationClass::IntegerMad) rest = &statement;
    }
    ASSERT_NE(whole, nullptr);
    ASSERT_NE(rest, nullptr);
    EXPECT_NE(std::ranges::find(rest->data, whole->id), rest->data.end());
}

} // namespace
} // namespace warpstring::frontend
