// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions with a shell script in the worker's place: what becomes of records when devices and disks fail.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/measure/client/session.h"
#include "core/records/measurement_json.h"

namespace warpstring::measure {

using records::MeasurementStatus;
namespace {

namespace fs = std::filesystem;

class Sessions : public testing::Test {
protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path(testing::TempDir()) / (std::string("Sessions.") + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        devices({"First GPU", "Second GPU"});
    }
    void TearDown() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    /// What the worker says to "devices": the answer number `from` on.
    void devices(const std::vector<std::string>& names, const std::string& file = "devices") const {
        Json::Array items;
        for (const auto& name : names) {
            records::DeviceFacts facts;
            facts.platform = "Made up";
            facts.name = name;
            facts.type = records::DeviceType::Gpu;
            items.push_back(toJson(facts));
        }
        Json answer;
        answer.set("devices", items);
        write(file, answer.compact() + "\n");
    }

    /// What it says to the n-th "measure".
    void answers(int number, MeasurementStatus status, const std::string& launch) const {
        records::Measurement record;
        record.status = status;
        record.launch = launchOf(launch).launch;
        record.fingerprint = fingerprint(launchOf(launch));
        record.device.platform = "Made up";
        record.device.name = "First GPU";
        if (status == MeasurementStatus::Failed)
            record.diagnostics = {
                {"measure.build-failed", Severity::Error, {}, "it does not build", "mend it"}};
        Json answer;
        answer.set("record", toJson(record));
        write("answer" + std::to_string(number), answer.compact() + "\n");
    }
    void does(int number, const std::string& script) const { write("script" + std::to_string(number), script); }

    static records::ResolvedLaunch launchOf(const std::string& name) {
        records::ResolvedLaunch resolved;
        resolved.launch.name = name;
        resolved.launch.file = name + ".toml";
        resolved.launch.kernel = name;
        resolved.sourceText = "__kernel void " + name + "() {}";
        return resolved;
    }

    /// Answers requests from files; each request to measure uses up a number.
    fs::path worker() const {
        const std::string here = folder_.string() + "/";
        write("worker",
              "#!/bin/sh\ncd " + here +
                  "\nwhile read -r line; do\n"
                  "  case $line in\n"
                  "  *'\"devices\"'*) if test -e later && test -e lost; then cat lost; else cat devices; fi;;\n"
                  "  *) n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) > count; touch later\n"
                  "     echo \"$line\" > request$n\n"
                  "     if test -e script$n; then . ./script$n; else cat answer$n; fi;;\n"
                  "  esac\ndone\n");
        fs::permissions(folder_ / "worker", fs::perms::owner_all);
        return folder_ / "worker";
    }

    Result<SessionSummary> measure(const std::vector<std::string>& names, bool resume = false,
                                   const std::string& device = "first") {
        std::vector<records::ResolvedLaunch> launches;
        launches.reserve(names.size());
        for (const auto& name : names) launches.push_back(launchOf(name));
        auto store = records::RecordStore::open(folder_ / "records.jsonl");
        EXPECT_TRUE(store.ok());
        WorkerProcess process(worker());
        records::MeasureSettings settings;
        settings.timeLimitSeconds = 60;
        return measureAll(launches, device, settings, resume, *store, process,
                          [&](const SessionProgress& progress) { told_.push_back(progressText(progress)); });
    }

    static std::string progressText(const SessionProgress& progress) {
        return std::to_string(progress.index + 1) + "/" + std::to_string(progress.count) + " " +
               progress.launch->name +
               (progress.resumed  ? " resumed"
                : progress.record ? " done"
                                  : " begins");
    }

    std::vector<records::Measurement> records() const {
        const auto read = records::readRecords(folder_ / "records.jsonl");
        EXPECT_TRUE(read.ok());
        return read ? *read : std::vector<records::Measurement>{};
    }

    fs::path folder_;
    std::vector<std::string> told_;
};

TEST_F(Sessions, measureLaunchesInTurnAndTellOfEach) {
    answers(0, MeasurementStatus::Ok, "a");
    answers(1, MeasurementStatus::WrongOutput, "b");
    const auto summary = measure({"a", "b"});
    ASSERT_TRUE(summary) << toText(summary.diagnostics().front());
    EXPECT_EQ(summary->ok, 1U);
    EXPECT_EQ(summary->wrong, 1U);
    EXPECT_EQ(summary->failed, 0U);
    EXPECT_EQ(summary->left, 0U);
    EXPECT_TRUE(summary->diagnostics.empty());
    EXPECT_EQ(told_, (std::vector<std::string>{"1/2 a begins", "1/2 a done", "2/2 b begins", "2/2 b done"}));
    ASSERT_EQ(records().size(), 2U);
    EXPECT_EQ(records()[1].status, MeasurementStatus::WrongOutput);
}

TEST_F(Sessions, askForTheDeviceThatWasMeant) {
    answers(0, MeasurementStatus::Ok, "a");
    ASSERT_TRUE(measure({"a"}, false, "second"));
    std::ifstream in(folder_ / "request0");
    std::string line;
    std::getline(in, line);
    const auto request = parseJson(line);
    ASSERT_TRUE(request.ok());
    EXPECT_EQ((*request)["request"].text(), "measure");
    EXPECT_EQ((*request)["device"].integer(), 1);
    EXPECT_EQ((*request)["launch"]["kernel"].text(), "a");
    EXPECT_EQ((*request)["launch"]["source_text"].text(), launchOf("a").sourceText);
    const auto unknown = measure({"a"}, false, "third");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.diagnostics().front().code, "measure.unknown-device");
}

TEST_F(Sessions, resumedLaunchesAreNotMeasuredAgain) {
    answers(0, MeasurementStatus::Ok, "a");
    ASSERT_TRUE(measure({"a"}));
    answers(1, MeasurementStatus::Ok, "b");
    told_.clear();
    const auto summary = measure({"a", "b"}, true);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->resumed, 1U);
    EXPECT_EQ(summary->ok, 1U);
    EXPECT_EQ(told_, (std::vector<std::string>{"1/2 a resumed", "2/2 b begins", "2/2 b done"}));
    answers(2, MeasurementStatus::Ok, "a");
    const auto again = measure({"a"});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->ok, 1U) << "without being asked to, nothing is passed over";
}

TEST_F(Sessions, aWorkerThatDiesLeavesARecordAndTheNextGoesOn) {
    does(0, "echo no more memory >&2; kill -KILL $$");
    answers(1, MeasurementStatus::Ok, "b");
    const auto summary = measure({"a", "b"});
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->failed, 1U);
    EXPECT_EQ(summary->ok, 1U);
    const auto all = records();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].status, MeasurementStatus::Failed);
    EXPECT_EQ(all[0].launch.name, "a");
    EXPECT_EQ(all[0].fingerprint, fingerprint(launchOf("a")));
    EXPECT_EQ(all[0].device.name, "First GPU");
    ASSERT_FALSE(all[0].diagnostics.empty());
    EXPECT_EQ(all[0].diagnostics.front().code, "measure.worker-died");
    EXPECT_EQ(all[0].diagnostics.front().place.file, "a.toml");
}

TEST_F(Sessions, whatWasTimedBeforeTheProbeDiedIsKept) {
    answers(0, MeasurementStatus::Ok, "a");
    does(0, "sed 's/^{/{\"partial\":true,/' answer0; kill -SEGV $$");
    const auto summary = measure({"a"});
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->ok, 1U);
    ASSERT_EQ(records().size(), 1U);
    EXPECT_NE(records()[0].warp.why.find("does not survive the probe"), std::string::npos);
}

TEST_F(Sessions, endWhenTheDeviceIsGone) {
    answers(0, MeasurementStatus::Failed, "a");
    devices({"Second GPU"}, "lost");
    const auto summary = measure({"a", "b", "c"});
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->failed, 1U);
    EXPECT_EQ(summary->left, 2U);
    ASSERT_EQ(summary->diagnostics.size(), 1U);
    EXPECT_EQ(summary->diagnostics.front().code, "measure.device-lost");
    EXPECT_NE(summary->diagnostics.front().hint.find("--resume"), std::string::npos);
    EXPECT_EQ(records().size(), 1U) << "what was taken is kept";
}

TEST_F(Sessions, anotherDeviceInItsPlaceIsNotTakenForIt) {
    answers(0, MeasurementStatus::Failed, "a");
    answers(1, MeasurementStatus::Ok, "b");
    devices({"Other GPU", "First GPU"}, "lost");
    const auto summary = measure({"a", "b"});
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->left, 1U);
}

TEST_F(Sessions, aFailureWithTheDeviceStillThereGoesOn) {
    answers(0, MeasurementStatus::Failed, "a");
    answers(1, MeasurementStatus::Ok, "b");
    const auto summary = measure({"a", "b"});
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->failed, 1U);
    EXPECT_EQ(summary->ok, 1U);
    EXPECT_EQ(records()[0].diagnostics.front().code, "measure.build-failed");
}

TEST_F(Sessions, answersThatAreNoRecordsAreFailures) {
    write("answer0", "{\"record\": {\"schema\": \"something else\"}}\n");
    const auto summary = measure({"a"});
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->failed, 1U);
}

TEST_F(Sessions, cancelledBeforeTheyBeginLeaveEverything) {
    WorkerProcess process(worker());
    const std::atomic<bool> cancelled = true;
    process.cancelOn(&cancelled);
    auto store = records::RecordStore::open(folder_ / "records.jsonl");
    ASSERT_TRUE(store.ok());
    const auto summary = measureAll({launchOf("a"), launchOf("b")}, "", {}, false, *store, process,
                                    [](const SessionProgress&) { ADD_FAILURE() << "nothing begins"; });
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->left, 2U);
    EXPECT_EQ(summary->diagnostics.front().code, "measure.cancelled");
}

TEST_F(Sessions, driversThatCannotBeAskedAreToldAsSuch) {
    write("worker", "#!/bin/sh\nexit 5\n");
    fs::permissions(folder_ / "worker", fs::perms::owner_all);
    WorkerProcess process(folder_ / "worker");
    const auto devices = askDevices(process);
    ASSERT_FALSE(devices);
    EXPECT_EQ(devices.diagnostics().front().code, "measure.worker-died");
    EXPECT_NE(devices.diagnostics().front().hint.find("OCL_ICD_VENDORS"), std::string::npos);
}

} // namespace
} // namespace warpstring::measure
