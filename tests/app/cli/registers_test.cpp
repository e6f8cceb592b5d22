// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel's registers come from: the graph, a number, or a program that passes for ptxas.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::Invocation;
using warpstring::test::Outcome;
using warpstring::test::Workspace;

class Registers : public testing::Test {
protected:
    void SetUp() override {
        workspace_.writeLaunch("__kernel void k(__global float* a) { a[get_global_id(0)] += 1.0f; }\n",
                               "a = { buffer = \"float\", count = 1024 }\n");
    }

    /// Writes a launch file beside k.toml that says so of its registers.
    void writeLaunchWith(const std::string& registers) {
        workspace_.write("own.toml",
                         "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = 1024\n"
                         "local = 64\nregisters = " +
                             registers + "\n[args]\na = { buffer = \"float\", count = 1024 }\n");
    }

    /// A script in place of ptxas.
    void writePtxas(const std::string& body) {
        workspace_.write("ptxas", "#!/bin/sh\n" + body + "\n");
        std::filesystem::permissions(workspace_.folder() / "ptxas", std::filesystem::perms::owner_all);
    }
    Outcome runWithPtxas(const std::vector<std::string>& arguments) {
        Invocation invocation;
        invocation.program = WARPSTRING_PROGRAM;
        invocation.arguments = arguments;
        invocation.folder = workspace_.folder();
        invocation.environment = {"WARPSTRING_PTXAS=" + (workspace_.folder() / "ptxas").string()};
        return warpstring::test::runAny(invocation);
    }

    static Json simulated(const Outcome& outcome) {
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        const Json all = Json::parse(outcome.out, nullptr, false);
        EXPECT_TRUE(all.is_array() && all.size() == 1) << outcome.out;
        return all.is_array() && all.size() == 1 ? all[0] : Json::object();
    }
    Json simulatedWith(std::vector<std::string> more) {
        more.insert(more.begin(), {"simulate", "k.toml", "-s", "nvidia-h200", "--json"});
        return simulated(workspace_.run(more));
    }
    static int groups(const Json& simulation) { return simulation["occupancy"]["groups"]; }
    static int registers(const Json& simulation) { return simulation["occupancy"]["registers_per_work_item"]; }
    static bool assumes(const Json& simulation, const std::string& text) {
        for (const auto& assumption : simulation["assumptions"])
            if (assumption.get<std::string>() == text) return true;
        return false;
    }

    Workspace workspace_;
};

TEST_F(Registers, DecideOnOccupancy) {
    const Json many = simulatedWith({"--registers", "128"});
    EXPECT_EQ(registers(many), 128);
    EXPECT_EQ(groups(many), 8) << "65536 of 128 for each of 64 work-items";
    EXPECT_EQ(many["occupancy"]["limiter"], "registers");
    EXPECT_TRUE(assumes(many, "registers: 128 a work-item, as asked for"));
    EXPECT_EQ(groups(simulatedWith({"--registers", "32"})), 32) << "as many as a multiprocessor holds";
}

TEST_F(Registers, AreEstimatedUnlessAsked) {
    const Json plain = simulatedWith({});
    EXPECT_EQ(plain, simulatedWith({"--registers", "estimate"}));
    EXPECT_TRUE(assumes(plain, "registers: " + std::to_string(registers(plain)) +
                                   " a work-item, estimated by liveness"));
}

TEST_F(Registers, AreTheCompilersWhereTheSpecNamesItsTarget) {
    const auto on = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"simulate", "k.toml", "-s", "amd-mi210", "--json"});
        return simulated(workspace_.run(more));
    };
    const Json device = on({}), estimate = on({"--registers", "estimate"});
    EXPECT_EQ(device["compiled"]["target"], "gfx90a");
    EXPECT_EQ(device["compiled"]["vector_registers"], registers(device));
    EXPECT_EQ(device["compiled"]["estimated_registers"], registers(estimate));
    EXPECT_FALSE(device["compiled"]["lines"].empty());
    EXPECT_FALSE(estimate.contains("compiled"));
    EXPECT_FALSE(simulatedWith({}).contains("compiled"));
}

TEST_F(Registers, ShortOfTheNeedSpill) {
    const auto outcome = workspace_.run({"simulate", "k.toml", "-s", "nvidia-h200", "--registers", "1"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.says("simulate.registers-spill")) << outcome.err;
    EXPECT_TRUE(outcome.says("are beyond what it has, 1;")) << outcome.err;
}

TEST_F(Registers, OfTheLaunchFileYieldToTheOption) {
    writeLaunchWith("128");
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"simulate", "own.toml", "-s", "nvidia-h200", "--json"});
        return registers(simulated(workspace_.run(more)));
    };
    EXPECT_EQ(with({}), 128);
    EXPECT_EQ(with({"--registers", "64"}), 64);
    EXPECT_EQ(with({"--registers", "estimate"}), registers(simulatedWith({})));
}

TEST_F(Registers, AreAskedForInBatches) {
    const auto outcome =
        workspace_.run({"batch", "k.toml", "-s", "nvidia-h200", "--registers", "128", "--quiet"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    const Json row = Json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(row.is_object()) << outcome.out;
    EXPECT_EQ(row["registers"], 128);
}

TEST_F(Registers, OutOfRangeAreRefused) {
    for (const char* text : {"0", "-4", "5000", "many"}) {
        const auto outcome = workspace_.run({"simulate", "k.toml", "--registers", text});
        EXPECT_EQ(outcome.exit, 2) << text;
        EXPECT_TRUE(outcome.says("registers.bad-request")) << outcome.err;
    }
    const auto beyond = workspace_.run({"simulate", "k.toml", "-s", "nvidia-h200", "--registers", "256"});
    EXPECT_EQ(beyond.exit, 3);
    EXPECT_TRUE(beyond.says("registers.beyond-device")) << beyond.err;
    writeLaunchWith("0");
    const auto file = workspace_.run({"simulate", "own.toml"});
    EXPECT_EQ(file.exit, 3);
    EXPECT_TRUE(file.says("launch.bad-registers")) << file.err;
}

TEST_F(Registers, AreThoseOfPtxasOnRequest) {
    writePtxas("echo 'Cuda compilation tools, release 98.7, V98.7.65'\n"
               "echo 'ptxas info    : Used 128 registers, used 0 barriers'");
    const auto outcome =
        runWithPtxas({"simulate", "k.toml", "-s", "nvidia-h200", "--json", "--registers", "ptxas"});
    const Json simulation = simulated(outcome);
    EXPECT_EQ(registers(simulation), 128);
    EXPECT_EQ(groups(simulation), 8);
    EXPECT_TRUE(assumes(simulation, "registers: 128 a work-item, by ptxas 98.7.65 for sm_90"));
    writeLaunchWith("\"ptxas\"");
    const auto row = runWithPtxas({"batch", "own.toml", "-s", "nvidia-h200", "--quiet"});
    EXPECT_EQ(Json::parse(row.out, nullptr, false)["registers"], 128) << row.err;
}

TEST_F(Registers, OfPtxasAreRefusedWhereThereIsNone) {
    const auto missing = runWithPtxas({"simulate", "k.toml", "-s", "nvidia-h200", "--registers", "ptxas"});
    EXPECT_EQ(missing.exit, 3);
    EXPECT_TRUE(missing.says("registers.no-ptxas")) << missing.err;
    writePtxas("echo 'ptxas fatal   : Unsupported gpu architecture'; exit 1");
    const auto failing = runWithPtxas({"simulate", "k.toml", "-s", "nvidia-h200", "--registers", "ptxas"});
    EXPECT_EQ(failing.exit, 3);
    EXPECT_TRUE(failing.says("Unsupported gpu architecture")) << failing.err;
    const auto other = runWithPtxas({"simulate", "k.toml", "-s", "amd-mi210", "--registers", "ptxas"});
    EXPECT_EQ(other.exit, 3);
    EXPECT_TRUE(other.says("registers.ptxas-not-nvidia")) << other.err;
}

} // namespace
