// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/strip.h"

#include <gtest/gtest.h>

#include "core/files/launches/launch_sweep.h"
#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/tuning/transform/rewritten.h"
#include "tuning/strip/kept_counts.h"

namespace warpstring::strip {
namespace {

using transform::holds;
using transform::KernelText;
using transform::kernelText;

constexpr const char* launch =
    "global = [64]\nlocal = [16]\n[args]\nn = 64\n"
    "a = { buffer = \"float\", count = 4096 }\nb = { buffer = \"float\", count = 4096 }\n"
    "c = { buffer = \"float\", count = 4096 }\n";

constexpr const char* tiled =
    R"(__kernel void k(__global const float* a, __global const float* b, __global float* c, int n) {
    __local float tile[16];
    int x = get_global_id(0), l = get_local_id(0);
    float sum = 0;
    for (int i = 0; i < n; i += 16) {
        tile[l] = a[i + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 16; ++j) sum += tile[j] * b[(i + j) * 64 + x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[x] = sum;
}
)";

Stripped stripped(const KernelText& text, StripKind kind, std::vector<std::string> names = {}) {
    auto all = strip(text, {kind, std::move(names)});
    EXPECT_TRUE(all) << transform::told(all.diagnostics());
    return all ? all->front() : Stripped{};
}

std::string refusalOf(const std::string& source, StripKind kind, std::vector<std::string> names = {}) {
    const auto all = strip(kernelText(source, launch), {kind, std::move(names)});
    return all ? "" : all.diagnostics().front().code;
}

KeptCounts countsOf(const KernelText& text, const std::vector<std::string>& names) {
    auto sweep = files::LaunchSweep::parse(text.launch, text.launchPath);
    sweep->assumeSource(text.sourcePath);
    const auto of = sweep->at(0);
    const auto spec =
        files::readHardwareSpec(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / "nvidia-h200.toml");
    frontend::BuildOptions options;
    options.addressBits = 64;
    const auto pdg = frontend::buildPdg({"k.cl", text.source}, "k", options);
    const auto counts = keptCounts(*pdg, *of, *spec, names);
    EXPECT_TRUE(counts);
    return *counts;
}

TEST(Strip, MemoryOnlyKeepsLoadsStoresAndWhatLeadsThere) {
    const auto one = stripped(kernelText(tiled, launch), StripKind::MemoryOnly);
    const std::string& source = one.text.source;
    EXPECT_TRUE(holds(source, "strip_float += a[i + l];")) << source;
    EXPECT_TRUE(holds(source, "strip_float += b[(i + j) * 64 + x];")) << source;
    EXPECT_TRUE(holds(source, "c[x] = strip_float;")) << source;
    for (const char* gone : {"tile", "float sum", " sum +=", "barrier"})
        EXPECT_FALSE(holds(source, gone)) << gone;
    EXPECT_EQ(one.kept, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_TRUE(one.notes.empty());
    EXPECT_EQ(one.stem, "k-memory-only");
    // What is loaded after the last store stays alive too, by a store that never happens.
    EXPECT_TRUE(holds(source, "if (strip_sum < as_float(strip_limit)) { // warpstring: kept alive 1"))
        << source;
    EXPECT_TRUE(holds(one.text.launch, "strip_limit = 4286578688")) << one.text.launch;
    EXPECT_TRUE(holds(one.text.launch, "label = \"kept alive 1\"\nweight = 0")) << one.text.launch;
}

TEST(Strip, KeepsTheAccessesThatAreNamed) {
    const auto one = stripped(kernelText(tiled, launch), StripKind::Accesses, {"b"});
    const std::string& source = one.text.source;
    EXPECT_TRUE(holds(source, "strip_float += b[(i + j) * 64 + x];")) << source;
    EXPECT_FALSE(holds(source, "a[i + l]")) << source;
    EXPECT_FALSE(holds(source, "c[x]")) << source;
    // As in the thesis: a store of each work-item to a buffer of its own, as nothing else is stored.
    EXPECT_TRUE(holds(source, "strip_out[get_global_id(0)] = strip_float;")) << source;
    EXPECT_TRUE(holds(one.text.launch, "strip_out = { buffer = \"float\", count = \"64\"")) << one.text.launch;
    EXPECT_FALSE(holds(one.text.launch, "strip_limit"));
    const auto local = stripped(kernelText(tiled, launch), StripKind::Accesses, {"tile"});
    EXPECT_TRUE(holds(local.text.source, "tile[l] = strip_float;")) << local.text.source;
    EXPECT_TRUE(holds(local.text.source, "barrier(CLK_LOCAL_MEM_FENCE)")) << local.text.source;
    EXPECT_EQ(refusalOf(tiled, StripKind::Accesses, {"nothing"}), "strip.unknown-memory");
}

TEST(Strip, OnChipOnlyLoadsUnknownValuesInPlaceOfMemory) {
    const auto one = stripped(kernelText(tiled, launch), StripKind::OnChipOnly);
    const std::string& source = one.text.source;
    EXPECT_TRUE(holds(source, "tile[l] = as_float((strip_bits + 64u) | ((uint)(i + l) & 0x7fffffu));"))
        << source;
    EXPECT_TRUE(holds(source, "sum += tile[j] * as_float((strip_bits + 128u)")) << source;
    EXPECT_TRUE(holds(source, "strip_float += sum;")) << source;
    EXPECT_FALSE(holds(source, "c[x]")) << source;
    EXPECT_TRUE(holds(source, "barrier(CLK_LOCAL_MEM_FENCE)")) << source;
    EXPECT_EQ(one.kept, (std::vector<std::string>{"tile"}));
}

TEST(Strip, CountsAreThoseOfTheOriginal) {
    const KernelText text = kernelText(tiled, launch);
    for (const auto kind : {StripKind::MemoryOnly, StripKind::OnChipOnly}) {
        const auto one = stripped(text, kind);
        const auto before = countsOf(text, one.kept), after = countsOf(one.text, one.kept);
        EXPECT_FALSE(before.bytes.empty());
        EXPECT_TRUE(differences(before, after, kind == StripKind::OnChipOnly).empty())
            << differences(before, after, kind == StripKind::OnChipOnly).front();
        // 64 work-items take 64 elements of b each, or four of a to the tile.
        const bool isMemory = kind == StripKind::MemoryOnly;
        EXPECT_EQ(after.bytes.at(isMemory ? std::pair<std::string, std::string>("b", "loads")
                                          : std::pair<std::string, std::string>("tile", "stores")),
                  isMemory ? 64 * 64 * 4 : 64 * 4 * 4);
        EXPECT_GT(after.floatOperations.value_or(0), 0);
    }
    // A strip that has lost something is found out.
    auto less = countsOf(text, {"a"});
    less.bytes.begin()->second = 4;
    EXPECT_EQ(differences(countsOf(text, {"a"}), less, false).size(), 1U);
}

TEST(Strip, WhatAddressesAndBranchesHangOnStays) {
    const char* source =
        R"(__kernel void k(__global const int* a, __global const float* b, __global float* c, int n) {
    int x = get_global_id(0);
    float sum = 0;
    for (int i = 0; i < a[x]; ++i) sum += b[a[i] % n] * 2;
    c[x] = sum;
}
)";
    const char* integers = "global = [64]\nlocal = [16]\n[args]\nn = 64\na = { buffer = \"int\", count = 64 }\n"
                           "b = { buffer = \"float\", count = 64 }\nc = { buffer = \"float\", count = 64 }\n";
    const auto chip = stripped(kernelText(source, integers), StripKind::OnChipOnly);
    EXPECT_TRUE(holds(chip.text.source, "i < a[x]")) << chip.text.source;
    EXPECT_FALSE(holds(chip.text.source, "b[")) << chip.text.source;
    ASSERT_EQ(chip.notes.size(), 1U);
    EXPECT_EQ(chip.notes.front(), "accesses of \"a\" stay: addresses or branches hang on what they load");
    const auto kept = stripped(kernelText(source, integers), StripKind::Accesses, {"b"});
    EXPECT_TRUE(holds(kept.text.source, "strip_float += b[a[i] % n];")) << kept.text.source;
    EXPECT_EQ(kept.notes.size(), 1U);
}

TEST(Strip, FunctionsThatTheKernelCallsAreStrippedAsWell) {
    const char* source = R"(float row(__global const float* a, int i, float factor) {
    float sum = 0;
    for (int j = 0; j < 8; ++j) sum += a[i * 8 + j] * factor;
    return sum;
}
__kernel void k(__global const float* a, __global const float* b, __global float* c, int n) {
    int x = get_global_id(0);
    c[x] = row(a, x, 2.0f) + row(b, x, 3.0f);
}
)";
    const auto memory = stripped(kernelText(source, launch), StripKind::MemoryOnly);
    EXPECT_TRUE(holds(memory.text.source, "*strip_float += a[i * 8 + j];")) << memory.text.source;
    EXPECT_TRUE(holds(memory.text.source, "strip_row(a, x, 2.F, &strip_float);")) << memory.text.source;
    const auto chip = stripped(kernelText(source, launch), StripKind::OnChipOnly);
    EXPECT_TRUE(holds(chip.text.source, "uint strip_bits")) << chip.text.source;
    // With b alone the function would have to do two things.
    EXPECT_EQ(refusalOf(source, StripKind::Accesses, {"b"}), "strip.mixed-access");
}

TEST(Strip, ConditionsAroundLoadsStay) {
    const char* source =
        R"(__kernel void k(__global const float* a, __global const float* b, __global float* c, int n) {
    int x = get_global_id(0);
    if (x >= n) return;
    float v = x > 3 ? a[x] * 2 : 1.0f;
    if (v > 0.5f) v = -v;
    c[x] = v;
}
)";
    const std::string made = stripped(kernelText(source, launch), StripKind::MemoryOnly).text.source;
    EXPECT_TRUE(holds(made, "if (x > 3) {\n        strip_float += a[x];\n    }")) << made;
    EXPECT_TRUE(holds(made, "return;")) << made;
    EXPECT_FALSE(holds(made, "0.5")) << made;
}

TEST(Strip, LoadsForALoopsOwnConditionAreKeptAlive) {
    const char* source =
        R"(__kernel void k(__global const int* a, __global const int* b, __global int* c, int n) {
    int x = get_global_id(0);
    if (b[x] < 0) return;
    int left = 100, at = x;
    while (left > 0) {
        const int weight = x > 5 ? a[at] : 1;
        left -= weight * b[at];
        at = (at + 1) % n;
    }
    for (int i = a[x]; i > 0 && b[i] < 50; i = a[i]) left += i;
    do left -= 3; while (left > b[left & 15]);
    c[x] = left;
}
)";
    const char* integers = "global = [64]\nlocal = [16]\n[args]\nn = 64\na = { buffer = \"int\", count = 64 }\n"
                           "b = { buffer = \"int\", count = 64 }\nc = { buffer = \"int\", count = 64 }\n";
    const std::string made = stripped(kernelText(source, integers), StripKind::MemoryOnly).text.source;
    EXPECT_TRUE(holds(made, "const int weight = x > 5 ? a[at] : 1;\n        strip_int += weight;\n"
                            "        left -= weight * b[at];\n        strip_int += left;\n"))
        << made;
    EXPECT_TRUE(holds(made, "strip_int += a[x];\n    for (int i = a[x];")) << made;
    EXPECT_TRUE(holds(made, "if (i > 0) {\n            strip_int += b[i];\n        }\n        left += i;\n"
                            "        strip_int += a[i];\n    }"))
        << made;
    EXPECT_TRUE(holds(made, "strip_int += b[left & 15];\n    } while")) << made;
    // The store hangs on this branch.
    EXPECT_FALSE(holds(made, "strip_int += b[x];")) << made;
    // What a kept access hangs on is alive without a sum.
    const std::string two = stripped(kernelText(source, integers), StripKind::Accesses, {"b"}).text.source;
    EXPECT_TRUE(holds(two, "strip_int += b[x];\n    if (b[x] < 0) {")) << two;
    EXPECT_TRUE(holds(two, "        strip_out[get_global_id(0)] = (float)strip_int;\n        return;")) << two;
    EXPECT_FALSE(holds(two, "strip_int += a[")) << two;
}

TEST(Strip, CountsOfALoopThatOnlyMarchesAreTheOriginals) {
    const char* source =
        R"(__kernel void k(__global const int* a, __global const int* b, __global int* c, int n) {
    int x = get_global_id(0), left = n;
    for (int i = 0; left > 0 && i < 64; ++i) left -= a[x + i]; // warpstring: some
    c[x] = left;
}
)";
    const char* integers = "global = [64]\nlocal = [16]\n[args]\nn = 64\na = { buffer = \"int\", count = 128, "
                           "init = \"random\" }\n"
                           "b = { buffer = \"int\", count = 64 }\nc = { buffer = \"int\", count = 64 }\n"
                           "[[annotation]]\nlabel = \"some\"\ntrips = 8\n";
    const KernelText text = kernelText(source, integers);
    const auto one = stripped(text, StripKind::MemoryOnly);
    const auto before = countsOf(text, one.kept), after = countsOf(one.text, one.kept);
    EXPECT_EQ(before.bytes.at({"a", "loads"}), 64 * 8 * 4);
    EXPECT_EQ(after.bytes.at({"a", "loads"}), 64 * 8 * 4) << one.text.source;
}

TEST(Strip, JumpsAreRefused) {
    const char* source = "__kernel void k(__global float* a, __global float* b, __global float* c, int n) {\n"
                         "    int i = 0;\nagain:\n    a[i] = b[i];\n    if (++i < n) goto again;\n}\n";
    EXPECT_EQ(refusalOf(source, StripKind::MemoryOnly), "strip.jumps");
}

TEST(Strip, EachKernelOfASweepHasItsOwn) {
    const char* source = R"(__kernel void k(__global const float* a, __global float* c) {
    int x = get_global_id(0);
    for (int i = 0; i < COUNT; ++i) c[x] = a[x + i] * 2;
}
)";
    const char* swept = "global = [64]\nlocal = [16]\n[macros]\nCOUNT = 1\n[args]\n"
                        "a = { buffer = \"float\", count = 128 }\nc = { buffer = \"float\", count = 64 }\n"
                        "[sweep]\nCOUNT = [2, 3]\n";
    const auto all = strip(kernelText(source, swept), {StripKind::MemoryOnly, {}});
    ASSERT_TRUE(all) << transform::told(all.diagnostics());
    ASSERT_EQ(all->size(), 2U);
    EXPECT_EQ((*all)[1].launch, "k,COUNT=3");
    EXPECT_EQ((*all)[1].stem, "k-COUNT-3-memory-only");
    EXPECT_TRUE(holds((*all)[1].text.source, "i < 3")) << (*all)[1].text.source;
    EXPECT_FALSE(holds((*all)[1].text.launch, "[sweep]")) << (*all)[1].text.launch;
    EXPECT_TRUE(holds((*all)[1].text.launch, "COUNT = 3")) << (*all)[1].text.launch;
}

} // namespace
} // namespace warpstring::strip
