// SPDX-License-Identifier: GPL-3.0-or-later
// Every samples/**/check-*.toml, run on a device and compared with the reference of its kernel.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "core/files/launches/launch_file.h"
#include "core/measure/worker/launch_run.h"
#include "core/records/buffer_data.h"
#include "core/records/verification.h"
#include "samples/references/references.h"
#include "tests/sample_files.h"
#include "tests/samples/test_device.h"

namespace warpstring::samples {
namespace {

namespace fs = std::filesystem;

const fs::path samplesFolder = fs::path(WARPSTRING_SOURCE_DIR) / "samples";

/// Launch files below samples/, relative to it, whose name starts with `prefix`.
std::vector<fs::path> launchFiles(const std::string& prefix, bool ofFieldSet = false) {
    return test::sampleLaunchFiles(samplesFolder, ofFieldSet, prefix);
}

std::string testName(const testing::TestParamInfo<fs::path>& file) {
    std::string name = fs::path(file.param).replace_extension().string();
    std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

std::string textOf(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) text += toText(diagnostic) + "\n";
    return text;
}

void checkLaunch(const Launch& launch, std::size_t device) {
    ASSERT_TRUE(launch.reference) << "the launch names no reference";
    const auto output = measure::runLaunch(launch, device);
    ASSERT_TRUE(output) << textOf(output.diagnostics());
    const auto verification = verify(launch, output->buffers, samples::sampleReferences());
    ASSERT_TRUE(verification) << textOf(verification.diagnostics());
    EXPECT_TRUE(verification->passed()) << textOf(wrongOutputs(launch, *verification));
    for (const records::VerifiedBuffer& buffer : verification->buffers) {
        std::ostringstream text;
        text << buffer.relativeError;
        testing::Test::RecordProperty("relative RMS error of " + launch.name + ": " + buffer.buffer,
                                      text.str());
    }
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        if (!buffer || buffer->access != BufferAccess::Read) continue;
        EXPECT_TRUE(output->buffers.at(parameter) == records::BufferData::create(*buffer)->bytes())
            << "the input \"" << parameter << "\" changed";
    }
}

TEST(Samples, haveLaunchesToCheck) { EXPECT_FALSE(launchFiles("check-").empty()) << "in " << samplesFolder; }

class CheckLaunches : public testing::TestWithParam<fs::path> {};

TEST_P(CheckLaunches, computeWhatTheReferenceDoes) {
    const auto file = files::readLaunchFile(samplesFolder / GetParam());
    ASSERT_TRUE(file) << textOf(file.diagnostics());
    const auto device = testDevice();
    ASSERT_TRUE(device);
    EXPECT_FALSE(file->launches.empty());
    for (const Launch& launch : file->launches) {
        SCOPED_TRACE(launch.name);
        checkLaunch(launch, *device);
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, CheckLaunches, testing::ValuesIn(launchFiles("check-")), testName);
INSTANTIATE_TEST_SUITE_P(Field, CheckLaunches, testing::ValuesIn(launchFiles("check-", true)), testName);

/// The launches of the paper's sizes are too large to run here; they must at least be readable and known.
class LaunchFiles : public testing::TestWithParam<fs::path> {};

TEST_P(LaunchFiles, loadAndNameAReference) {
    const auto file = files::readLaunchFile(samplesFolder / GetParam());
    ASSERT_TRUE(file) << textOf(file.diagnostics());
    for (const Launch& launch : file->launches) {
        SCOPED_TRACE(launch.name);
        EXPECT_TRUE(fs::exists(launch.source)) << launch.source;
        ASSERT_TRUE(launch.reference) << "the launch names no reference";
        EXPECT_TRUE(launch.reference->launch ||
                    samples::sampleReferences().contains(launch.reference->function));
        EXPECT_FALSE(hasErrors(validate(launch.range, {})));
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, LaunchFiles, testing::ValuesIn(launchFiles("")), testName);
INSTANTIATE_TEST_SUITE_P(Field, LaunchFiles, testing::ValuesIn(launchFiles("", true)), testName);

} // namespace
} // namespace warpstring::samples
