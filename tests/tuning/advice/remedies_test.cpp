// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule fires on a kernel that it is for, and not on one that is the same but for what it mends.
#include "tuning/advice/remedies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "tests/tuning/advice/advised.h"
#include "tuning/advice/rule_words.h"
#include "tuning/transform/rewrite_kind.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

struct Shape {
    NDRange range{1, {1 << 16, 1, 1}, {256, 1, 1}};
};

std::vector<advice::Remedy> remediesIn(const std::string& kernel, const Shape& shape) {
    Subject filled = subject(kernel, shape.range);
    for (auto& [name, argument] : filled.launch.arguments)
        if (auto* buffer = std::get_if<BufferArgument>(&argument)) {
            buffer->init = BufferInit::Random;
            buffer->range = {0, buffer->type.scalar == ScalarType::Int ? 65535.0 : 1.0};
        }
    const Advised advised(filled);
    advice::AdviceOptions options;
    options.ratioError = 0;
    std::vector<advice::Remedy> all;
    for (const auto& finding : advise(advised.situation(), options).findings)
        all.insert(all.end(), finding.remedies.begin(), finding.remedies.end());
    return all;
}

struct RuleCase {
    std::string rule;
    std::string fires;    ///< a kernel `k`
    std::string says;     ///< a part of the sentence
    std::string staysOut; ///< a kernel of which nothing is to be said by this rule
    Shape shape{};
    Shape otherShape{};
};

std::string copyKernel(const std::string& store, const std::string& load) {
    return "kernel void k(global const float* a, global float* b) {\n"
           "  int x = get_global_id(0), y = get_global_id(1), l = get_local_id(0);\n"
           "  b[" +
           store + "] = a[" + load + "]; }";
}

std::string localKernel(const std::string& size, const std::string& at) {
    return "kernel void k(global const float* a, global float* b) {\n"
           "  local float t[" +
           size +
           "]; int i = get_local_id(0); float s = 0;\n"
           "  for (int r = 0; r < 64; ++r) {\n"
           "    for (int j = i; j < 1024; j += 256) t[j] = a[j] + s;\n"
           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
           "    for (int j = 0; j < 16; ++j) s += t[" +
           at +
           "];\n"
           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  }\n"
           "  b[get_global_id(0)] = s; }";
}

std::string divergentKernel(const std::string& condition, const std::string& body) {
    return "kernel void k(global const float* a, global float* b) {\n"
           "  int i = get_global_id(0), l = get_local_id(0); float x = a[i];\n"
           "  if (" +
           condition + ") {" + body +
           "}\n"
           "  b[i] = x; }";
}

const std::string work = " for (int j = 0; j < 100; ++j) x = x * x + 0.3f; ";

std::vector<RuleCase> cases() {
    const Shape plane{{2, {512, 128, 1}, {16, 16, 1}}};
    std::vector<RuleCase> all{
        {"pad-rows", localKernel("1040", "(i & 31) * 32 + j"), "from 32 to 33", localKernel("1040", "i + j")},
        {"swap-axes", copyKernel("x * 128 + y", "x * 128 + y"), "dimensions 0 and 1",
         copyKernel("y * 512 + x", "y * 512 + x"), plane, plane},
        {"through-local-memory", copyKernel("x * 128 + y", "y * 512 + x"), "512 bytes apart",
         copyKernel("y * 512 + x", "y * 512 + x"), plane, plane},
        {"fields-apart",
         "kernel void k(global const float* a, global float* b) {\n"
         "  int i = get_global_id(0) & 8191; b[get_global_id(0)] = a[i * 8] + a[i * 8 + 1]; }",
         "of each 32 bytes 8 are used",
         "kernel void k(global const float* a, global float* b) {\n"
         "  int i = get_global_id(0) & 8191; b[get_global_id(0)] = a[i] + a[i + 8192]; }"},
        {"vector-access",
         "kernel void k(global const float* a, global float* b) {\n"
         "  int i = get_global_id(0) & 16383;\n"
         "  for (int j = 0; j < 4; ++j) b[i * 4 + j] = a[i * 4 + j] * 2; }",
         "4 neighbouring elements",
         "kernel void k(global const float4* a, global float4* b) {\n"
         "  int i = get_global_id(0) & 16383; b[i] = a[i] * 2; }"},
        {"transpose",
         "kernel void k(global const float* a, global float* b) {\n"
         "  int i = get_global_id(0) & 255; float s = 0;\n"
         "  for (int j = 0; j < 256; ++j) s += a[i * 256 + j];\n"
         "  b[get_global_id(0)] = s; }",
         "walks along a row of 1024 bytes",
         "kernel void k(global const float* a, global float* b) {\n"
         "  int i = get_global_id(0) & 255; float s = 0;\n"
         "  for (int j = 0; j < 256; ++j) s += a[j * 256 + i];\n"
         "  b[get_global_id(0)] = s; }"},
        {"gather",
         "kernel void k(global const float* a, global const int* p, global float* b) {\n"
         "  int i = get_global_id(0); b[i] = a[p[i] & 65535]; }",
         "data decides", copyKernel("x", "x")},
        {"copy-per-warp",
         "kernel void k(global const int* a, global int* b) {\n"
         "  local int t[64]; int i = get_local_id(0); t[i & 63] = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  for (int j = 0; j < 64; ++j) atomic_xor(&t[j], i * j);\n"
         "  barrier(CLK_LOCAL_MEM_FENCE); b[get_global_id(0)] = t[i & 63]; }",
         "a copy of t",
         "kernel void k(global const int* a, global int* b) {\n"
         "  int i = get_global_id(0); for (int j = 0; j < 8; ++j) atomic_xor(&b[j], i); }"},
        {"reduce-first",
         "kernel void k(global const int* a, global int* b) {\n"
         "  int i = get_global_id(0); for (int j = 0; j < 8; ++j) atomic_xor(&b[j], a[i] + j); }",
         "256 times fewer",
         "kernel void k(global const int* a, global int* b) {\n"
         "  int i = get_global_id(0); for (int j = 0; j < 8; ++j) b[i] ^= a[i] + j; }"},
        {"constants-as-global",
         "constant float table[256] = {1, 2, 3};\n"
         "kernel void k(global float* b) { int i = get_global_id(0); float s = 0;\n"
         "  for (int j = 0; j < 64; ++j) s = s * 0.5f + table[(i + j) & 255];\n"
         "  b[i] = s; }",
         "table",
         "constant float table[256] = {1, 2, 3};\n"
         "kernel void k(global float* b) { int i = get_global_id(0); float s = 0;\n"
         "  for (int j = 0; j < 64; ++j) s = s * 0.5f + table[j];\n"
         "  b[i] = s; }"},
        {"stage",
         "kernel void k(global const float* a, global float* b, int n) {\n"
         "  int i = get_global_id(0); float s = 0;\n"
         "  for (int j = 0; j < n; ++j) s = s * 0.5f + a[j * 64];\n"
         "  b[i] = s; }",
         "256 times",
         "kernel void k(global const float* a, global float* b) {\n"
         "  int i = get_global_id(0); float s = 0;\n"
         "  for (int j = 0; j < 64; ++j) s = s * 0.5f + a[(i + j * 1024) & 65535];\n"
         "  b[i] = s; }"},
        {"share-serial-work", divergentKernel("l == 0", work), "one of 256 runs it",
         divergentKernel("l < 32", work)},
        {"whole-warps", divergentKernel("(l & 1) == 0", work), "16 of 32",
         divergentKernel("(l & 32) == 0", work)},
        {"sort-work", divergentKernel("a[i] > 0.5f", work), "data decides",
         divergentKernel("(l & 1) == 0", work)},
        {"sort-trips",
         "kernel void k(global const float* a, global float* b) { int i = get_global_id(0); float x = a[i];\n"
         "  for (int j = 0; j < (i & 31) * 8; ++j) x = x * x + 0.3f;\n"
         "  b[i] = x; }",
         "as many as the longest",
         "kernel void k(global const float* a, global float* b) { int i = get_global_id(0); float x = a[i];\n"
         "  for (int j = 0; j < ((i >> 5) & 31) * 8; ++j) x = x * x + 0.3f;\n"
         "  b[i] = x; }"},
        {"double-buffer", localKernel("1040", "i + j"), "2 barriers",
         "kernel void k(global const float* a, global float* b) {\n"
         "  local float t[256]; int i = get_local_id(0); float s = a[i];\n"
         "  for (int r = 0; r < 64; ++r) { t[i] = s; barrier(CLK_LOCAL_MEM_FENCE); s += t[(i + r) & 255]; }\n"
         "  b[get_global_id(0)] = s; }"},
        {"unroll",
         "kernel void k(global const float* a, global float* b, int n) { int i = get_global_id(0); float s = "
         "0;\n"
         "  #pragma unroll 1\n"
         "  for (int j = 0; j < n; ++j) s = s * 0.5f + a[(i + j * 1024) & 65535];\n"
         "  b[i] = s; }",
         "by 4",
         "kernel void k(global const float* a, global float* b, int n) { int i = get_global_id(0); float s = "
         "0;\n"
         "  #pragma unroll 8\n"
         "  for (int j = 0; j < n; ++j) s = s * 0.5f + a[(i + j * 1024) & 65535];\n"
         "  b[i] = s; }"},
        {"constant-divisor",
         "kernel void k(global const int* a, global int* b, int n) { int i = get_global_id(0); int x = a[i];\n"
         "  for (int j = 0; j < 64; ++j) x = (x * 5 + j) % n;\n"
         "  b[i] = x; }",
         "the compiler does not know it",
         "kernel void k(global const int* a, global int* b, int n) { int i = get_global_id(0); int x = a[i];\n"
         "  for (int j = 0; j < 64; ++j) x = (x * 5 + j) % 64;\n"
         "  b[i] = x; }"},
        {"native-functions",
         "kernel void k(global const float* a, global float* b) { int i = get_global_id(0); float x = a[i];\n"
         "  for (int j = 0; j < 64; ++j) x = 1.0f / (x + 1.5f) + pow(x, 1.5f);\n"
         "  b[i] = x; }",
         "native_",
         "kernel void k(global const float* a, global float* b) { int i = get_global_id(0); float x = a[i];\n"
         "  for (int j = 0; j < 64; ++j) x = x * (x + 1.5f);\n"
         "  b[i] = x; }"},
        {"single-precision",
         "kernel void k(global const double* a, global double* b) { int i = get_global_id(0); double x = "
         "a[i];\n"
         "  for (int j = 0; j < 64; ++j) x = 1.0 / (x + 1.5);\n"
         "  b[i] = x; }",
         "in float",
         "kernel void k(global const float* a, global float* b) { int i = get_global_id(0); float x = a[i];\n"
         "  for (int j = 0; j < 64; ++j) x = 1.0f / (x + 1.5f);\n"
         "  b[i] = x; }"},
    };
    const std::string chain =
        "kernel void k(global const float* a, global float* b) { int i = get_global_id(0); float s = 0;\n"
        "  #pragma unroll 1\n"
        "  for (int j = 0; j < 64; ++j) s += a[(i + j * 4099) & 65535];\n"
        "  b[i & 65535] = s; }";
    all.push_back({"other-shape",
                   chain,
                   "instead of 32",
                   chain,
                   {{1, {1 << 18, 1, 1}, {32, 1, 1}}},
                   {{1, {1 << 18, 1, 1}, {128, 1, 1}}}});
    const std::string little = copyKernel("x & 65535", "x & 65535");
    all.push_back({"coarsen",
                   little,
                   "groups of 256",
                   divergentKernel("i >= 0", work),
                   {{1, {1 << 20, 1, 1}, {32, 1, 1}}},
                   {}});
    const std::string uneven =
        "kernel void k(global const float* a, global float* b) { int i = get_global_id(0); float x = a[i & "
        "65535];\n"
        "  for (int j = 0; j < (get_group_id(0) == 3 ? 40000 : 400); ++j) x = x * x + 0.3f;\n"
        "  b[i & 65535] = x; }";
    all.push_back({"spread-work",
                   uneven,
                   "group 3",
                   divergentKernel("i >= 0", work),
                   {{1, {1 << 18, 1, 1}, {256, 1, 1}}},
                   {}});
    const std::string heavy =
        "kernel void k(global const float* a, global float* b) {\n"
        "  local float t[SIZE]; int i = get_local_id(0), g = get_global_id(0); t[i] = a[g & 65535];\n"
        "  barrier(CLK_LOCAL_MEM_FENCE); float s = t[255 - i];\n"
        "  #pragma unroll 1\n"
        "  for (int j = 0; j < 64; ++j) s += a[(g + j * 4099) & 65535];\n"
        "  b[g & 65535] = s; }";
    const auto sized = [&](const std::string& size) {
        std::string text = heavy;
        return text.replace(text.find("SIZE"), 4, size);
    };
    const Shape many{{1, {1 << 20, 1, 1}, {256, 1, 1}}};
    all.push_back({"less-local-memory", sized("11000"), "instead of 44000", sized("300"), many, many});
    all.push_back(
        {"smaller-groups",
         "kernel void k(global const float* a, global float* b) {\n"
         "  local float t[1024]; int i = get_local_id(0), g = get_global_id(0); float s = a[g];\n"
         "  for (int j = 0; j < 64; ++j) { t[i] = s; barrier(CLK_LOCAL_MEM_FENCE); s += t[(i + j) & 1023]; }\n"
         "  b[g] = s; }",
         "32 warps wait",
         "kernel void k(global const float* a, global float* b) {\n"
         "  local float t[1024]; int i = get_local_id(0), g = get_global_id(0); float s = a[g];\n"
         "  for (int j = 0; j < 64; ++j) { t[i] = s; barrier(CLK_LOCAL_MEM_FENCE); s += t[(i + j) & 63]; }\n"
         "  b[g] = s; }",
         {{1, {1 << 16, 1, 1}, {1024, 1, 1}}},
         {{1, {1 << 16, 1, 1}, {64, 1, 1}}}});
    return all;
}

class Remedies : public testing::TestWithParam<RuleCase> {};

TEST_P(Remedies, FireWhereTheyMustAndNowhereElse) {
    const RuleCase& rule = GetParam();
    const auto of = [&](const std::vector<advice::Remedy>& remedies) {
        return std::find_if(remedies.begin(), remedies.end(),
                            [&](const advice::Remedy& remedy) { return remedy.rule == rule.rule; });
    };
    const auto fired = remediesIn(rule.fires, rule.shape);
    const auto found = of(fired);
    if (found == fired.end())
        for (const auto& remedy : fired) std::cout << remedy.rule << ": " << remedy.text << "\n";
    ASSERT_NE(found, fired.end());
    EXPECT_NE(found->text.find(rule.says), std::string::npos) << found->text;
    const auto others = remediesIn(rule.staysOut, rule.otherShape);
    const auto wrong = of(others);
    EXPECT_EQ(wrong, others.end()) << wrong->text;
}

/// The rules know nothing of rewrites but their words, which must be such as can be applied.
TEST(RemediesRewrite, EveryWordIsOneOfARewrite) {
    std::set<std::string> words;
    for (const RuleCase& rule : cases())
        for (const auto& remedy : remediesIn(rule.fires, rule.shape)) {
            if (remedy.rewrite.empty()) continue;
            const auto rewrite = transform::parseRewrite(remedy.rewrite);
            ASSERT_TRUE(rewrite) << remedy.rule << ": " << toText(rewrite.diagnostics().front());
            EXPECT_EQ(toText(*rewrite), remedy.rewrite);
            words.insert(std::string(traits(rewrite->kind).word));
        }
    for (const char* word : {"pad", "swap-axes", "unroll", "native", "shape", "stage"})
        EXPECT_TRUE(words.contains(word)) << "no rule says " << word;
}

TEST(RemediesRewrite, OtherGroupsDivideTheGlobalSize) {
    EXPECT_EQ(advice::shapeRewrite({1, {4096, 1, 1}, {64, 1, 1}}, 256), "shape 256");
    EXPECT_EQ(advice::shapeRewrite({2, {4096, 64, 1}, {8, 8, 1}}, 256), "shape 32x8");
    EXPECT_EQ(advice::shapeRewrite({1, {96, 1, 1}, {32, 1, 1}}, 64), "");
    EXPECT_EQ(advice::shapeRewrite({2, {4096, 64, 1}, {1, 64, 1}}, 32), "") << "not even one item wide";
}

TEST(VectorAccess, IsForElementsThatAreAllUsed) {
    const auto remedies = remediesIn("kernel void k(global const float* a, global float* b) {\n"
                                     "  int i = get_global_id(0) & 16383; b[get_global_id(0)] = a[i * 4]; }",
                                     {});
    EXPECT_TRUE(std::none_of(remedies.begin(), remedies.end(),
                             [](const advice::Remedy& remedy) { return remedy.rule == "vector-access"; }));
    EXPECT_TRUE(std::any_of(remedies.begin(), remedies.end(),
                            [](const advice::Remedy& remedy) { return remedy.rule == "fields-apart"; }));
}

INSTANTIATE_TEST_SUITE_P(All, Remedies, testing::ValuesIn(cases()), [](const auto& tested) {
    std::string name = tested.param.rule;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

} // namespace
