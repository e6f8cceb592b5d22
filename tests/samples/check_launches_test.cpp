// SPDX-License-Identifier: GPL-3.0-or-later
// Every samples/**/check-*.toml, run on a device and compared with the reference of its kernel.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "core/buffer_data.h"
#include "core/files/launch_file.h"
#include "core/measure/launch_run.h"
#include "tests/samples/references.h"
#include "tests/samples/test_device.h"

namespace warpstring::samples {
namespace {

namespace fs = std::filesystem;

const fs::path samplesFolder = fs::path(WARPSTRING_SOURCE_DIR) / "samples";

/// Launch files below samples/, relative to it, whose name starts with `prefix`. None when there is no such
/// folder: this runs before main, where an exception would end the process.
std::vector<fs::path> launchFiles(const std::string& prefix) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(samplesFolder, error))
        if (entry.path().extension() == ".toml" && entry.path().filename().string().starts_with(prefix))
            files.push_back(fs::relative(entry.path(), samplesFolder));
    std::sort(files.begin(), files.end());
    return files;
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

/// Written so that a NaN anywhere fails. The worst element may err more than the root mean square: normally
/// distributed errors of a million elements reach 5 standard deviations.
void expectClose(const std::string& what, const std::vector<double>& actual,
                 const std::vector<double>& expected, double tolerance) {
    ASSERT_EQ(actual.size(), expected.size());
    double squaredError = 0.0;
    double squaredReference = 0.0;
    double worst = 0.0;
    std::size_t worstIndex = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        const double error = std::abs(actual[i] - expected[i]);
        squaredError += error * error;
        squaredReference += expected[i] * expected[i];
        if (!(error <= worst)) {
            worst = error;
            worstIndex = i;
        }
    }
    const double scale = std::sqrt(squaredReference / static_cast<double>(actual.size()));
    ASSERT_GT(scale, 0.0) << "the reference is all zeros, so the launch checks nothing";
    const double relative = std::sqrt(squaredError / static_cast<double>(actual.size())) / scale;
    std::ostringstream text;
    text << relative;
    testing::Test::RecordProperty("relative RMS error of " + what, text.str());
    EXPECT_TRUE(relative <= tolerance) << "relative RMS error " << relative << " is above " << tolerance;
    EXPECT_TRUE(worst <= 10.0 * tolerance * scale)
        << "element " << worstIndex << " is " << actual[worstIndex] << ", not " << expected[worstIndex];
}

void checkLaunch(const Launch& launch, std::size_t device) {
    const auto found = references().find(launch.kernel);
    ASSERT_NE(found, references().end()) << "kernel \"" << launch.kernel << "\" has no reference";
    const auto output = runLaunch(launch, device);
    ASSERT_TRUE(output) << textOf(output.diagnostics());
    const Values expected = found->second.compute(launch, initialValues(launch));

    std::size_t compared = 0;
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        if (!buffer) continue;
        SCOPED_TRACE("buffer " + parameter);
        const std::vector<std::byte>& contents = output->buffers.at(parameter);
        if (buffer->access == BufferAccess::Read) {
            EXPECT_TRUE(contents == BufferData::create(*buffer)->bytes()) << "an input changed";
        } else {
            ASSERT_TRUE(expected.contains(parameter)) << "the reference does not give this buffer";
            expectClose(launch.name + ": " + parameter, decoded(contents, buffer->type), expected.at(parameter),
                        found->second.tolerance);
            ++compared;
        }
    }
    EXPECT_EQ(compared, expected.size()) << "the launch lacks a buffer that the reference gives";
}

TEST(Samples, haveLaunchesToCheck) { EXPECT_FALSE(launchFiles("check-").empty()) << "in " << samplesFolder; }

class CheckLaunches : public testing::TestWithParam<fs::path> {};

TEST_P(CheckLaunches, computeWhatTheReferenceDoes) {
    const auto file = readLaunchFile(samplesFolder / GetParam());
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

/// The launches of the paper's sizes are too large to run here; they must at least be readable and known.
class LaunchFiles : public testing::TestWithParam<fs::path> {};

TEST_P(LaunchFiles, loadAndNameAKernelWithAReference) {
    const auto file = readLaunchFile(samplesFolder / GetParam());
    ASSERT_TRUE(file) << textOf(file.diagnostics());
    for (const Launch& launch : file->launches) {
        SCOPED_TRACE(launch.name);
        EXPECT_TRUE(fs::exists(launch.source)) << launch.source;
        EXPECT_TRUE(references().contains(launch.kernel)) << launch.kernel;
        EXPECT_FALSE(hasErrors(validate(launch.range, {})));
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, LaunchFiles, testing::ValuesIn(launchFiles("")), testName);

} // namespace
} // namespace warpstring::samples
