// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that invite a simulator to hang or to guess.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::Outcome;
using warpstring::test::Workspace;

constexpr double fast = 20; // seconds; a loop over what is large takes far longer, sanitizers included

std::string kernelOf(const std::string& body) {
    return "__kernel void k(__global float* a, int n) {\n" + body + "}\n";
}

class HardKernels : public testing::Test {
protected:
    Outcome simulate(const std::string& body, const std::string& n, const std::string& more = "") {
        workspace.writeLaunch(kernelOf(body), "n = " + n + "\na = { buffer = \"float\", count = 4096 }\n",
                              more);
        return workspace.run({"simulate", "k.toml", "--json"});
    }

    static Json only(const Outcome& outcome) {
        const Json all = Json::parse(outcome.out, nullptr, false);
        return all.is_array() && all.size() == 1 ? all[0] : Json();
    }

    Workspace workspace;
};

TEST_F(HardKernels, LoopOfABillionIterations) {
    workspace.writeLaunch("__kernel void k(__global char* a, int n) {\n    int s = 0;\n"
                          "    for (int i = 0; i < n; ++i) s += a[i];\n    a[get_global_id(0)] = s;\n}\n",
                          "n = 1000000000\na = { buffer = \"char\", count = \"n\" }\n");
    const auto outcome = workspace.run({"simulate", "k.toml", "--json"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_LT(outcome.seconds, fast);
    EXPECT_EQ(only(outcome)["warp"]["num_mem"], 1000000001.0); // one load an iteration, one store
    EXPECT_FALSE(only(outcome).contains("bounds"));
}

TEST_F(HardKernels, LoopOfABillionIterationsWithAThreadDependentCondition) {
    // Every iteration some lane of a warp has i + t = 3 (mod 7): the load runs each time.
    auto outcome = simulate(
        "    float s = 0;\n    for (int i = 0; i < n; ++i)\n"
        "        if ((i + get_local_id(0)) % 7 == 3) s += a[i & 1023];\n    a[get_global_id(0)] = s;\n",
        "1000000000");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_LT(outcome.seconds, fast);
    EXPECT_EQ(only(outcome)["warp"]["num_mem"], 1000000001.0);
    // Warp w holds work-items up to 32 w + 31, so it takes the branch 32 w + 31 times: 527 on average over 32
    // warps.
    outcome =
        simulate("    float s = 0;\n    for (int i = 0; i < n; ++i)\n"
                 "        if (i < (int)get_global_id(0)) s += a[i & 1023];\n    a[get_global_id(0)] = s;\n",
                 "1000000000");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_LT(outcome.seconds, fast);
    EXPECT_NEAR(only(outcome)["warp"]["num_mem"].get<double>(), 528.0, 1e-3);
}

TEST_F(HardKernels, ConditionTooExpensiveIsBounded) {
    const auto outcome = simulate("    float s = 0;\n    for (int i = get_local_id(0); i < n; i += 3)\n"
                                  "        if (((i * i) ^ get_local_id(0)) & 4) s += a[i & 1023];\n"
                                  "    a[get_global_id(0)] = s;\n",
                                  "1000000000");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_LT(outcome.seconds, fast);
    const Json result = only(outcome);
    EXPECT_LT(result["bounds"]["time_us"]["lower"], result["bounds"]["time_us"]["upper"]);
}

TEST_F(HardKernels, TwoToTheFortiethWorkItems) {
    workspace.writeLaunch(kernelOf("    a[get_local_id(0)] = n;\n"), "");
    auto text = std::string(
        "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [\"1 << 40\"]\n"
        "local = [64]\n[args]\nn = 1\na = { buffer = \"float\", count = 64 }\n");
    workspace.write("k.toml", text);
    const auto outcome = workspace.run({"simulate", "k.toml", "--json"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_LT(outcome.seconds, fast);
    EXPECT_EQ(only(outcome)["kernel"]["groups_per_multiprocessor"], 1073741824.0); // 2^40 / 64 / 16
}

TEST_F(HardKernels, TheLargestIndexSpace) {
    workspace.writeLaunch(kernelOf("    a[get_local_id(0)] = n;\n"), "");
    workspace.write("k.toml",
                    "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                    "global = [\"1 << 20\", \"1 << 20\", \"1 << 12\"]\nlocal = [1, 1, 1]\n[args]\nn = 1\n"
                    "a = { buffer = \"float\", count = 64 }\n");
    const auto outcome = workspace.run({"simulate", "k.toml", "--json"});
    EXPECT_EQ(outcome.exit, 0) << outcome.ended << outcome.err;
    EXPECT_EQ(only(outcome)["kernel"]["groups_per_multiprocessor"], 281474976710656.0); // 2^52 / 16
    EXPECT_EQ(workspace.run({"simulate", "k.toml"}).exit, 0);
}

TEST_F(HardKernels, TimesBeyondTheRangeOfIntegers) {
    workspace.writeLaunch(kernelOf("    for (int i = 0; i < n; ++i) a[i & 15] += i;\n"), "");
    workspace.write(
        "k.toml",
        "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [\"1 << 52\"]\n"
        "local = [1]\n[args]\nn = 1000000000\na = { buffer = \"float\", count = 64 }\n");
    const auto outcome = workspace.run({"simulate", "k.toml"});
    EXPECT_EQ(outcome.exit, 0) << outcome.ended << outcome.err;
    EXPECT_FALSE(outcome.prints("-9,")) << outcome.out; // what an integer that overflowed would show
}

TEST_F(HardKernels, LocalArrayOutOfRange) {
    const auto outcome =
        simulate("    __local float s[32];\n    s[get_local_id(0)] = a[get_global_id(0)];\n"
                 "    barrier(CLK_LOCAL_MEM_FENCE);\n    a[get_global_id(0)] = s[get_local_id(0) & 31];\n",
                 "1");
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_EQ(outcome.errors(), 0U) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("k.cl:3:24: warning: ")) << outcome.err;
    EXPECT_TRUE(outcome.says("[evaluate.out-of-range]\n  hint: "));
    EXPECT_EQ(only(outcome)["diagnostics"][0]["code"], "evaluate.out-of-range"); // beside the result
    EXPECT_EQ(only(outcome)["diagnostics"][0]["line"], 3);
}

TEST_F(HardKernels, EndlessLoops) {
    for (const std::string loop :
         {"for (int i = 1; i != 0; i += 0)", "while (n > 0)", "for (int i = 1; i < n; i *= 1)", "for (;;)"}) {
        const auto outcome = simulate("    " + loop + " a[get_global_id(0)] += 1;\n", "100");
        SCOPED_TRACE(loop + "\n" + outcome.err);
        EXPECT_EQ(outcome.exit, 1) << outcome.ended;
        EXPECT_LT(outcome.seconds, fast);
        EXPECT_TRUE(outcome.err.starts_with("k.cl:2:"));
        EXPECT_EQ(outcome.errors(), 1U);
        EXPECT_TRUE(outcome.says("[evaluate.endless-loop]\n  hint: "));
    }
}

} // namespace
