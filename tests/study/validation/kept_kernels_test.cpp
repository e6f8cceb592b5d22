// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/kept_kernels.h"

#include <gtest/gtest.h>

#include "core/files/launches/launch_file.h"
#include "core/random/random_launch.h"
#include "core/records/record_store.h"
#include "tests/study/study_fixture.h"

namespace warpstring::validation {
namespace {

using KeptKernelsTest = StudyTest;

TEST_F(KeptKernelsTest, launchFilesAreTheSameWork) {
    std::vector<records::ResolvedLaunch> launches;
    for (std::uint64_t index = 0; index < 40; ++index) launches.push_back(random_kernels::launchOf(3, index));
    ASSERT_TRUE(keepKernels(folder_, launches, {}).empty());
    for (const records::ResolvedLaunch& resolved : launches) {
        const auto file = files::readLaunchFile(folder_ / (resolved.launch.name + ".toml"));
        ASSERT_TRUE(file) << toText(file.diagnostics().front());
        ASSERT_EQ(file->launches.size(), 1U);
        const auto read = records::resolve(file->launches.front());
        ASSERT_TRUE(read);
        EXPECT_EQ(fingerprint(*read), fingerprint(resolved)) << resolved.launch.name;
        EXPECT_EQ(read->launch.reference->function, "random-kernel");
        EXPECT_EQ(read->launch.reference->tolerance, resolved.launch.reference->tolerance);
    }
}

TEST_F(KeptKernelsTest, recordsStandWhereComparisonsLook) {
    records::Measurement record;
    record.status = records::MeasurementStatus::Ok;
    record.launch = random_kernels::launchOf(3, 0).launch;
    record.fingerprint = "0123456789abcdef";
    record.device.name = "device";
    ASSERT_TRUE(keepKernels(folder_, {}, {record}).empty());
    const auto read = records::readRecords(folder_ / "measurements");
    ASSERT_TRUE(read) << toText(read.diagnostics().front());
    EXPECT_EQ(read->front().fingerprint, record.fingerprint);
}

} // namespace
} // namespace warpstring::validation
