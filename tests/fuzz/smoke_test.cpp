// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzzers' harnesses on a fixed number of mutated samples: no crash, no broken promise.
// WARPSTRING_TEST_SEED starts another series; the text at work is kept in a file, which survives a crash.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "fuzz/harness.h"
#include "tests/fuzz/mutation.h"

namespace {

namespace fs = std::filesystem;
using warpstring::test::Mutator;

constexpr int iterations = 1000;
const fs::path root = WARPSTRING_SOURCE_DIR;

std::uint64_t seed() {
    const char* given = std::getenv("WARPSTRING_TEST_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 1;
}

std::vector<std::string> samples(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == extension) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const auto& path : paths) {
        std::stringstream text;
        text << std::ifstream(path).rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

void feed(const std::string& name, const Mutator& mutator, void (*harness)(std::string_view)) {
    const fs::path kept = fs::path(testing::TempDir()) / ("warpstring-" + name + "-input");
    std::cout << "WARPSTRING_TEST_SEED=" << seed() << ", text at work: " << kept.string() << std::endl;
    std::mt19937_64 random(seed());
    for (int i = 0; i < iterations; ++i) {
        const std::string text = mutator.mutate(random);
        std::ofstream(kept, std::ios::binary) << text;
        harness(text);
    }
    fs::remove(kept);
}

TEST(FuzzSmoke, LaunchFiles) {
    feed("launch",
         Mutator(samples(root / "samples", ".toml"), {"[sweep]",
                                                      "[[annotation]]",
                                                      "line = 1",
                                                      "label = \"x\"",
                                                      "weight = [0.1, 0.9]",
                                                      "trips = \"n\"",
                                                      "\"1 << 62\"",
                                                      "\"n / 0\"",
                                                      "\"log2(0)\"",
                                                      "\"ceil_div(n, 0)\"",
                                                      "nan",
                                                      "inf",
                                                      "-inf",
                                                      "{",
                                                      "[",
                                                      "\"\"\"",
                                                      "{ local = \"n\" }",
                                                      "init = \"file\", file = \"/\"",
                                                      "[[published]]",
                                                      "1979-05-27"}),
         warpstring::fuzz::readLaunchText);
}

TEST(FuzzSmoke, HardwareSpecs) {
    feed("spec",
         Mutator(samples(root / "hwspecs", ".toml"),
                 {"nan", "inf", "-1", "0", "value = 0", "unit = \"bytes\"", "kind = \"calibrated\"",
                  "note = \"\"", "[", "{", "\"\"\"", "[instructions]", "value = [1, 2]", "1e-320",
                  "value = true"}),
         warpstring::fuzz::readSpecText);
}

TEST(FuzzSmoke, Kernels) {
    auto texts = samples(root / "samples", ".cl");
    texts.insert(
        texts.end(),
        {"__kernel void k(__global int* a, int n) {\n  int i = get_global_id(0);\n  while (a[i] < n) a[i] += "
         "2;\n}\n",
         "__kernel void k(__global float4* a) {\n  float p[40];\n  for (int j = 0; j < 40; ++j) p[j] = "
         "a[j].x;\n"
         "  a[0].y = p[(int)a[1].z & 31];\n}\n",
         "int f(int x) { return x > 3 ? x * 7 % 5 : x / 3; }\n__kernel void k(__global int* a, __local int* s) "
         "{\n"
         "  const int t = get_local_id(0);\n  s[t] = f(a[t]);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  switch (s[0]) { case 1: a[t] = 1; break; case 5: a[t] = s[t ^ 1]; default: atomic_inc(a); }\n}\n",
         "__kernel void k(__global double* a, __constant long* c, ulong m) {\n"
         "  for (long i = get_local_id(0); i < 64; i += 3) { if (i % 5 == 2) continue; a[i] = sqrt(a[i]) / c[i "
         "& 7]; }\n}\n"});
    feed("kernel",
         Mutator(std::move(texts), {"if (get_local_id(0) < 7)",
                                    "for (;;)",
                                    "while (1)",
                                    "break;",
                                    "continue;",
                                    "return;",
                                    "goto end;",
                                    "end:",
                                    "barrier(CLK_LOCAL_MEM_FENCE);",
                                    "#pragma unroll",
                                    "get_local_id(0)",
                                    "get_global_id(1)",
                                    "% 3",
                                    "/ 0",
                                    "<< 40",
                                    "double",
                                    "float16",
                                    "int",
                                    "__local",
                                    "switch (t) { case 1: case 7: break; }",
                                    "atomic_add(",
                                    "(char)",
                                    "? 1 :"}),
         warpstring::fuzz::simulateKernelText);
}

} // namespace
