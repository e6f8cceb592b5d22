// SPDX-License-Identifier: GPL-3.0-or-later
// The runner on a real device: every fault that a user can make comes back as a diagnostic.
#include <cstring>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/measure/worker/devices.h"
#include "core/measure/worker/launch_run.h"
#include "tests/samples/test_device.h"

namespace warpstring::samples {

using measure::runLaunch;
namespace {

constexpr const char* scaleSource = "__kernel void scale(__global float* data, float factor)\n"
                                    "{\n"
                                    "    data[get_global_id(0)] *= factor;\n"
                                    "}\n";

class LaunchRun : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        source_ = std::filesystem::path(testing::TempDir()) /
                  (std::string(test->name()) + "_" + std::to_string(getpid()) + ".cl");
        const auto device = testDevice();
        ASSERT_TRUE(device);
        device_ = *device;
    }
    void TearDown() override { std::filesystem::remove(source_); }

    /// 8 work-items in groups of 4 multiply 0, 1, ..., 7 by 3.
    Launch scaleLaunch(const std::string& text = scaleSource) {
        std::ofstream(source_) << text;
        Launch launch;
        launch.file = "scale.toml";
        launch.kernel = "scale";
        launch.source = source_;
        launch.range = {1, {8, 1, 1}, {4, 1, 1}};
        BufferArgument data;
        data.type = {ScalarType::Float, 1};
        data.count = 8;
        data.init = BufferInit::Iota;
        launch.arguments = {{"data", data}, {"factor", ScalarArgument{{}, false, std::int64_t{3}}}};
        return launch;
    }

    Diagnostic faultOf(const Launch& launch) {
        const auto output = runLaunch(launch, device_);
        if (!output) return output.diagnostics().front();
        ADD_FAILURE() << "the launch ran";
        return {};
    }

    std::filesystem::path source_;
    std::size_t device_ = 0;
};

TEST_F(LaunchRun, handsBackTheFinalContents) {
    const auto output = runLaunch(scaleLaunch(), device_);
    ASSERT_TRUE(output) << toText(output.diagnostics().front());
    float values[8];
    ASSERT_EQ(output->buffers.at("data").size(), sizeof values);
    std::memcpy(values, output->buffers.at("data").data(), sizeof values);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(values[i], 3.0f * static_cast<float>(i));
}

TEST_F(LaunchRun, runsInThreeDimensions) {
    Launch launch = scaleLaunch("__kernel void scale(__global float* data, float factor)\n"
                                "{ int i = get_global_id(0) + 2 * (get_global_id(1) + 2 * get_global_id(2));\n"
                                "  data[i] = factor * get_local_size(2); }\n");
    launch.range = {3, {2, 2, 2}, {1, 1, 2}};
    const auto output = runLaunch(launch, device_);
    ASSERT_TRUE(output) << toText(output.diagnostics().front());
    float values[8];
    std::memcpy(values, output->buffers.at("data").data(), sizeof values);
    for (const float value : values) EXPECT_EQ(value, 6.0f);
}

TEST_F(LaunchRun, passesTheBuildOptionsOn) {
    Launch launch = scaleLaunch("__kernel void scale(__global float* data, float factor)\n"
                                "{ data[get_global_id(0)] = OFFSET + factor; }\n");
    launch.options = "-DOFFSET=4";
    EXPECT_TRUE(runLaunch(launch, device_));
}

TEST_F(LaunchRun, saysWhereTheBuildFailedAndGivesTheLog) {
    const Diagnostic fault = faultOf(scaleLaunch("__kernel void scale(__global float* data, float factor)\n"
                                                 "{\n"
                                                 "    data[0] = undeclaredName;\n"
                                                 "}\n"));
    EXPECT_EQ(fault.code, "measure.build-failed");
    EXPECT_NE(fault.message.find("undeclaredName"), std::string::npos) << fault.message;
    EXPECT_EQ(fault.place, (SourceLocation{source_.string(), 3, 15})) << fault.message;
}

TEST_F(LaunchRun, reportsASourceThatIsNotThere) {
    Launch launch = scaleLaunch();
    launch.source = "no/such/file.cl";
    EXPECT_EQ(faultOf(launch).code, "measure.source-unreadable");
    launch.source = std::filesystem::path(testing::TempDir()); // a folder opens, but does not read
    EXPECT_EQ(faultOf(launch).code, "measure.source-unreadable");
    EXPECT_EQ(faultOf(scaleLaunch("")).code, "measure.source-unreadable");
}

TEST_F(LaunchRun, namesTheKernelsThatTheSourceHas) {
    Launch launch = scaleLaunch();
    launch.kernel = "scala";
    const Diagnostic fault = faultOf(launch);
    EXPECT_EQ(fault.code, "measure.kernel-not-found");
    EXPECT_EQ(fault.hint, "it has: scale");
}

TEST_F(LaunchRun, reportsAMissingArgument) {
    Launch launch = scaleLaunch();
    launch.arguments.erase("factor");
    const Diagnostic fault = faultOf(launch);
    EXPECT_EQ(fault.code, "measure.argument-mismatch");
    EXPECT_NE(fault.message.find("\"factor\""), std::string::npos) << fault.message;
    EXPECT_EQ(fault.place.file, "scale.toml");
}

TEST_F(LaunchRun, reportsAnArgumentThatTheTypeCannotHold) {
    Launch launch = scaleLaunch();
    launch.arguments["factor"] = ScalarArgument{{}, false, 1e300};
    EXPECT_EQ(faultOf(launch).code, "measure.argument-mismatch");
}

TEST_F(LaunchRun, refusesGroupsThatTheDeviceCannotRun) {
    Launch launch = scaleLaunch();
    launch.range = {1, {1u << 20, 1, 1}, {1u << 20, 1, 1}};
    EXPECT_EQ(faultOf(launch).code, "measure.group-size-refused");
}

TEST_F(LaunchRun, refusesGroupsThatTheKernelDoesNotAllow) {
    const Diagnostic fault = faultOf(scaleLaunch("__attribute__((reqd_work_group_size(8, 1, 1)))\n"
                                                 "__kernel void scale(__global float* data, float factor)\n"
                                                 "{ data[get_global_id(0)] *= factor; }\n"));
    EXPECT_EQ(fault.code, "measure.group-size-refused");
    EXPECT_NE(fault.message.find("requires the local size 8"), std::string::npos) << fault.message;
}

TEST_F(LaunchRun, refusesALocalSizeThatDoesNotDivideTheGlobalSize) {
    Launch launch = scaleLaunch();
    launch.range.local[0] = 3;
    EXPECT_FALSE(runLaunch(launch, device_));
}

TEST_F(LaunchRun, refusesABufferBeyondTheDevicesMemoryWithoutFillingIt) {
    Launch launch = scaleLaunch();
    std::get<BufferArgument>(launch.arguments["data"]).count = std::uint64_t{1} << 62;
    EXPECT_EQ(faultOf(launch).code, "measure.allocation-failed");
}

TEST_F(LaunchRun, refusesMoreLocalMemoryThanThereIs) {
    Launch launch = scaleLaunch("__kernel void scale(__global float* data, float factor, __local float* room)\n"
                                "{ room[get_local_id(0)] = factor;\n"
                                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                "  data[get_global_id(0)] *= room[0]; }\n");
    launch.arguments["room"] = LocalArgument{std::uint64_t{1} << 40};
    EXPECT_EQ(faultOf(launch).code, "measure.local-memory-refused");
    launch.arguments["room"] = LocalArgument{16};
    EXPECT_TRUE(runLaunch(launch, device_));
}

TEST_F(LaunchRun, knowsItsDevices) {
    const auto devices = measure::listDevices();
    ASSERT_TRUE(devices);
    EXPECT_FALSE(devices->at(device_).platform.empty());
    EXPECT_FALSE(devices->at(device_).name.empty());
    const auto output = runLaunch(scaleLaunch(), devices->size());
    ASSERT_FALSE(output);
    EXPECT_EQ(output.diagnostics().front().code, "measure.device-index");
}

// PoCL knows such parameters by other names than the source's.
TEST_F(LaunchRun, findsParametersThatAreCalledLikeBuiltInFunctions) {
    Launch launch = scaleLaunch("__kernel void scale(__global float* length, float step)\n"
                                "{ length[get_global_id(0)] *= step; }\n");
    launch.arguments = {{"length", launch.arguments.at("data")}, {"step", launch.arguments.at("factor")}};
    const auto output = runLaunch(launch, device_);
    ASSERT_TRUE(output) << toText(output.diagnostics().front());
    EXPECT_EQ(output->buffers.at("length").size(), 32u);
}

TEST_F(LaunchRun, passesStructsByTheirBytes) {
    Launch launch = scaleLaunch("typedef struct { int add; float4 v; } P;\n"
                                "__kernel void scale(__global float* data, P p)\n"
                                "{ data[get_global_id(0)] = p.add + p.v.z; }\n");
    launch.arguments.erase("factor");
    StructArgument structure;
    structure.bytes.resize(32);
    const std::int32_t add = -3;
    const float z = 0.25f;
    std::memcpy(structure.bytes.data(), &add, sizeof add);
    std::memcpy(structure.bytes.data() + 16 + 8, &z, sizeof z);
    launch.arguments["p"] = structure;
    const auto output = runLaunch(launch, device_);
    ASSERT_TRUE(output) << toText(output.diagnostics().front());
    float values[8];
    std::memcpy(values, output->buffers.at("data").data(), sizeof values);
    for (const float value : values) EXPECT_EQ(value, -2.75f);
}

} // namespace
} // namespace warpstring::samples
