// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/record_paths.h"

#include "core/records/record_store.h"
#include "core/records/sample_statistics.h"
#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

using Paths = std::vector<std::string>;

class RecordPaths : public test::FolderTest {
protected:
    std::vector<files::LaunchSweep> opened(const std::vector<std::string>& names) const {
        std::vector<files::LaunchSweep> files;
        for (const std::string& name : names) {
            auto file = files::LaunchSweep::open(writeLaunch(name));
            EXPECT_TRUE(file) << name;
            files.push_back(std::move(*file));
        }
        return files;
    }
    /// A record of a launch on a device, in a file of records.
    void record(const std::string& file, const std::string& fingerprint, const std::string& device) const {
        std::filesystem::create_directories((folder_ / file).parent_path());
        auto store = records::RecordStore::open(folder_ / file);
        ASSERT_TRUE(store);
        records::Measurement made;
        made.status = records::MeasurementStatus::Ok;
        made.fingerprint = fingerprint;
        made.device.name = device;
        made.kernel.ns = {1000, 1000, 1000};
        made.kernel.statistics = records::statisticsOf(made.kernel.ns);
        ASSERT_TRUE(store->add(made).empty());
    }
};

TEST_F(RecordPaths, WhatIsGivenIsTakenAsItIs) {
    std::filesystem::create_directories(folder_ / "measurements");
    EXPECT_EQ(recordPaths({"b", "a", "b"}, opened({"k.toml"})), (Paths{"b", "a", "b"}));
}

TEST_F(RecordPaths, ElseTheyAreBesideTheLaunchFilesEachFolderOnce) {
    const auto files = opened({"y/k.toml", "x/k.toml", "x/l.toml", "none/k.toml"});
    std::filesystem::create_directories(folder_ / "x/measurements");
    std::filesystem::create_directories(folder_ / "y/measurements");
    EXPECT_EQ(recordPaths({}, files),
              (Paths{(folder_ / "x/measurements").string(), (folder_ / "y/measurements").string()}));
    EXPECT_EQ(recordPaths({}, {}), Paths{});
    write("none/measurements", "a file of that name is no folder");
    EXPECT_EQ(recordPaths({}, files).size(), 2U);
}

TEST_F(RecordPaths, RecordsOfAllPathsAreReadEachLaunchOnceOnADevice) {
    record("a.jsonl", "0000000000000001", "A GPU");
    record("a.jsonl", "0000000000000002", "A GPU");
    record("b.jsonl", "0000000000000001", "A GPU");
    record("b.jsonl", "0000000000000001", "another GPU");
    const auto records = readRecordsOf({(folder_ / "a.jsonl").string(), (folder_ / "b.jsonl").string()}, {});
    ASSERT_TRUE(records) << toText(records.diagnostics().front());
    EXPECT_EQ(records->size(), 3U) << "launch 1 was measured twice on the first device";
}

TEST_F(RecordPaths, RecordsBesideALaunchFileAreFound) {
    const auto files = opened({"x/k.toml"});
    record("x/measurements/gpu.jsonl", "0000000000000001", "A GPU");
    const auto records = readRecordsOf({}, files);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->size(), 1U);
}

TEST_F(RecordPaths, WithoutAnyItIsSaidHowTheyAreMade) {
    const auto none = readRecordsOf({}, opened({"k.toml"}));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.diagnostics().front().code, "compare.no-records");
    EXPECT_NE(none.diagnostics().front().hint.find("--records"), std::string::npos);
    const auto absent = readRecordsOf({(folder_ / "absent.jsonl").string()}, {});
    ASSERT_FALSE(absent);
    EXPECT_NE(absent.diagnostics().front().code, "compare.no-records")
        << "a path that is not there is another fault";
}

} // namespace

} // namespace warpstring::cli
