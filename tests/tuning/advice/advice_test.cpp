// SPDX-License-Identifier: GPL-3.0-or-later
// What is taken out of a simulation leaves the time of the kernel that never had it.
#include "tuning/advice/advice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "tests/tuning/advice/advised.h"
#include "tuning/advice/variation.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;
using advice::CauseKind;

const NDRange many{1, {1 << 20, 1, 1}, {256, 1, 1}};

void expectNear(double one, double other, double fraction, const std::string& what) {
    EXPECT_NEAR(one, other, fraction * std::max(one, other)) << what;
}

TEST(Advice, NothingTakenOutIsTheTimeItself) {
    for (const auto* spec : {"nvidia-h200", "geforce-8800-gtx"})
        for (const auto& file :
             {"scan/scan-init.toml", "matmul/matmul-tiled.toml", "fft/fft-shared-radix4.toml"}) {
            const Advised advised(subject(sample(file).front()), device(spec));
            const auto situation = advised.situation();
            const auto again = counterfactualTimeUs(situation.pdg, situation.launch, situation.simulation,
                                                    without(situation, {}), {});
            ASSERT_TRUE(again);
            EXPECT_DOUBLE_EQ(*again, advised.timeUs()) << spec << ' ' << file;
        }
}

std::string localKernel(const std::string& index) {
    return "kernel void k(global const float* a, global float* b) {\n"
           "  local float t[8192]; int i = get_local_id(0); float s = 0;\n"
           "  t[i] = a[i];\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  for (int j = 0; j < 64; ++j) { s += t[" +
           index +
           "]; s = s * 0.5f; }\n"
           "  b[get_global_id(0)] = s; }";
}

TEST(Advice, WithoutConflictsIsTheKernelWithoutThem) {
    for (const auto* spec : {"nvidia-h200", "geforce-8800-gtx"}) {
        const HardwareSpec& on = device(spec);
        if (on.occupancy.sharedBytesPerGroup < 40000 && on.hasPipes()) continue;
        const auto kernel = [&](const std::string& index) {
            std::string text = localKernel(index);
            if (on.occupancy.sharedBytesPerGroup < 40000) text.replace(text.find("8192"), 4, "3000");
            return text;
        };
        const Advised conflicts(kernel("i * 8 + j"), many, on), none(kernel("i + j * 8"), many, on);
        ASSERT_GT(conflicts.timeUs(), 1.3 * none.timeUs()) << spec;
        const auto without = conflicts.timeWithout(CauseKind::BankConflicts);
        ASSERT_TRUE(without) << spec;
        expectNear(*without, none.timeUs(), 0.05, spec);
    }
}

TEST(Advice, CoalescedIsTheCopy) {
    const auto kernel = [](const std::string& index) {
        return "kernel void k(global const float* a, global float* b) {\n"
               "  int i = get_global_id(0), n = get_global_size(0);\n"
               "  b[i] = a[" +
               index + "]; }";
    };
    // Bit reversal within 2^16 keeps the bytes that are read, and spreads the lanes of a warp.
    const Advised scattered(kernel("((i & 31) << 11) | ((i & 65535) >> 5)"), many),
        copy(kernel("i & 65535"), many);
    ASSERT_GT(scattered.timeUs(), 1.15 * copy.timeUs());
    const auto without = scattered.timeWithout(CauseKind::ScatteredAccess);
    ASSERT_TRUE(without);
    expectNear(*without, copy.timeUs(), 0.1, "read");
}

TEST(Advice, WithoutDivergenceWholeWarpsGoEitherWay) {
    const auto kernel = [](const std::string& condition) {
        return "kernel void k(global const float* a, global float* b) {\n"
               "  int i = get_global_id(0); float x = a[i & 65535];\n"
               "  if (" +
               condition +
               ") { for (int j = 0; j < 200; ++j) x = x * x + 0.3f; }\n"
               "  else { for (int j = 0; j < 200; ++j) x = x * 0.7f - x * x; }\n"
               "  b[i & 65535] = x; }";
    };
    const Advised divergent(kernel("i & 1"), many), whole(kernel("i & 32"), many);
    ASSERT_GT(divergent.timeUs(), 1.3 * whole.timeUs());
    const auto without = divergent.timeWithout(CauseKind::Divergence);
    ASSERT_TRUE(without);
    expectNear(*without, whole.timeUs(), 0.08, "either way");
    EXPECT_FALSE(whole.timeWithout(CauseKind::Divergence));
}

std::string chainKernel(const std::string& trips) {
    return "kernel void k(global const float* a, global float* b) {\n"
           "  int i = get_global_id(0); float x = a[i & 65535];\n"
           "  for (int j = 0; j < " +
           trips +
           "; ++j) { x = x * x + 0.3f; x = x * 0.9f - 0.1f; }\n"
           "  b[i & 65535] = x; }";
}

TEST(Advice, WithoutDivergenceOfTripsWarpsMakeTheMeanOfThem) {
    const Advised divergent(chainKernel("(i & 31) * 8 + 8"), many),
        mean(chainKernel("((i >> 28) & 31) * 8 + 136"), many);
    ASSERT_GT(divergent.timeUs(), 1.2 * mean.timeUs());
    const auto without = divergent.timeWithout(CauseKind::Divergence);
    ASSERT_TRUE(without);
    expectNear(*without, mean.timeUs(), 0.1, "trips");
}

TEST(Advice, WithoutLimitsOfOccupancyAsManyGroupsAreThere) {
    const auto kernel = [](const std::string& size) {
        return "kernel void k(global const float* a, global float* b) {\n"
               "  local float t[" +
               size +
               "]; int i = get_local_id(0), g = get_group_id(0);\n"
               "  t[i] = a[(g * 256 + i) & 65535];\n"
               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
               "  float s = 0;\n"
               "  for (int j = 0; j < 40; ++j) s = s * 0.5f + a[(g * 977 + j * 4096 + i + (int)s) & 65535];\n"
               "  b[(g * 256 + i) & 65535] = s + t[255 - i]; }";
    };
    const Advised limited(kernel("12000"), many), free(kernel("256"), many);
    ASSERT_GT(limited.timeUs(), 1.3 * free.timeUs());
    const auto without = limited.timeWithout(CauseKind::LocalMemoryLimit);
    ASSERT_TRUE(without);
    EXPECT_LT(*without, 0.9 * limited.timeUs());
    EXPECT_FALSE(free.timeWithout(CauseKind::LocalMemoryLimit));
}

TEST(Advice, GroupsAlikeHaveTheWorkOfTheMeanOne) {
    // 528 groups: four for each multiprocessor of the device.
    const NDRange range{1, {528UL * 256, 1, 1}, {256, 1, 1}};
    const Advised uneven(chainKernel("(get_group_id(0) == 7 ? 60000 : 400)"), range),
        alike(chainKernel("(get_group_id(0) < 4000 ? 513 : 512)"), range);
    ASSERT_GT(uneven.timeUs(), 4 * alike.timeUs());
    const auto without = uneven.timeWithout(CauseKind::UnevenGroups);
    ASSERT_TRUE(without);
    expectNear(*without, alike.timeUs(), 0.2, "alike");
}

TEST(Advice, FullWavesCostNoMoreThanTheirGroups) {
    const std::string kernel = chainKernel("2000");
    // Eight groups of 256 fit a multiprocessor of 132: one more group than two waves.
    const std::uint64_t waves = 2UL * 8 * 132;
    const Advised full(kernel, {1, {waves * 256, 1, 1}, {256, 1, 1}}),
        more(kernel, {1, {(waves + 1) * 256, 1, 1}, {256, 1, 1}});
    ASSERT_GT(more.timeUs(), 1.03 * full.timeUs());
    const auto without = more.timeWithout(CauseKind::Tail);
    ASSERT_TRUE(without);
    expectNear(*without, full.timeUs(), 0.04, "full");
}

TEST(Advice, ACheapRemainderIsTheKernelWithout) {
    const auto kernel = [](const std::string& what) {
        return "kernel void k(global const int* a, global int* b, int n) {\n"
               "  int i = get_global_id(0); int x = a[i & 65535];\n"
               "  for (int j = 0; j < 64; ++j) x = (x * 5 + j) " +
               what +
               " n;\n"
               "  b[i & 65535] = x; }";
    };
    const Advised costly(kernel("%"), many), cheap(kernel("&"), many);
    ASSERT_GT(costly.timeUs(), 3 * cheap.timeUs());
    const auto without = costly.timeWithout(CauseKind::CostlyOperation);
    ASSERT_TRUE(without);
    expectNear(*without, cheap.timeUs(), 0.15, "remainder");
}

TEST(Advice, WithoutABarrierNobodyWaits) {
    const auto kernel = [](const std::string& barrier) {
        return "kernel void k(global const float* a, global float* b) {\n"
               "  local float t[256]; int i = get_local_id(0); float s = a[i];\n"
               "  for (int j = 0; j < 100; ++j) {\n"
               "    t[i] = s;\n"
               "    " +
               barrier +
               "\n"
               "    s = s * 0.5f + t[i];\n"
               "  }\n"
               "  b[get_global_id(0) & 65535] = s; }";
    };
    const Advised with(kernel("barrier(CLK_LOCAL_MEM_FENCE);"), {1, {132UL * 256, 1, 1}, {256, 1, 1}});
    const auto without = with.timeWithout(CauseKind::Barrier);
    ASSERT_TRUE(without);
    EXPECT_LT(*without, 0.9 * with.timeUs());
}

TEST(Advice, OfConflictsBeforeLatencyTheFirstIsTold) {
    const auto advice = Advised(localKernel("i * 8 + j"), many).advice();
    ASSERT_FALSE(advice.findings.empty());
    ASSERT_NE(advice.foremost(), nullptr);
    EXPECT_EQ(advice.foremost()->kind, CauseKind::BankConflicts);
    for (std::size_t i = 1; i < advice.findings.size(); ++i)
        EXPECT_GE(advice.findings[i - 1].gain, advice.findings[i].gain);
    for (const auto& finding : advice.findings) {
        EXPECT_NEAR(finding.gain, 1 - finding.timeUs / advice.timeUs, 1e-12);
        EXPECT_FALSE(finding.parts.empty());
    }
}

TEST(Advice, BelowTheErrorIsNoAdvice) {
    const Advised advised(localKernel("i * 8 + j"), many);
    advice::AdviceOptions options;
    options.ratioError = 3; // ratios are off by twenty
    const auto advice = advise(advised.situation(), options);
    EXPECT_EQ(advice.foremost(), nullptr);
    for (const auto& finding : advice.findings) EXPECT_TRUE(finding.remedies.empty());
}

TEST(Advice, ThreadsChangeNothing) {
    const Advised advised(subject(sample("scan/scan-div.toml").front()));
    advice::AdviceOptions options;
    options.threads = 4;
    const auto one = advise(advised.situation()), four = advise(advised.situation(), options);
    ASSERT_EQ(one.findings.size(), four.findings.size());
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
        EXPECT_EQ(one.findings[i].kind, four.findings[i].kind);
        EXPECT_DOUBLE_EQ(one.findings[i].timeUs, four.findings[i].timeUs);
    }
    EXPECT_EQ(one.simulations, four.simulations);
}

TEST(Advice, StopsWhenItIsTold) {
    const Advised advised(subject(sample("scan/scan-div.toml").front()));
    std::atomic<bool> interrupted{true};
    const Cancellation cancellation(&interrupted);
    advice::AdviceOptions options;
    options.simulation.cancellation = &cancellation;
    EXPECT_FALSE(advise(advised.situation(), options).isComplete);
}

} // namespace
