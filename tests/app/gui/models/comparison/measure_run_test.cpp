// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring from the program, on the stub driver of tests/measure and where it hangs, crashes or is cancelled.
#include "app/gui/models/comparison/measure_run.h"

#include <QSignalSpy>
#include <gtest/gtest.h>

#include "app/gui/models/comparison/comparison_run.h"
#include "core/records/record_store.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

class MeasureRunTest : public testing::Test {
protected:
    void SetUp() override {
        qputenv("WARPSTRING_MEASURE", WARPSTRING_MEASURE_TEST_PROGRAM);
        qputenv("OCL_ICD_VENDORS", WARPSTRING_STUB_VENDORS);
        qputenv("WARPSTRING_STUB_FILE", QByteArray::fromStdString(folder_.path("stub-state").string()));
        fault("");
        writeLaunch("a", "k");
        writeLaunch("b", "faulty");
        writeLaunch("c", "k");
        request_.launches = {folder_.path("launches")};
        request_.output = folder_.path("records/new.jsonl");
        request_.settings.stop.leastSamples = request_.settings.stop.mostSamples = 3;
        request_.settings.warmUpRuns = 1;
        QObject::connect(&run_, &MeasureRun::measured, &run_,
                         [this](const records::Measurement& record) { records_.push_back(record); });
        QObject::connect(&run_, &MeasureRun::finished, &run_,
                         [this](const MeasureOutcome& outcome) { outcome_ = outcome; });
    }
    void TearDown() override {
        for (const char* name :
             {"WARPSTRING_MEASURE", "OCL_ICD_VENDORS", "WARPSTRING_STUB_FILE", "WARPSTRING_STUB_FAULT"})
            qunsetenv(name);
    }

    /// Of tests/app/measure/stub_icd/stub.h; it befalls kernels called "faulty".
    static void fault(const char* name) { qputenv("WARPSTRING_STUB_FAULT", name); }
    void writeLaunch(const std::string& name, const std::string& kernel) const {
        folder_.write("launches/" + name + ".cl",
                      "__kernel void " + kernel + "(__global float* data)\n{\n    // " + name + "\n}\n");
        folder_.write("launches/" + name + ".toml",
                      "schema = \"warpstring.launch/1\"\nkernel = \"" + kernel + "\"\nsource = \"" + name +
                          ".cl\"\nglobal = [1024]\nlocal = [64]\n[args]\n"
                          "data = { buffer = \"float\", count = 1024, init = \"iota\" }\n");
    }
    void measure() {
        QSignalSpy finished(&run_, &MeasureRun::finished);
        run_.start(request_);
        EXPECT_TRUE(run_.running());
        ASSERT_TRUE(finished.wait(120'000));
        EXPECT_FALSE(run_.running());
    }

    test::ScratchFolder folder_;
    MeasureRequest request_;
    MeasureRun run_;
    std::vector<records::Measurement> records_;
    MeasureOutcome outcome_;
};

TEST_F(MeasureRunTest, ListsDevices) {
    QSignalSpy listed(&run_, &MeasureRun::devicesListed);
    std::vector<records::DeviceFacts> devices;
    QObject::connect(&run_, &MeasureRun::devicesListed, &run_,
                     [&](const std::vector<records::DeviceFacts>& all, const Diagnostics& faults) {
                         devices = all;
                         EXPECT_TRUE(faults.empty());
                     });
    run_.listDevices();
    ASSERT_TRUE(listed.wait(60'000));
    ASSERT_EQ(devices.size(), 1U);
    EXPECT_EQ(devices.front().name, "Stub device");
}

TEST_F(MeasureRunTest, ADriverWithoutDevicesIsAMessage) {
    fault("no-device");
    Diagnostics faults;
    QObject::connect(&run_, &MeasureRun::devicesListed, &run_,
                     [&](const std::vector<records::DeviceFacts>&, const Diagnostics& all) { faults = all; });
    QSignalSpy listed(&run_, &MeasureRun::devicesListed);
    run_.listDevices();
    ASSERT_TRUE(listed.wait(60'000));
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults.front().code, "measure.no-device");
}

TEST_F(MeasureRunTest, RecordsAreOnDiskAndInTheNextComparison) {
    std::vector<std::size_t> done;
    QObject::connect(&run_, &MeasureRun::progressed, &run_, [&](const MeasureProgress& progress) {
        EXPECT_EQ(progress.count, 3U);
        if (progress.launch.isEmpty()) {
            done.push_back(progress.done);
            EXPECT_FALSE(progress.line.isEmpty());
        }
    });
    measure();
    EXPECT_EQ(done, (std::vector<std::size_t>{1, 2, 3}));
    EXPECT_EQ(outcome_.summary.ok, 3U);
    EXPECT_TRUE(outcome_.diagnostics.empty());
    ASSERT_EQ(records_.size(), 3U);
    const auto read = records::readRecords(request_.output);
    ASSERT_TRUE(read);
    ASSERT_EQ(read->size(), 3U);
    EXPECT_EQ((*read)[1].fingerprint, records_[1].fingerprint);

    ComparisonRequest comparison;
    comparison.plan.launches = request_.launches;
    comparison.plan.specs = {"geforce-8800-gtx"};
    comparison.records = {request_.output};
    const ComparisonOutcome compared = runComparison(comparison, {});
    std::size_t ofStub = 0;
    for (const comparison::ComparedLaunch& launch : compared.comparison->launches) {
        if (launch.device.empty()) continue; // as simulated: the stub is no 8800 GTX
        EXPECT_EQ(launch.device, "Stub device");
        EXPECT_FALSE(launch.ownDevice);
        EXPECT_DOUBLE_EQ(*launch.kernelTime.measured, 4000) << "as the stub's events tell";
        ++ofStub;
    }
    EXPECT_EQ(ofStub, 3U);
    // Measured again with the same file: nothing is left to do.
    request_.resume = true;
    measure();
    EXPECT_EQ(outcome_.summary.resumed, 3U);
}

TEST_F(MeasureRunTest, ADriverThatHangsCostsOneLaunch) {
    fault("hang");
    request_.settings.timeLimitSeconds = 2;
    measure();
    EXPECT_EQ(outcome_.summary.ok, 2U);
    EXPECT_EQ(outcome_.summary.failed, 1U);
    ASSERT_EQ(outcome_.diagnostics.size(), 1U);
    EXPECT_EQ(outcome_.diagnostics.front().code, "measure.time-limit");
}

TEST_F(MeasureRunTest, ADriverThatCrashesCostsOneLaunch) {
    fault("crash");
    measure();
    EXPECT_EQ(outcome_.summary.ok, 2U);
    EXPECT_EQ(outcome_.summary.failed, 1U);
    ASSERT_EQ(outcome_.diagnostics.size(), 1U);
    EXPECT_EQ(outcome_.diagnostics.front().code, "measure.worker-died");
    EXPECT_FALSE(outcome_.diagnostics.front().hint.empty());
}

TEST_F(MeasureRunTest, CancellingGivesUpTheLaunchThatRuns) {
    fault("hang");
    request_.settings.timeLimitSeconds = 100;
    QObject::connect(&run_, &MeasureRun::progressed, &run_, [this](const MeasureProgress& progress) {
        if (progress.launch == QLatin1String("b")) run_.cancel();
    });
    measure();
    EXPECT_TRUE(outcome_.cancelled);
    EXPECT_TRUE(outcome_.diagnostics.empty()) << toText(outcome_.diagnostics.front());
    EXPECT_EQ(outcome_.summary.ok, 1U);
    EXPECT_EQ(outcome_.summary.left, 2U);
    EXPECT_EQ(records::readRecords(request_.output)->size(), 1U) << "what was measured before is kept";
}

TEST_F(MeasureRunTest, FaultsBeforeMeasuringAreMessages) {
    request_.launches = {folder_.path("none.toml")};
    measure();
    ASSERT_FALSE(outcome_.diagnostics.empty());
    request_.launches = {folder_.path("launches")};
    request_.device = "no such device";
    measure();
    ASSERT_FALSE(outcome_.diagnostics.empty());
    EXPECT_EQ(outcome_.diagnostics.front().code, "measure.unknown-device");
    qputenv("WARPSTRING_MEASURE", "/no/such/program");
    request_.device.clear();
    measure();
    ASSERT_FALSE(outcome_.diagnostics.empty());
    EXPECT_FALSE(outcome_.diagnostics.front().hint.empty());
}

TEST_F(MeasureRunTest, TheCommandIsTheClis) {
    MeasureRequest request;
    request.launches = {"a.toml"};
    request.device = "NVIDIA H200";
    request.output = "r.jsonl";
    request.settings.cache = records::CacheState::Cold;
    EXPECT_EQ(measureCommand(request), "warpstring measure a.toml -d 'NVIDIA H200' --cache cold -o r.jsonl");
}

} // namespace

} // namespace warpstring::gui
