// SPDX-License-Identifier: GPL-3.0-or-later
// The fastest variants of a search measured from the program, on the stub driver of tests/app/measure.
#include "app/gui/models/tune/variant_times.h"

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/models/comparison/measure_run.h"
#include "app/gui/models/tune/space_form.h"
#include "core/records/record_store.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

class VariantTimesTest : public testing::Test {
protected:
    void SetUp() override {
        qputenv("WARPSTRING_MEASURE", WARPSTRING_MEASURE_TEST_PROGRAM);
        qputenv("OCL_ICD_VENDORS", WARPSTRING_STUB_VENDORS);
        qputenv("WARPSTRING_STUB_FILE", QByteArray::fromStdString(folder_.path("stub-state").string()));
        qputenv("WARPSTRING_STUB_FAULT", "");
        folder_.write("stride.cl", kernel);
        ASSERT_TRUE(session_.setSpec("nvidia-h200").empty());
        session_.open(folder_.write("stride.toml", launch));
        session_.analyseNow();
        ASSERT_TRUE(QTest::qWaitFor([this] { return session_.state() == Session::State::Good; }, 60'000));
        TuneRequest request;
        request.inputs = *tuneInputs(session_);
        request.space = formOfLaunch(request.inputs.launch)->text();
        TuneRun run;
        QObject::connect(&run, &TuneRun::finished, &run,
                         [this](const SharedTuneOutcome& each) { outcome_ = each; });
        run.start(request);
        ASSERT_TRUE(QTest::qWaitFor([this] { return outcome_ != nullptr; }, 120'000));
        times_.setOutcome(outcome_);
    }
    void TearDown() override {
        for (const char* name :
             {"WARPSTRING_MEASURE", "OCL_ICD_VENDORS", "WARPSTRING_STUB_FILE", "WARPSTRING_STUB_FAULT"})
            qunsetenv(name);
    }
    /// With the one argument that kernels of the stub have.
    static constexpr const char* kernel = "__kernel void stride(__global float* data) {\n"
                                          "    data[get_global_id(0)] = data[get_global_id(0) * STRIDE];\n"
                                          "}\n";
    static constexpr const char* launch =
        "schema = \"warpstring.launch/1\"\nkernel = \"stride\"\nsource = \"stride.cl\"\nglobal = [1024]\n"
        "local = [64]\n[macros]\nSTRIDE = 8\n[args]\n"
        "data = { buffer = \"float\", count = 8192, init = \"iota\" }\n"
        "[tune]\nSTRIDE = [1, 4, 8]\nlocal = [[64], [128]]\n";
    /// A record of a launch that a maker made.
    static records::Measurement record(const records::ResolvedLaunch& launch, double us,
                                       records::MeasurementStatus status = records::MeasurementStatus::Ok) {
        records::Measurement record;
        record.fingerprint = fingerprint(launch);
        record.device.name = "NVIDIA H200";
        record.status = status;
        record.kernel.statistics.median = us * 1000;
        return record;
    }

    test::ScratchFolder folder_;
    Session session_;
    SharedTuneOutcome outcome_;
    VariantTimes times_;
};

TEST_F(VariantTimesTest, TheStartAndTheFastestAreMadeOnceEach) {
    const auto launches = times_.maker(3)();
    ASSERT_TRUE(launches);
    ASSERT_EQ(launches->size(), 4U);
    EXPECT_FALSE((*launches)[0].reference);
    for (std::size_t i = 1; i < 4; ++i) {
        ASSERT_TRUE((*launches)[i].reference) << "held against the start";
        EXPECT_EQ(fingerprint(*(*launches)[i].reference), fingerprint((*launches)[0]));
    }
    // All of them: the start is among them, and is not run twice.
    const auto all = times_.maker(100)();
    ASSERT_TRUE(all);
    EXPECT_EQ(all->size(), outcome_->answer.top.size());
    VariantTimes none;
    EXPECT_FALSE(none.maker(3));
}

TEST_F(VariantTimesTest, RecordsTellTheRegretAndWhatIsWrong) {
    const auto launches = times_.maker(3)();
    ASSERT_TRUE(launches);
    EXPECT_TRUE(times_.text().isEmpty());
    times_.take(record((*launches)[0], 100));
    times_.take(record((*launches)[1], 22));
    times_.take(record((*launches)[2], 20));
    times_.take(record((*launches)[3], 1, records::MeasurementStatus::WrongOutput));
    records::Measurement other = record((*launches)[1], 7);
    other.fingerprint = "0123456789abcdef";
    times_.take(other);
    const auto& top = outcome_->answer.top;
    EXPECT_EQ(times_.all(), (std::map<search::VariantId, double>{{top[0].id, 22}, {top[1].id, 20}}));
    EXPECT_DOUBLE_EQ(*times_.startUs(), 100);
    ASSERT_TRUE(times_.regret());
    EXPECT_NEAR(times_.regret()->ofPick, 0.1, 1e-12);
    const QString text = times_.text();
    EXPECT_TRUE(text.contains(
        QStringLiteral("Measured on NVIDIA H200: 2 of the fastest variants; as it stands 100 us.")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("regret 10.0 %")) || text.contains(QStringLiteral("regret 10 %")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("The outputs of 1 differ from the start's.")));
    other = record((*launches)[1], 22);
    other.device.name = "Some GPU";
    times_.take(other);
    EXPECT_TRUE(times_.text().contains(QStringLiteral("Some GPU, another device than was searched for: 2")))
        << times_.text().toStdString();
    times_.setOutcome(outcome_);
    EXPECT_TRUE(times_.all().empty()) << "another search";
    EXPECT_TRUE(times_.text().isEmpty());
}

TEST_F(VariantTimesTest, TheWorkerMeasuresThemOffTheThread) {
    MeasureRequest request;
    request.make = times_.maker(2);
    request.output = folder_.path("records/new.jsonl");
    request.settings.stop.leastSamples = request.settings.stop.mostSamples = 3;
    request.settings.warmUpRuns = 1;
    MeasureRun run;
    QObject::connect(&run, &MeasureRun::measured, &times_, &VariantTimes::take);
    MeasureOutcome outcome;
    QObject::connect(&run, &MeasureRun::finished, &run, [&](const MeasureOutcome& each) { outcome = each; });
    QSignalSpy finished(&run, &MeasureRun::finished);
    run.start(request);
    ASSERT_TRUE(finished.wait(120'000));
    EXPECT_TRUE(times_.startUs()) << (outcome.diagnostics.empty() ? "" : outcome.diagnostics.front().message);
    EXPECT_EQ(times_.all().size(), 2U) << times_.text().toStdString();
    const auto records = records::readRecords(request.output);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->size(), 3U) << "kept for comparisons";
    request.make = [] { return Result<std::vector<records::ResolvedLaunch>>(unwritable("variant", "x")); };
    run.start(request);
    ASSERT_TRUE(finished.wait(120'000));
    EXPECT_FALSE(outcome.diagnostics.empty()) << "why nothing was made is told";
}

} // namespace

} // namespace warpstring::gui
