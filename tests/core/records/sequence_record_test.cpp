// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences on their way to a device and back: plans, records, stores of both kinds of records.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/records/plan.h"
#include "core/records/record_store.h"

namespace warpstring::records {
namespace {

class SequenceRecord : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::path(testing::TempDir()) /
            (std::string("SequenceRecord.") + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    static Launch launchOf(const std::string& name) {
        Launch launch;
        launch.name = name;
        launch.kernel = name;
        launch.range = {1, {64, 1, 1}, {64, 1, 1}};
        BufferArgument buffer;
        buffer.type = {ScalarType::Float, 1};
        buffer.count = 64;
        launch.arguments = {{"x", buffer}, {"y", buffer}};
        return launch;
    }

    /// Two launches in a group that repeats, one after it.
    static ResolvedSequence resolved() {
        ResolvedSequence all;
        all.sequence.name = "three";
        SequenceStep group;
        group.repeat = 4;
        group.swaps = {{"a", "b"}};
        for (const char* name : {"first", "second"}) {
            SequenceStep step;
            step.launch = launchOf(name);
            step.buffers = {{"x", "a"}, {"y", "b"}};
            group.steps.push_back(step);
        }
        SequenceStep last;
        last.launch = launchOf("last");
        last.buffers = {{"x", "a"}};
        all.sequence.steps = {group, last};
        for (const SequenceLaunch& launch : launchesOf(all.sequence))
            all.launches.push_back({launch.step->launch, "kernel void k() {}", nullptr});
        all.reference = std::make_shared<const ResolvedLaunch>(
            ResolvedLaunch{launchOf("right"), "kernel void right() {}", nullptr});
        all.sequence.reference = {all.reference->launch, "", {{"a", "y"}}, 1e-4};
        return all;
    }

    SequenceMeasurement measured() const {
        SequenceMeasurement record = recordFor(resolved(), {});
        record.status = MeasurementStatus::Ok;
        record.device.name = "A GPU";
        record.kernels.ns = record.host.ns = record.span.ns = {3000, 3100, 3200};
        for (StepMeasurement& step : record.steps) step.all.ns = {1000, 1100, 1200};
        for (StepMeasurement& step : record.steps) step.all.statistics = statisticsOf(step.all.ns);
        record.verification.reference = "launch right";
        record.verification.buffers.push_back({"a", 64, 64, 0, 1e-4, true, 0, 0, 0});
        return record;
    }

    std::filesystem::path folder_;
};

TEST_F(SequenceRecord, aPlanCarriesSequencesBehindLaunches) {
    const ResolvedSequence sequence = resolved();
    const std::string text = toPlan(Plan{{sequence.launches[0]}, {sequence}});
    std::ofstream(folder_ / "plan.jsonl") << text;
    const auto plan = readWholePlan(folder_ / "plan.jsonl");
    ASSERT_TRUE(plan) << toText(plan.diagnostics().front());
    ASSERT_EQ(plan->launches.size(), 1U);
    ASSERT_EQ(plan->sequences.size(), 1U);
    EXPECT_EQ(toPlan(*plan), text);
    const Sequence& read = plan->sequences[0].sequence;
    EXPECT_EQ(runCount(read), 9U);
    EXPECT_EQ(read.steps[0].swaps, sequence.sequence.steps[0].swaps);
    EXPECT_EQ(read.reference->tolerance, 1e-4);
    EXPECT_EQ(fingerprint(plan->sequences[0]), fingerprint(sequence));

    const auto launchesAlone = readPlan(folder_ / "plan.jsonl");
    ASSERT_FALSE(launchesAlone);
    EXPECT_EQ(launchesAlone.diagnostics().front().code, "measure.bad-plan");
}

TEST_F(SequenceRecord, aLineThatIsNoSequenceIsRefused) {
    const auto faultOf = [](const Json& json) {
        const auto read = resolvedSequenceFromJson(json, {"plan.jsonl", 3, 0});
        return read ? std::string("read") : toText(read.diagnostics().front());
    };
    const Json good = toJson(resolved());
    EXPECT_EQ(faultOf(good), "read");
    const auto with = [&](const std::string& key, const Json& value) {
        Json changed = Json::Object();
        for (const auto& [name, member] : good.members()) changed.set(name, name == key ? value : member);
        return changed;
    };
    EXPECT_NE(faultOf(with("schema", "warpstring.sequence/1")).find("plan.jsonl:3"), std::string::npos);
    EXPECT_NE(faultOf(with("launches", Json::Array())).find("measure.bad-plan"), std::string::npos);
    EXPECT_NE(faultOf(with("steps", Json::Array())).find("measure.bad-plan"), std::string::npos);
    const Json steps = *parseJson("[{\"launch\": 0, \"buffers\": {\"none\": \"a\"}, \"repeat\": 1},"
                                  " {\"launch\": 1, \"repeat\": 1}, {\"launch\": 2, \"repeat\": 0}]");
    EXPECT_NE(faultOf(with("steps", steps)).find("sequence."), std::string::npos);
}

TEST_F(SequenceRecord, fingerprintsTellWorkApart) {
    const std::string one = fingerprint(resolved());
    ResolvedSequence other = resolved();
    other.sequence.name = "renamed";
    EXPECT_EQ(fingerprint(other), one);
    other.sequence.steps[0].repeat = 5;
    EXPECT_NE(fingerprint(other), one);
    other = resolved();
    other.sequence.steps[1].buffers = {{"x", "b"}};
    EXPECT_NE(fingerprint(other), one);
    other = resolved();
    other.launches[2].sourceText += " ";
    EXPECT_NE(fingerprint(other), one);
}

TEST_F(SequenceRecord, aRecordReadsBackAsItWas) {
    const SequenceMeasurement record = measured();
    const Json json = toJson(record);
    ASSERT_TRUE(isSequenceMeasurement(json));
    const SequenceMeasurement read = sequenceMeasurementFromJson(json);
    EXPECT_EQ(toJson(read), toJson(sequenceMeasurementFromJson(toJson(read))));
    EXPECT_EQ(read.steps[0].number, "1.1");
    EXPECT_EQ(read.steps[0].runs, 4U);
    EXPECT_EQ(read.steps[0].medianRunNs(), 275);
    EXPECT_EQ(read.verification.buffers[0].buffer, "a");
}

TEST_F(SequenceRecord, aStoreKeepsBothKindsApart) {
    for (const char* name : {"records.jsonl", "records"}) {
        auto store = RecordStore::open(folder_ / name);
        ASSERT_TRUE(store);
        Measurement launch;
        launch.launch = launchOf("first");
        launch.fingerprint = "0123456789abcdef";
        ASSERT_TRUE(store->add(launch).empty());
        ASSERT_TRUE(store->add(measured()).empty());
        ASSERT_TRUE(store->add(measured()).empty());
        const auto again = RecordStore::open(folder_ / name);
        ASSERT_TRUE(again);
        EXPECT_TRUE(again->holds(recordKey(fingerprint(resolved()), "A GPU", CacheState::Warm)));
        const auto launches = readRecords(folder_ / name);
        ASSERT_TRUE(launches);
        EXPECT_EQ(launches->size(), 1U);
        const auto sequences = readSequenceRecords(folder_ / name);
        ASSERT_TRUE(sequences);
        EXPECT_EQ(sequences->size(), 1U) << "the last of each";
    }
}

} // namespace
} // namespace warpstring::records
