// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring transfers`: the answer, its JSON, and what is refused.
#include <gtest/gtest.h>

#include <chrono>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string sources = WARPSTRING_SOURCE_DIR;

constexpr const char* copySource = "kernel void copy(int n, global const float* in, global float* out) {"
                                   " int i = get_global_id(0); if (i < n) out[i] = in[i]; }\n";

/// A launch of `copy` over n elements.
std::string copyLaunch(const std::string& n) {
    return "schema = \"warpstring.launch/1\"\nkernel = \"copy\"\nsource = \"copy.cl\"\n"
           "global = [\"ceil_div(n, 256) * 256\"]\nlocal = [256]\n[args]\nn = " +
           n +
           "\nin = { buffer = \"float\", count = \"n\", access = \"read\" }\n"
           "out = { buffer = \"float\", count = \"n\", access = \"write\" }\n";
}

class Transfers : public testing::Test {
protected:
    void SetUp() override { workspace_.write("copy.cl", copySource); }

    Json jsonOf(const std::string& n, std::vector<std::string> more = {}) {
        workspace_.write("copy.toml", copyLaunch(n));
        std::vector<std::string> words{"transfers", "copy.toml", "-s", "nvidia-h200", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        const auto ran = workspace_.run(words);
        EXPECT_EQ(ran.exit, 0) << ran.err;
        return ran.exit == 0 ? Json::parse(ran.out)[0] : Json();
    }

    Workspace workspace_;
};

TEST_F(Transfers, areTheSpecsTimesOfTheBytesThatMove) {
    const Json json = jsonOf("1048576");
    EXPECT_EQ(json["schema"], "warpstring.transfers/1");
    EXPECT_EQ(json["in_bytes"], 4194304);
    EXPECT_EQ(json["out_bytes"], 4194304);
    const Json host = json["host"];
    EXPECT_NEAR(json["in_us"].get<double>(),
                host["in_fixed_us"].get<double>() + 4194.304 / host["in_gb_s"].get<double>(), 1e-9);
    EXPECT_NEAR(json["total_us"].get<double>(),
                json["in_us"].get<double>() + json["kernel_us"].get<double>() + json["out_us"].get<double>() +
                    json["host_us"].get<double>(),
                1e-9);
    EXPECT_EQ(json["transfer_bound"], true);
    EXPECT_EQ(json["bound_by"], "transfers to the device");
    EXPECT_GT(jsonOf("1048576", {"--pageable"})["in_us"].get<double>(), 3 * json["in_us"].get<double>());
}

TEST_F(Transfers, ofWhatDoesNotFitAreInTiles) {
    const Json json = jsonOf("1048576", {"--memory", "1MB", "--by", "interval"});
    EXPECT_EQ(json["tiles"]["tiles"], 16); // of 8 MB; a tile of 1/8 has 1,048,576 bytes, more than 1 MB
    EXPECT_EQ(json["tiles"]["again_bytes"], 0);
    EXPECT_EQ(json["pipeline"]["on_device"], 2);
    EXPECT_LE(2 * json["pipeline"]["largest_bytes"].get<double>(), 1e6);
    EXPECT_LE(json["total_us"].get<double>(), json["tiles"]["sequential_us"].get<double>());
    const auto never = workspace_.run({"transfers", "copy.toml", "-s", "nvidia-h200", "--memory", "1KB"});
    EXPECT_EQ(never.exit, 3);
    EXPECT_TRUE(never.says("transfers.too-many-tiles")) << never.err;
}

TEST_F(Transfers, tellFromWhichSizeTheDevicePays) {
    const Json cpu = jsonOf("1048576", {"--cpu", "1e-9*n"})["cpu"];
    const auto pays = cpu["pays_from"].get<std::int64_t>();
    EXPECT_NEAR(cpu["cpu_us"].get<double>(), 1048.576, 1e-6);
    for (const Json& one : cpu["tried"])
        EXPECT_EQ(one["device_us"].get<double>() <= one["cpu_us"].get<double>(),
                  one["size"].get<std::int64_t>() >= pays)
            << one;
    EXPECT_EQ(jsonOf("1048576", {"--cpu", "1e-13*n"})["cpu"]["pays_from"], nullptr);
    const auto bad = workspace_.run({"transfers", "copy.toml", "-s", "nvidia-h200", "--cpu", "1e-9*k"});
    EXPECT_EQ(bad.exit, 3);
    EXPECT_TRUE(bad.says("transfers.bad-formula")) << bad.err;
    EXPECT_EQ(workspace_.run({"transfers", "copy.toml", "--cpu", "1e-9*"}).exit, 2);
    EXPECT_EQ(workspace_.run({"transfers", "copy.toml", "--cpu-time", "3 fortnights"}).exit, 2);
}

TEST_F(Transfers, ofAPublicationAreItsFigures) {
    const Json json = jsonOf("16777216", {"--preset", "gt650m-000"});
    EXPECT_NEAR(json["in_us"].get<double>(), 0.00357997 * 67108864 + 516.413, 0.1);
    EXPECT_NEAR(json["out_us"].get<double>(), 0.00053337 * 67108864 + 173.626, 0.1);
    const auto unknown = workspace_.run({"transfers", "copy.toml", "--preset", "gt650m"});
    EXPECT_EQ(unknown.exit, 3);
    EXPECT_TRUE(unknown.says("transfers.unknown-preset"));
}

TEST_F(Transfers, nameWhatASpecLacks) {
    workspace_.write("copy.toml", copyLaunch("1024"));
    const auto ran = workspace_.run({"transfers", "copy.toml", "-s", "nvidia-l40"});
    EXPECT_EQ(ran.exit, 3);
    EXPECT_TRUE(ran.says("transfers.no-rates") && ran.says("host.pinned_in_gb_s")) << ran.err;
}

TEST_F(Transfers, ofHugeLaunchesAreToldOrRefusedSoon) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    // 10^12 elements each way.
    workspace_.write("huge.cl", "kernel void copy(long n, global const float* in, global float* out) {"
                                " long i = get_global_id(0); if (i < n) out[i] = in[i]; }\n");
    std::string huge = copyLaunch("1000000000000");
    huge.replace(huge.find("copy.cl"), 7, "huge.cl");
    workspace_.write("huge.toml", huge);
    const auto ran = workspace_.run({"transfers", "huge.toml", "-s", "nvidia-h200", "--json"});
    if (ran.exit == 0)
        EXPECT_EQ(Json::parse(ran.out)[0]["in_bytes"], 4'000'000'000'000);
    else
        EXPECT_TRUE(ran.says("[transfers.") || ran.says("[launch.")) << ran.err;
    // Sizes beyond 64 bits.
    std::string overflow = copyLaunch("4611686018427387904");
    overflow.replace(overflow.find("copy.cl"), 7, "huge.cl");
    workspace_.write("overflow.toml", overflow);
    const auto refused = workspace_.run({"transfers", "overflow.toml", "-s", "nvidia-h200"});
    EXPECT_EQ(refused.exit, 3);
    EXPECT_NE(refused.err, "");
    EXPECT_LT(Clock::now() - start, std::chrono::minutes(1)); // no hang: seconds are enough
}

TEST_F(Transfers, textIsTheAnswerFirst) {
    workspace_.write("copy.toml", copyLaunch("1048576"));
    const auto ran = workspace_.run({"transfers", "copy.toml", "-s", "nvidia-h200"});
    ASSERT_EQ(ran.exit, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("copy, copy: "));
    EXPECT_TRUE(
        ran.prints(" with transfers on nvidia-h200, bound by transfers to the device\ntransfer-bound: "));
    EXPECT_TRUE(ran.prints("in     whole 4,194,304, interval 4,194,304, packed 4,194,304"));
    EXPECT_EQ(ran.err, "");
}

TEST_F(Transfers, ofSequencesKeepSharedBuffersOnTheDevice) {
    const std::string heat = sources + "/docs/examples/sequences/heat.sequence.toml";
    const auto ran = run({"transfers", heat, "-s", "nvidia-h200", "--json"});
    ASSERT_EQ(ran.exit, 0) << ran.err;
    const Json json = Json::parse(ran.out)[0];
    EXPECT_EQ(json["sequence"], "heat");
    EXPECT_EQ(json["runs"], 20);
    for (const Json& buffer : json["buffers"]) {
        const bool isMoved = buffer["name"] == "plate";
        EXPECT_EQ(buffer["in_bytes"], isMoved ? 262144 : 0) << buffer;
        EXPECT_EQ(buffer["out_bytes"], isMoved ? 262144 : 0) << buffer;
    }
    const auto tiles = run({"transfers", heat, "--tiles", "4"});
    EXPECT_EQ(tiles.exit, 3);
    EXPECT_TRUE(tiles.says("usage.sequence")) << tiles.err;
}

} // namespace
