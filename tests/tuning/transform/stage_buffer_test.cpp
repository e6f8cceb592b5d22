// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

std::string threeBuffers(const std::string& sizes, const std::string& more = "") {
    return sizes + "[args]\nn = 64\nm = 64\n" +
           "a = { buffer = \"float\", count = 65536 }\nb = { buffer = \"float\", count = 65536 }\n"
           "c = { buffer = \"float\", count = 65536 }\n" +
           more;
}

const std::string sixteenSquared = "global = [64, 64]\nlocal = [16, 16]\n";

KernelText sharing(const std::string& body, const std::string& sizes = sixteenSquared,
                   const std::string& more = "",
                   const std::string& parameters =
                       "__global const float* a, __global const float* b, __global float* c, int n, int m") {
    return kernelText("__kernel void k(" + parameters + ") {\n" + body + "}\n", threeBuffers(sizes, more));
}

const std::string itsIds = "    int x = get_global_id(0), y = get_global_id(1);\n    float sum = 0;\n";
const std::string itsResult = "    c[y * n + x] = sum;\n";

/// A kernel with this loop, or more, between IDs and the result.
KernelText summingOver(const std::string& loop, const std::string& sizes = sixteenSquared,
                       const std::string& more = "") {
    return sharing(itsIds + loop + itsResult, sizes, more);
}
const std::string aProduct = "    for (int k = 0; k < n; ++k) // each\n"
                             "        sum += a[y * n + k] * b[k * n + x];\n";

TEST(StageBuffer, ATileThatHasTheGroupsShapeIsBroughtAnElementAnItem) {
    EXPECT_EQ(
        sourceAfter(summingOver(aProduct), "stage a=16"),
        summingOver("    __local float a_tile[16][16]; // for work-groups of 16 x 16\n"
                    "    for (int k_tile = 0; k_tile < n; k_tile += 16) {\n"
                    "        a_tile[get_local_id(1)][get_local_id(0)] = a[y * n + k_tile + get_local_id(0)];\n"
                    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "        for (int k = k_tile; k < k_tile + 16; ++k) // each\n"
                    "            sum += a_tile[get_local_id(1)][k - k_tile] * b[k * n + x];\n"
                    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "    }\n")
            .source);
}

TEST(StageBuffer, ASecondBufferJoinsTheTilesOfTheFirst) {
    const auto rewritten = rewriteBy(summingOver(aProduct), {"stage b=8", "stage a=8"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(
        rewritten->text.source,
        summingOver(
            "    __local float b_tile[8][16]; // for work-groups of 16 x 16\n"
            "    __local float a_tile[16][8]; // for work-groups of 16 x 16\n"
            "    for (int k_tile = 0; k_tile < n; k_tile += 8) {\n"
            "        for (int slot = get_local_id(1) * 16 + get_local_id(0); slot < 8 * 16; slot += 256)\n"
            "            b_tile[slot / 16][slot % 16] = "
            "b[(k_tile + slot / 16) * n + get_group_id(0) * 16 + slot % 16];\n"
            "        for (int slot = get_local_id(1) * 16 + get_local_id(0); slot < 16 * 8; slot += 256)\n"
            "            a_tile[slot / 8][slot % 8] = "
            "a[(get_group_id(1) * 16 + slot / 8) * n + k_tile + slot % 8];\n"
            "        barrier(CLK_LOCAL_MEM_FENCE);\n"
            "        for (int k = k_tile; k < k_tile + 8; ++k) // each\n"
            "            sum += a_tile[get_local_id(1)][k - k_tile] * b_tile[k - k_tile][get_local_id(0)];\n"
            "        barrier(CLK_LOCAL_MEM_FENCE);\n"
            "    }\n")
            .source);
    const auto other = rewriteBy(summingOver(aProduct), {"stage a=8", "stage b=16"});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.diagnostics().front().code, "transform.other-tile");
    const auto again = rewriteBy(summingOver(aProduct), {"stage a=16", "stage a=16"});
    ASSERT_FALSE(again) << "nothing is left to stage";
}

TEST(StageBuffer, ATileThatIsCutIsNeitherReadNorBroughtBeyondTheEnd) {
    const auto text =
        sourceAfter(summingOver("    for (int k = 0; k <= n - 6; ++k) sum += b[k * n + x];\n"), "stage b=16");
    EXPECT_TRUE(holds(text, "k_tile <= n - 6; k_tile += 16")) << text;
    EXPECT_TRUE(holds(text, "        if (k_tile + get_local_id(1) <= n - 6)\n            b_tile[")) << text;
    EXPECT_TRUE(holds(text, "k < min(k_tile + 16, n - 6 + 1); ++k")) << text;
    const auto joined =
        rewriteBy(summingOver("    for (int k = 0; k < n - 6; ++k) sum += a[y * n + k] * b[k * n + x];\n"),
                  {"stage b=16", "stage a=16"});
    ASSERT_TRUE(joined) << told(joined.diagnostics());
    EXPECT_TRUE(
        holds(joined->text.source, "        if (k_tile + get_local_id(0) < n - 6)\n            a_tile["))
        << joined->text.source;
}

TEST(StageBuffer, WhatAllItemsShareIsOneRow) {
    const auto text = sourceAfter(sharing("    int x = get_global_id(0);\n"
                                          "    float sum = 0;\n"
                                          "    for (uint k = 0; k < n; ++k) sum += a[x * n + k] * b[k];\n"
                                          "    c[x] = sum;\n",
                                          "global = [64]\nlocal = [32]\n"),
                                  "stage b=16");
    EXPECT_TRUE(holds(text, "    __local float b_tile[16]; // for work-groups of 32\n")) << text;
    EXPECT_TRUE(holds(text,
                      "        if (get_local_id(0) < 16)\n            b_tile[get_local_id(0)] = b[k_tile + "
                      "get_local_id(0)];\n"))
        << text;
    EXPECT_TRUE(holds(text, "sum += a[x * n + k] * b_tile[k - k_tile];")) << text;
}

TEST(StageBuffer, EachAddressHasATileAndEqualOnesShareIt) {
    const auto text = sourceAfter(sharing("    int row_0 = get_group_id(1) * 32 + get_local_id(1);\n"
                                          "    int row_1 = get_group_id(1) * 32 + 16 + get_local_id(1);\n"
                                          "    float sum = 0;\n"
                                          "    for (int k = 0; k < n; ++k) {\n"
                                          "        const int at = row_1 * n + k;\n"
                                          "        sum += a[row_0 * n + k] * a[at] + a[row_0 * n + k];\n"
                                          "    }\n"
                                          "    c[get_global_id(0)] = sum;\n",
                                          "global = [64, 32]\nlocal = [16, 16]\n"),
                                  "stage a=16");
    EXPECT_TRUE(
        holds(text, "a_tile_0[get_local_id(1)][get_local_id(0)] = a[row_0 * n + k_tile + get_local_id(0)];"))
        << text;
    EXPECT_TRUE(
        holds(text, "a_tile_1[get_local_id(1)][get_local_id(0)] = a[row_1 * n + k_tile + get_local_id(0)];"))
        << text;
    EXPECT_TRUE(holds(text, "            sum += a_tile_0[get_local_id(1)][k - k_tile] * "
                            "a_tile_1[get_local_id(1)][k - k_tile] + a_tile_0[get_local_id(1)][k - k_tile];\n"))
        << text;
    EXPECT_FALSE(holds(text, "a_tile_2")) << text;
}

TEST(StageBuffer, MacrosThatAreTheGroupsSizeStayNames) {
    const auto text = summingOver(aProduct, "global = [64, 64]\nlocal = [\"WX\", \"WY\"]\n",
                                  "[macros]\nWX = 16\nWY = 8\n[sweep]\nWX = [8, 16]\n");
    const auto rewritten = rewriteBy(text, {"stage a=16"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.source, "    __local float a_tile[WY][16];\n")) << rewritten->text.source;
    EXPECT_TRUE(holds(
        rewritten->text.source,
        "        for (int slot = get_local_id(1) * WX + get_local_id(0); slot < WY * 16; slot += WY * WX)\n"
        "            a_tile[slot / 16][slot % 16] = "
        "a[(get_group_id(1) * WY + slot / 16) * n + k_tile + slot % 16];\n"))
        << rewritten->text.source;
    EXPECT_EQ(
        refusalOf(summingOver(aProduct, sixteenSquared, "[sweep]\nlocal = [[16, 16], [8, 8]]\n"), "stage a=16"),
        "transform.swept-size");
}

TEST(StageBuffer, PartsKeepTheirTypesWhereANumberBelowZeroMatters) {
    const auto text = sourceAfter(
        summingOver("    for (int k = 0; k < n; ++k) sum += a[(y - 3) / 2 * n + 128 + k];\n"), "stage a=8");
    EXPECT_TRUE(
        holds(text, "a[((int)(get_group_id(1) * 16 + slot / 8) - 3) / 2 * n + 128 + k_tile + slot % 8];"))
        << text;
}

TEST(StageBuffer, ACounterIsOfItsTypeThoughAnIdIsAddedToIt) {
    const auto text = sourceAfter(
        summingOver("    for (int k = 0; k < n; ++k) sum += b[((k - 3) / 2 + 2) * n + x];\n"), "stage b=16");
    EXPECT_TRUE(holds(text, "b[(((int)(k_tile + get_local_id(1)) - 3) / 2 + 2) * n + x];")) << text;
}

TEST(StageBuffer, OnlyBarriersOfLocalMemoryAreJoined) {
    const auto tiled = [](const std::string& fence) {
        return refusalOf(
            summingOver("    __local float all[16];\n"
                        "    for (int t = 0; t < n; t += 16) {\n"
                        "        all[get_local_id(0)] = a[t + get_local_id(0)];\n"
                        "        barrier(" +
                        fence +
                        ");\n"
                        "        for (int k = t; k < t + 16; ++k) sum += all[k - t] * b[k * n + x];\n"
                        "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "    }\n"),
            "stage b=16");
    };
    EXPECT_EQ(tiled("CLK_LOCAL_MEM_FENCE"), "");
    EXPECT_EQ(tiled("CLK_GLOBAL_MEM_FENCE"), "transform.other-tile");
}

TEST(StageBuffer, PointersIntoTheBufferAreFollowed) {
    const auto text = sourceAfter(
        summingOver(
            "    __global const float* row = &a[y * n];\n    for (int k = 0; k < n; ++k) sum += row[k];\n"),
        "stage a=16");
    EXPECT_TRUE(holds(
        text, "a_tile[get_local_id(1)][get_local_id(0)] = a[(size_t)(y * n) + k_tile + get_local_id(0)];"))
        << text;
}

TEST(StageBuffer, APragmaStaysWithTheLoopAndLinesAreMovedAlong) {
    const auto rewritten = rewriteBy(
        summingOver("    #pragma unroll 4\n    for (int k = 0; k < n; ++k)\n        sum += b[k * n + x];\n"
                    "    for (int i = 0; i < (int)a[0]; ++i) sum += 1;\n",
                    sixteenSquared, "[[annotation]]\nline = 7\ntrips = 3\n"),
        {"stage b=16"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.source,
                      "        #pragma unroll 4\n        for (int k = k_tile; k < k_tile + 16;"))
        << rewritten->text.source;
    EXPECT_TRUE(holds(rewritten->text.launch, "line = 13\n")) << rewritten->text.launch;
}

TEST(StageBuffer, AGuardThatKeepsNobodyOutIsNone) {
    const auto guarded = [](const std::string& sizes) {
        return refusalOf(sharing(itsIds + "    if (x >= n || y >= m) return;\n" + aProduct + itsResult, sizes),
                         "stage a=16");
    };
    EXPECT_EQ(guarded(sixteenSquared), "");
    EXPECT_EQ(guarded("global = [80, 64]\nlocal = [16, 16]\n"), "transform.varying-flow");
    EXPECT_EQ(refusalOf(summingOver("    if (x < n) {\n" + aProduct + "    }\n"), "stage a=16"), "");
    EXPECT_EQ(refusalOf(summingOver("    if (x < n - 1) {\n" + aProduct + "    }\n"), "stage a=16"),
              "transform.varying-flow");
    EXPECT_EQ(
        refusalOf(summingOver("    if (get_group_id(0) < n - 1) {\n" + aProduct + "    }\n"), "stage a=16"), "")
        << "the same for all of a group";
}

TEST(StageBuffer, WorkItemsOfAGroupMustMeetAtBarriers) {
    const auto refusal = [](const std::string& loop) { return refusalOf(summingOver(loop), "stage b=16"); };
    const std::string varying = "transform.varying-flow";
    EXPECT_EQ(refusal("    for (int k = 0; k < x; ++k) sum += b[k * n + x];\n"), varying);
    EXPECT_EQ(refusal("    for (int k = y; k < n; ++k) sum += b[k * n + x];\n"), varying);
    EXPECT_EQ(refusal("    for (int j = 0; j < y; ++j)\n" + aProduct), varying);
    EXPECT_EQ(refusal("    for (int j = 0; j < 3; ++j) {\n" + aProduct + "        if (x > 3) break;\n    }\n"),
              varying);
    EXPECT_EQ(refusal("    for (int j = 0; j < 3; ++j) {\n" + aProduct + "        if (x > 3) return;\n    }\n"),
              varying);
    EXPECT_EQ(refusal("    while (sum < 1) {\n" + aProduct + "    }\n"), varying);
    EXPECT_EQ(
        refusal("    for (int j = 0; j < 3; ++j) {\n" + aProduct + "        if (n > 3 + j) continue;\n    }\n"),
        "");
    EXPECT_EQ(refusal("    for (int j = 0; j < m; ++j)\n" + aProduct), "");
    EXPECT_EQ(refusal(aProduct + "    if (x > 3) return;\n"), "") << "behind it they may part";
}

TEST(StageBuffer, WhatIsNotReadEachTimeIsRefused) {
    const auto refusal = [](const std::string& body) {
        return refusalOf(summingOver("    for (int k = 0; k < n; ++k) {\n" + body + "    }\n"), "stage b=16");
    };
    const std::string conditional = "transform.conditional-access";
    EXPECT_EQ(refusal("        if (k > 3) sum += b[k * n + x];\n"), conditional);
    EXPECT_EQ(refusal("        sum += k > 3 ? b[k * n + x] : 0;\n"), conditional);
    EXPECT_EQ(refusal("        sum += k > 3 && b[k * n + x] > 0;\n"), conditional);
    EXPECT_EQ(refusal("        for (int j = 0; j < k; ++j) sum += b[k * n + x];\n"), conditional);
    EXPECT_EQ(refusal("        for (int j = 0; j < 2; ++j) { if (sum > 1) break; sum += b[k * n + x]; }\n"),
              conditional);
    EXPECT_EQ(refusal("        if (b[k * n + x] > 3 && k >= 0) sum += 1;\n"), "");
    EXPECT_EQ(refusal("        if (k < n) sum += b[k * n + x];\n"), "") << "it always holds";
    EXPECT_EQ(refusal("        for (int j = 0; j < 2; ++j) sum += b[k * n + x];\n"), "");
}

TEST(StageBuffer, LoopsOfOtherFormsAreRefused) {
    const auto refusal = [](const std::string& loop, const std::string& words = "stage b=16") {
        return refusalOf(summingOver(loop), words);
    };
    EXPECT_EQ(refusal("    for (int k = 0; k < n; k += 2) sum += b[k * n + x];\n"), "transform.loop-form");
    EXPECT_EQ(refusal("    for (short k = 0; k < n; ++k) sum += b[k * n + x];\n"), "transform.loop-form");
    EXPECT_EQ(refusal("    int k;\n    for (k = 0; k < n; ++k) sum += b[k * n + x];\n    sum += k;\n"),
              "transform.loop-form");
    EXPECT_EQ(refusal("    int k;\n    for (k = 0; k < n; ++k) sum += b[k * n + x];\n"), "");
    for (const char* exit : {"break", "continue", "return"})
        EXPECT_EQ(refusal("    for (int k = 0; k < n; ++k) { if (sum > 9) " + std::string(exit) +
                          "; sum += b[k * n + x]; }\n"),
                  "transform.loop-exit");
    EXPECT_EQ(
        refusal("    for (int k = 0; k < n; ++k) { sum += b[k * n + x]; barrier(CLK_LOCAL_MEM_FENCE); }\n"),
        "transform.barrier-in-loop");
    EXPECT_EQ(refusal("    for (int k = 0; k < 12; ++k) sum += b[k * n + x];\n"), "transform.few-trips");
    EXPECT_EQ(refusal("    for (int k = 0; k < 0x7ffffff8; ++k) sum += b[k * n + x];\n"),
              "transform.bound-unknown");
    EXPECT_EQ(refusal(aProduct + aProduct), "transform.several-loops");
    EXPECT_EQ(refusal("    for (int t = 0; t < n; t += 16)\n"
                      "        for (int k = t; k < t + 16; ++k) sum += b[k * n + x];\n"),
              "transform.other-tile");
    EXPECT_EQ(refusal("    goto end;\n" + aProduct + "end:\n"), "transform.jumps");
    EXPECT_EQ(refusalOf(summingOver(aProduct, sixteenSquared, "[[annotation]]\nline = 4\ntrips = 64\n"),
                        "stage b=16"),
              "transform.annotated-loop");
}

TEST(StageBuffer, AddressesThatItemsDoNotShareAreRefused) {
    const auto refusal = [](const std::string& body) {
        return refusalOf(summingOver("    for (int k = 0; k < n; ++k) " + body + "\n"), "stage b=16");
    };
    EXPECT_EQ(refusal("sum += b[(y * n + x) * 4 + k];"), "transform.no-reuse");
    EXPECT_EQ(refusal("sum += b[y * n + x];"), "transform.nothing-to-stage");
    EXPECT_EQ(refusal("sum += b[(int)a[k] + x];"), "transform.address-form");
    EXPECT_EQ(refusal("{ int at = k; at += 1; sum += b[at * n + x]; }"), "transform.address-form");
    EXPECT_EQ(refusalOf(summingOver(aProduct), "stage c=16"), "transform.may-be-written");
    EXPECT_EQ(refusalOf(summingOver(aProduct), "stage d=16"), "transform.unknown-buffer");
    EXPECT_EQ(
        refusalOf(
            sharing(itsIds + aProduct + itsResult, sixteenSquared, "",
                    "__global const float* a, __global volatile const float* b, __global float* c, int n"),
            "stage b=16"),
        "transform.volatile-memory");
}

TEST(StageBuffer, WhatCanBeStagedIsListed) {
    const auto found = applicable(summingOver(aProduct));
    ASSERT_TRUE(found) << told(found.diagnostics());
    std::string words;
    for (const auto& rewrite : *found)
        if (rewrite.kind == RewriteKind::Stage) words += toText(rewrite) + ", ";
    EXPECT_EQ(words, "stage a=8, stage a=16, stage a=32, stage b=8, stage b=16, stage b=32, ");
}

TEST(StageBuffer, LocalMemoryThatNotEveryDeviceHasIsRefused) {
    EXPECT_EQ(refusalOf(summingOver("    for (int k = 0; k < 600; ++k) sum += b[k * n + x];\n"), "stage b=512"),
              "");
    EXPECT_EQ(refusalOf(summingOver("    __local float all[16];\n    all[x & 15] = 1;\n"
                                    "    for (int k = 0; k < 600; ++k) sum += b[k * n + x];\n"),
                        "stage b=512"),
              "transform.local-memory");
}

TEST(StageBuffer, NamesThatAreTakenAreLeftAlone) {
    const auto text =
        sourceAfter(summingOver("    int k_tile = 3, b_tile = 4, slot = n;\n"
                                "    for (int k = 0; k < n; ++k) sum += b[k * slot + x] + k_tile + b_tile;\n"),
                    "stage b=8");
    EXPECT_TRUE(holds(
        text, "b_tile_[slot_of_tile / 16][slot_of_tile % 16] = b[(k_tile_ + slot_of_tile / 16) * slot + "))
        << text;
    // What an initialiser names may be something else where the tile is brought.
    EXPECT_EQ(refusalOf(sharing("    int x = get_global_id(0), w = n, at = x + w;\n"
                                "    float sum = 0;\n"
                                "    { int w = 3;\n"
                                "    for (int k = 0; k < n; ++k) sum += b[k * n + at] + w; }\n"
                                "    c[x] = sum;\n"),
                        "stage b=8"),
              "transform.ambiguous-name");
}

} // namespace
} // namespace warpstring::transform
