// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no launches, sources or specs at all, in each of the three places.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "tests/app/program.h"

namespace {

using warpstring::test::Outcome;
using warpstring::test::Workspace;

std::string shippedSpec() {
    std::ostringstream text;
    text << std::ifstream(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/geforce-8800-gtx.toml").rdbuf();
    return text.str();
}

class BadFiles : public testing::Test {
protected:
    void SetUp() override {
        workspace.writeLaunch("__kernel void k(__global float* a) { a[get_global_id(0)] = 1; }\n",
                              "a = { buffer = \"float\", count = 1024 }\n");
        workspace.write("spec.toml", shippedSpec());
    }

    void expectRefusal(const std::string& place, const std::string& code) {
        const Outcome outcome = workspace.run({"simulate", "k.toml", "-s", "./spec.toml"});
        SCOPED_TRACE(outcome.err);
        EXPECT_EQ(outcome.exit, 3) << outcome.ended;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(outcome.errors(), 1U);
        EXPECT_TRUE(outcome.err.starts_with(place));
        EXPECT_TRUE(outcome.says("[" + code + "]"));
        EXPECT_TRUE(outcome.says("\n  hint: "));
    }

    /// 4096 bytes without a line break, so that places are known.
    static std::string garbage() {
        std::mt19937_64 random(1);
        std::string bytes;
        while (bytes.size() < 4096)
            if (const char byte = static_cast<char>(random()); byte != '\n' && byte != '\r') bytes += byte;
        bytes[100] = '\0';
        return bytes;
    }

    void replaceByFolder(const std::string& name) {
        std::filesystem::remove(workspace.folder() / name);
        std::filesystem::create_directory(workspace.folder() / name);
    }

    Workspace workspace;
};

TEST_F(BadFiles, WithoutFaultsTheyWork) {
    EXPECT_EQ(workspace.run({"simulate", "k.toml", "-s", "./spec.toml"}).exit, 0);
}

TEST_F(BadFiles, GarbageLaunch) {
    workspace.write("k.toml", garbage());
    expectRefusal("k.toml:1:", "launch.nul-byte");
}

TEST_F(BadFiles, GarbageSource) {
    workspace.write("k.cl", garbage());
    expectRefusal("k.cl: error: ", "frontend.not-text");
}

TEST_F(BadFiles, GarbageSpec) {
    workspace.write("spec.toml", garbage());
    expectRefusal("./spec.toml:1:", "spec.nul-byte");
}

/// Without NUL bytes the parsers see them: any number of complaints, but no crash and no result.
TEST_F(BadFiles, GarbageWithoutNul) {
    std::string bytes = garbage();
    std::replace(bytes.begin(), bytes.end(), '\0', 'x');
    for (const std::string name : {"k.cl", "k.toml", "spec.toml"}) {
        SetUp();
        workspace.write(name, bytes);
        const Outcome outcome = workspace.run({"simulate", "k.toml", "-s", "./spec.toml"});
        EXPECT_EQ(outcome.exit, 3) << name << ": " << outcome.ended;
        EXPECT_EQ(outcome.out, "");
        EXPECT_GE(outcome.errors(), 1U);
    }
}

TEST_F(BadFiles, FolderForLaunch) {
    replaceByFolder("k.toml");
    expectRefusal("k.toml: error: ", "launch.not-a-file");
}

TEST_F(BadFiles, FolderForSource) {
    replaceByFolder("k.cl");
    expectRefusal("k.toml:3:10: error: ", "launch.file-not-found");
}

TEST_F(BadFiles, FolderForSpec) {
    replaceByFolder("spec.toml");
    expectRefusal("./spec.toml: error: ", "spec.not-a-file");
}

TEST_F(BadFiles, EmptyLaunch) {
    workspace.write("k.toml", "");
    const Outcome outcome = workspace.run({"simulate", "k.toml"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.says("schema")) << outcome.err;
}

TEST_F(BadFiles, SpecWithATypo) {
    std::string text = shippedSpec();
    text.replace(text.find("barrier_cycles"), 14, "barier_cycles");
    workspace.write("spec.toml", text);
    const Outcome outcome = workspace.run({"simulate", "k.toml", "-s", "./spec.toml"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.says("[spec.unknown-key]\n  hint: did you mean \"barrier_cycles\"?")) << outcome.err;
    EXPECT_EQ(workspace.run({"spec", "check", "./spec.toml"}).exit, 3);
}

} // namespace
