// SPDX-License-Identifier: GPL-3.0-or-later
// Records of folders and files together: which of several counts, whatever the order in which they were taken.
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "core/records/measurement_json.h"
#include "core/records/record_store.h"

namespace warpstring::records {
namespace {

namespace fs = std::filesystem;

Measurement recordOf(const std::string& work, const std::string& device, CacheState cache,
                     MeasurementStatus status, double time) {
    Measurement record;
    record.status = status;
    record.launch.name = work;
    record.launch.kernel = "k";
    for (const char letter : work + "work")
        record.fingerprint += std::to_string(static_cast<unsigned char>(letter));
    record.device.name = device;
    record.settings.cache = cache;
    record.kernel.ns = {time};
    return record;
}

class StoredRecords : public testing::Test {
protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path(testing::TempDir()) / (std::string("StoredRecords.") + info->name());
        fs::remove_all(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
};

TEST_F(StoredRecords, theLastTimedOneCounts) {
    const auto ok = MeasurementStatus::Ok, wrong = MeasurementStatus::WrongOutput,
               failed = MeasurementStatus::Failed;
    const auto last = [](std::vector<MeasurementStatus> statuses) {
        std::vector<Measurement> all;
        all.reserve(statuses.size());
        for (std::size_t i = 0; i < statuses.size(); ++i)
            all.push_back(recordOf("a", "d", CacheState::Warm, statuses[i], static_cast<double>(i)));
        const auto kept = lastOfEach(std::move(all));
        EXPECT_EQ(kept.size(), 1U);
        return static_cast<int>(kept.front().kernel.ns.front());
    };
    EXPECT_EQ(last({ok, ok}), 1);
    EXPECT_EQ(last({ok, failed}), 0) << "a failure does not undo what was measured";
    EXPECT_EQ(last({failed, ok}), 1);
    EXPECT_EQ(last({failed, failed}), 1);
    EXPECT_EQ(last({ok, wrong}), 1) << "a wrong output was timed";
    EXPECT_EQ(last({ok, failed, wrong, failed}), 2);
}

// By definition: of the records of one key the last that was timed, or the last of all where none was; in the
// order in which they stand.
TEST_F(StoredRecords, areThoseOfTheDefinition) {
    std::mt19937 random(20100109);
    for (int round = 0; round < 300; ++round) {
        std::vector<Measurement> all;
        std::map<std::string, double> wanted;
        std::map<std::string, bool> timed;
        for (unsigned i = 0, count = random() % 20; i < count; ++i) {
            const std::string work(1, "abc"[random() % 3]), device = random() % 2 == 0 ? "x" : "y";
            const auto cache = random() % 2 == 0 ? CacheState::Warm : CacheState::Cold;
            const auto status = static_cast<MeasurementStatus>(random() % 3);
            all.push_back(recordOf(work, device, cache, status, i));
            const std::string key = recordKey(all.back().fingerprint, device, cache);
            const bool isTimed = status != MeasurementStatus::Failed;
            if (isTimed || !timed[key]) wanted[key] = i;
            timed[key] = timed[key] || isTimed;
        }
        const auto kept = lastOfEach(all);
        ASSERT_EQ(kept.size(), wanted.size());
        double before = -1;
        for (const auto& record : kept) {
            const double time = record.kernel.ns.front();
            EXPECT_EQ(time,
                      wanted.at(recordKey(record.fingerprint, record.device.name, record.settings.cache)));
            EXPECT_GT(time, before);
            before = time;
        }
    }
}

TEST_F(StoredRecords, keysTellWorkDeviceAndCachesApart) {
    const std::string key = recordKey("f", "d", CacheState::Warm);
    EXPECT_NE(key, recordKey("g", "d", CacheState::Warm));
    EXPECT_NE(key, recordKey("f", "e", CacheState::Warm));
    EXPECT_NE(key, recordKey("f", "d", CacheState::Cold));
    EXPECT_EQ(key, recordKey("f", "d", CacheState::Warm));
}

TEST_F(StoredRecords, foldersAreReadWithAllBelowThem) {
    for (const char* const name : {"b", "a/records.jsonl", "a/deep"}) {
        auto store = RecordStore::open(folder_ / name);
        ASSERT_TRUE(store) << toText(store.diagnostics().front());
        EXPECT_TRUE(store->add(recordOf(name, "d", CacheState::Warm, MeasurementStatus::Ok, 1)).empty());
    }
    std::ofstream(folder_ / "a" / "other.json") << "{\"schema\": \"of something else\"}";
    std::ofstream(folder_ / "notes.txt") << "no record";
    const auto all = readRecords(folder_);
    ASSERT_TRUE(all) << toText(all.diagnostics().front());
    EXPECT_EQ(all->size(), 3U);
    const auto one = readRecords(folder_ / "a" / "other.json");
    EXPECT_FALSE(one) << "asked for by name it is a fault";
}

TEST_F(StoredRecords, fileNamesAreHarmlessWhateverLaunchesAndDevicesAreCalled) {
    auto store = RecordStore::open(folder_);
    ASSERT_TRUE(store);
    const std::string names[] = {"../../etc/passwd", "a b\tc", "n=1,local=8x8", std::string(400, 'x'),
                                 "\xC3\xA4/\\:*?"};
    for (std::size_t i = 0; i < std::size(names); ++i) {
        Measurement record =
            recordOf(names[i], "Some (R) Device/\\ 7", CacheState::Cold, MeasurementStatus::Ok, 1);
        record.fingerprint = "0123456" + std::to_string(i) + "89abcdef";
        EXPECT_TRUE(store->add(record).empty()) << names[i];
    }
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
        ASSERT_TRUE(entry.is_regular_file()) << entry.path();
        EXPECT_EQ(entry.path().extension(), ".json");
        const std::string name = entry.path().filename().string();
        EXPECT_LT(name.size(), 255U);
        EXPECT_EQ(name.find_first_of(" \t/\\:*?()"), std::string::npos) << name;
        ++files;
    }
    EXPECT_EQ(files, std::size(names));
    EXPECT_EQ(readRecords(folder_)->size(), std::size(names));
}

TEST_F(StoredRecords, failedOnesMayBeTriedAgain) {
    const auto failed = recordOf("a", "d", CacheState::Warm, MeasurementStatus::Failed, 1);
    const std::string key = recordKey(failed.fingerprint, "d", CacheState::Warm);
    for (const char* const name : {"records.jsonl", "folder"}) {
        auto store = RecordStore::open(folder_ / name);
        ASSERT_TRUE(store);
        EXPECT_TRUE(store->add(failed).empty());
        EXPECT_FALSE(store->holds(key));
        auto timed = failed;
        timed.status = MeasurementStatus::WrongOutput;
        EXPECT_TRUE(store->add(timed).empty());
        EXPECT_TRUE(store->holds(key));
        const auto again = RecordStore::open(folder_ / name);
        ASSERT_TRUE(again);
        EXPECT_TRUE(again->holds(key)) << "another run knows it too";
    }
}

} // namespace
} // namespace warpstring::records
