// SPDX-License-Identifier: GPL-3.0-or-later
// Input that cannot be simulated: exit code 3, one message with its place, code and hint on stderr, nothing on
// stdout.
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace {

using warpstring::test::Outcome;
using warpstring::test::Workspace;

const std::string goodKernel = "__kernel void k(__global float* a, int n) {\n"
                               "    float sum = 0;\n"
                               "    for (int i = 0; i < n; ++i) sum += a[i];\n"
                               "    a[get_global_id(0)] = sum;\n"
                               "}\n";
const std::string buffer = "a = { buffer = \"float\", count = 1024 }\n";
const std::string arguments = "n = 16\n" + buffer;

std::string launch(const std::string& global, const std::string& local, const std::string& name = "k",
                   const std::string& source = "k.cl") {
    return "schema = \"warpstring.launch/1\"\nkernel = \"" + name + "\"\nsource = \"" + source +
           "\"\nglobal = [" + global + "]\nlocal = [" + local + "]\n[args]\n" + arguments;
}

/// Every command that takes a launch refuses it alike.
class BadInput : public testing::Test {
protected:
    void expectRefusal(const std::string& place, const std::string& code, const std::string& hint,
                       const std::vector<std::string>& more = {},
                       const std::vector<std::string>& commands = all) {
        for (const auto& command : commands) {
            std::vector<std::string> words{command, file};
            words.insert(words.end(), more.begin(), more.end());
            const Outcome outcome = workspace.run(words);
            SCOPED_TRACE(command + "\n" + outcome.err);
            EXPECT_EQ(outcome.exit, 3) << outcome.ended;
            EXPECT_EQ(outcome.out, "");
            EXPECT_EQ(outcome.errors(), 1U);
            EXPECT_TRUE(outcome.err.starts_with(place));
            EXPECT_TRUE(outcome.says("[" + code + "]"));
            EXPECT_TRUE(outcome.says("\n  hint: "));
            EXPECT_TRUE(outcome.says(hint));
        }
    }

    static inline const std::vector<std::string> all{"simulate", "string", "pdg", "replay"};
    /// A graph needs neither arguments nor sizes.
    static inline const std::vector<std::string> evaluating{"simulate", "string", "replay"};
    static inline const std::vector<std::string> costing{"simulate", "string"};
    Workspace workspace;
    std::string file = "k.toml";
};

TEST_F(BadInput, UnknownLaunchFile) {
    file = "absent.toml";
    expectRefusal("absent.toml: error: ", "launch.file-not-found", "check the path");
}

TEST_F(BadInput, UnknownSource) {
    workspace.write("k.toml", launch("1024", "64", "k", "absent.cl"));
    expectRefusal("k.toml:3:10: error: ", "launch.file-not-found", "relative to the launch file");
}

TEST_F(BadInput, EmptySource) {
    workspace.writeLaunch("", arguments);
    expectRefusal("k.cl: error: this source has no kernel", "frontend.no-kernel", "__kernel");
}

TEST_F(BadInput, SyntaxError) {
    workspace.writeLaunch("__kernel void k(__global float* a, int n) {\n    a[0] = n +;\n}\n", arguments);
    for (const auto& command : all) {
        const Outcome outcome = workspace.run({command, file});
        EXPECT_EQ(outcome.exit, 3);
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(outcome.err.starts_with("k.cl:2:15: error: expected expression [frontend.compile]"))
            << outcome.err;
    }
}

TEST_F(BadInput, UndeclaredMacro) {
    workspace.writeLaunch("__kernel void k(__global float* a, int n) {\n    a[n] = TILE;\n}\n", arguments);
    expectRefusal("k.cl:2:12: error: ", "frontend.compile", "-DTILE=VALUE");
    EXPECT_EQ(workspace.run({"pdg", file, "-O", "-DTILE=4"}).exit, 0);
}

TEST_F(BadInput, MissingHeader) {
    workspace.writeLaunch("#include \"tile.h\"\n" + goodKernel, arguments);
    expectRefusal("k.cl:1:10: error: ", "frontend.compile", "-I FOLDER");
}

TEST_F(BadInput, UnknownKernel) {
    workspace.write("k.cl", "__kernel void product(__global float* a, int n) { a[0] = n; }\n");
    workspace.write("k.toml", launch("1024", "64", "produkt"));
    expectRefusal("k.cl: error: ", "frontend.no-such-kernel", "did you mean 'product'?");
}

TEST_F(BadInput, MissingArgument) {
    workspace.writeLaunch(goodKernel, buffer);
    expectRefusal("k.toml: error: ", "launch.missing-argument", "n = 1024", {}, evaluating);
}

TEST_F(BadInput, ExtraArgument) {
    workspace.writeLaunch(goodKernel, arguments + "extra = 3\n");
    expectRefusal("k.toml: error: ", "launch.unknown-argument", "remove it", {}, evaluating);
}

TEST_F(BadInput, ScalarForBuffer) {
    workspace.writeLaunch(goodKernel, "n = 16\na = 3\n");
    expectRefusal("k.toml: error: ", "launch.argument-kind", "buffer = \"float\"", {}, evaluating);
}

TEST_F(BadInput, LocalMemoryForScalar) {
    workspace.writeLaunch(goodKernel, "n = { local = 64 }\n" + buffer);
    expectRefusal("k.toml: error: ", "launch.argument-kind", "write in [args]: n = ", {}, evaluating);
}

TEST_F(BadInput, ZeroSize) {
    workspace.write("k.cl", goodKernel);
    workspace.write("k.toml", launch("0", "64"));
    expectRefusal("k.toml:4:11: error: ", "launch.zero-size", "at least 1");
    workspace.write("k.toml", launch("1024", "0"));
    expectRefusal("k.toml:5:10: error: ", "launch.zero-size", "at least 1");
}

TEST_F(BadInput, NonDividingSize) {
    workspace.write("k.cl", goodKernel);
    workspace.write("k.toml", launch("1000", "64"));
    expectRefusal("k.toml:4:11: error: ", "launch.non-dividing-size", "960 or 1024");
}

TEST_F(BadInput, GroupTooLargeForTheDevice) {
    workspace.write("k.cl", goodKernel);
    workspace.write("k.toml", launch("1024, 32", "32, 32"));
    expectRefusal("k.toml: error: a work-group of 1024", "launch.group-too-large-for-device", "at most 512", {},
                  costing);
}

TEST_F(BadInput, LocalMemoryTooLargeForTheDevice) {
    workspace.writeLaunch("__kernel void k(__global float* a, int n) {\n    __local float s[5000];\n"
                          "    s[get_local_id(0)] = a[get_global_id(0)];\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "    a[get_global_id(0)] = s[get_local_id(0) ^ n];\n}\n",
                          arguments);
    expectRefusal("k.toml: error: ", "launch.does-not-fit", "smaller local arrays", {}, costing);
}

TEST_F(BadInput, Recursion) {
    workspace.writeLaunch("int f(int x) { return x > 1 ? x * f(x / 2 - 1) + f(x - 2) : 1; }\n"
                          "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = f(n); }\n",
                          arguments);
    expectRefusal("k.cl:1: error: ", "frontend.recursion", "loop");
}

TEST_F(BadInput, UnknownSpecSuggestsAName) {
    workspace.writeLaunch(goodKernel, arguments);
    expectRefusal("error: there is no hardware spec", "spec.unknown-name", "did you mean \"geforce-8800-gtx\"?",
                  {"-s", "geforce-8800-gtz"});
}

TEST_F(BadInput, UnknownLaunchKeySuggestsAKey) {
    workspace.writeLaunch(goodKernel, arguments);
    workspace.write("k.toml", "optoins = \"-cl-mad-enable\"\n" + launch("1024", "64"));
    expectRefusal("k.toml:1:1: error: ", "launch.unknown-key", "options");
}

} // namespace
