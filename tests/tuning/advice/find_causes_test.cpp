// SPDX-License-Identifier: GPL-3.0-or-later
// Causes are found where they are, with their places, and nowhere else.
#include "tuning/advice/find_causes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tuning/advice/advised.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;
using advice::Cause;
using advice::CauseKind;

std::vector<Cause> causesOf(const std::string& kernel,
                            const NDRange& range = {1, {1 << 16, 1, 1}, {256, 1, 1}}) {
    return findCauses(Advised(kernel, range).situation());
}

std::vector<Cause> ofKind(const std::vector<Cause>& causes, CauseKind kind) {
    std::vector<Cause> found;
    std::copy_if(causes.begin(), causes.end(), std::back_inserter(found),
                 [&](const Cause& cause) { return cause.kind == kind; });
    return found;
}

TEST(FindCauses, ACopyHasNoneOfTheKernelButItsLatencyAndTheDevice) {
    for (const auto& cause : causesOf("kernel void k(global const float* a, global float* b) {\n"
                                      "  b[get_global_id(0)] = a[get_global_id(0)]; }"))
        EXPECT_TRUE(cause.kind == CauseKind::LoadLatency || cause.kind == CauseKind::Tail ||
                    cause.kind == CauseKind::GroupStart || !traits(cause.kind).isOfKernel)
            << traits(cause.kind).word;
}

TEST(FindCauses, BankConflictsByLine) {
    const auto causes = causesOf("kernel void k(global const float* a, global float* b) {\n"
                                 "  local float t[1024]; int i = get_local_id(0);\n"
                                 "  t[i] = a[i];\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  b[get_global_id(0)] = t[(i * 4) & 1023]; }");
    const auto found = ofKind(causes, CauseKind::BankConflicts);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].place.at.line, 5);
    EXPECT_EQ(nameOf(found[0]), "load t, line 5");
}

TEST(FindCauses, CopiesOfAnUnrolledLineAreOne) {
    const auto causes = causesOf("kernel void k(global const float* a, global float* b) {\n"
                                 "  local float t[2048]; int i = get_local_id(0); float s = 0;\n"
                                 "  t[i] = a[i];\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  for (int j = 0; j < 4; ++j)\n"
                                 "    s += t[i * 4 + j];\n"
                                 "  b[get_global_id(0)] = s; }");
    const auto found = ofKind(causes, CauseKind::BankConflicts);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].place.at.line, 6);
    EXPECT_GE(found[0].accesses.size(), 1u);
}

TEST(FindCauses, ScatteredAccessesAndNoOthers) {
    const auto causes = causesOf("kernel void k(global const float* a, global float* b) {\n"
                                 "  int i = get_global_id(0);\n"
                                 "  b[i] = a[(i * 8) & 65535]\n"
                                 "       + a[i]; }");
    const auto found = ofKind(causes, CauseKind::ScatteredAccess);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].place.at.line, 3);
}

TEST(FindCauses, OneWordForAllIsNotScattered) {
    EXPECT_TRUE(ofKind(causesOf("kernel void k(global const float* a, global float* b) {\n"
                                "  b[get_global_id(0)] = a[get_group_id(0)]; }"),
                       CauseKind::ScatteredAccess)
                    .empty());
}

TEST(FindCauses, DivergenceOfConditionsAndOfTrips) {
    const auto causes = causesOf("kernel void k(global const float* a, global float* b) {\n"
                                 "  int i = get_local_id(0); float s = 0;\n"
                                 "  if (i % 2)\n"
                                 "    s = native_sin(a[i]) * a[i + 1];\n"
                                 "  for (int j = 0; j < i; ++j)\n"
                                 "    s = s * 1.5f + a[j];\n"
                                 "  b[get_global_id(0)] = s; }");
    const auto found = ofKind(causes, CauseKind::Divergence);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].place.at.line, 3);
    EXPECT_EQ(found[1].place.at.line, 5);
    EXPECT_EQ(found[1].subject, "the loop's trips");
}

TEST(FindCauses, WholeWarpsDoNotDiverge) {
    EXPECT_TRUE(ofKind(causesOf("kernel void k(global const float* a, global float* b) {\n"
                                "  int i = get_local_id(0); float s = 0;\n"
                                "  if (i < 64) s = native_sin(a[i]) * a[i + 1];\n"
                                "  b[get_global_id(0)] = s; }"),
                       CauseKind::Divergence)
                    .empty());
}

TEST(FindCauses, AChoiceOfBuffersIsNoDivergence) {
    EXPECT_TRUE(
        ofKind(causesOf("kernel void k(global const float* a, global const float* c, global float* b) {\n"
                        "  int i = get_local_id(0);\n"
                        "  b[get_global_id(0)] = (i % 2 ? a : c)[i]; }"),
               CauseKind::Divergence)
            .empty());
}

TEST(FindCauses, ARemainderByAnArgumentIsCostly) {
    const auto causes = causesOf("kernel void k(global const float* a, global float* b, int n) {\n"
                                 "  int i = get_global_id(0);\n"
                                 "  b[i] = a[i % n]; }");
    const auto found = ofKind(causes, CauseKind::CostlyOperation);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].place.at.line, 3);
}

TEST(FindCauses, GroupsThatDiffer) {
    const auto causes =
        causesOf("kernel void k(global const float* a, global float* b) {\n"
                 "  float s = 0;\n"
                 "  for (int j = 0; j < get_group_id(0); ++j) s += a[j * 16 + get_local_id(0)];\n"
                 "  b[get_global_id(0)] = s; }",
                 {1, {1 << 16, 1, 1}, {64, 1, 1}});
    EXPECT_EQ(ofKind(causes, CauseKind::UnevenGroups).size(), 1u);
}

TEST(FindCauses, LocalMemoryThatLimits) {
    const std::string kernel = "kernel void k(global const float* a, global float* b) {\n"
                               "  local float t[6000]; int i = get_local_id(0);\n"
                               "  t[i] = a[i];\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  b[get_global_id(0)] = t[255 - i]; }";
    EXPECT_EQ(ofKind(causesOf(kernel, {1, {1 << 20, 1, 1}, {256, 1, 1}}), CauseKind::LocalMemoryLimit).size(),
              0u)
        << "eight groups of 256 fit";
    const std::string larger =
        kernel.substr(0, kernel.find("6000")) + "12000" + kernel.substr(kernel.find("6000") + 4);
    EXPECT_EQ(ofKind(causesOf(larger, {1, {1 << 20, 1, 1}, {256, 1, 1}}), CauseKind::LocalMemoryLimit).size(),
              1u);
    EXPECT_EQ(ofKind(causesOf(larger, {1, {1 << 15, 1, 1}, {256, 1, 1}}), CauseKind::LocalMemoryLimit).size(),
              0u)
        << "all groups of the launch are resident";
}

} // namespace
