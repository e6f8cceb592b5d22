// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons on a thread of their own: the same as on this one, cancelled, and with files that are faulty.
#include "app/gui/models/comparison/comparison_run.h"

#include <QSignalSpy>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "core/records/record_store.h"
#include "study/comparison/comparison_tables.h"
#include "tests/app/gui/models/comparison/comparisons.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::comparisonRequestFor;

/// The outcome of a run, waited for in the event loop.
ComparisonOutcome outcomeOf(ComparisonRun& run) {
    ComparisonOutcome result;
    QObject::connect(&run, &ComparisonRun::finished, &run,
                     [&](const ComparisonOutcome& each) { result = each; });
    QSignalSpy finished(&run, &ComparisonRun::finished);
    EXPECT_TRUE(finished.wait(120'000));
    return result;
}

TEST(ComparisonRun, GivesWhatTheStudyLibraryGives) {
    const ComparisonRequest request = comparisonRequestFor("scan");
    ComparisonRun run;
    std::vector<comparison::ComparedLaunch> parts;
    QObject::connect(&run, &ComparisonRun::compared, &run, [&](const SharedLaunches& launches) {
        parts.insert(parts.end(), launches->begin(), launches->end());
    });
    run.start(request);
    EXPECT_TRUE(run.running());
    const ComparisonOutcome outcome = outcomeOf(run);
    EXPECT_FALSE(run.running());
    ASSERT_TRUE(outcome.comparison);
    EXPECT_TRUE(outcome.comparison->complete);

    auto records = records::readRecords(request.plan.launches.front() / "measurements");
    ASSERT_TRUE(records);
    comparison::ComparisonOptions all;
    all.anyDevice = true;
    auto expected = comparison::compare(openPlan(request.plan).plan, *records, all);
    ASSERT_TRUE(expected);
    ASSERT_FALSE(expected->launches.empty());
    // The pane shows what has no record as well; the rest is the same, metrics and rankings too.
    comparison::Comparison measured = *outcome.comparison;
    std::erase_if(measured.launches,
                  [](const comparison::ComparedLaunch& launch) { return launch.device.empty(); });
    EXPECT_EQ(toCsv(measured), toCsv(*expected));
    EXPECT_EQ(toJson(measured), toJson(*expected));
    ASSERT_LE(parts.size(), outcome.comparison->launches.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        EXPECT_EQ(parts[i].launch, outcome.comparison->launches[i].launch) << "parts come in order";
}

TEST(ComparisonRun, KeepsWhatItHasWhenCancelled) {
    ComparisonRequest request = comparisonRequestFor(""); // all samples: seconds of work
    ComparisonRun run;
    QObject::connect(&run, &ComparisonRun::compared, &run, [&] { run.cancel(); });
    run.start(request);
    const ComparisonOutcome outcome = outcomeOf(run);
    ASSERT_TRUE(outcome.comparison);
    EXPECT_FALSE(outcome.comparison->complete);
    EXPECT_FALSE(outcome.comparison->launches.empty());
    EXPECT_FALSE(outcome.comparison->summaries.empty());
    EXPECT_TRUE(outcome.comparison->unmatchedRecords.empty())
        << "nobody knows yet which records belong to none";
}

TEST(ComparisonRun, ALaterOneReplacesTheOneThatRuns) {
    ComparisonRun run;
    run.start(comparisonRequestFor(""));
    const quint64 later = run.start(comparisonRequestFor("scan"));
    const ComparisonOutcome outcome = outcomeOf(run);
    EXPECT_EQ(outcome.revision, later);
    EXPECT_TRUE(outcome.comparison->complete);
}

TEST(ComparisonRun, OneFaultyFileKeepsNoOtherFromBeingCompared) {
    test::ScratchFolder folder;
    folder.write("bad.toml", "schema = [\n");
    ComparisonRequest request = comparisonRequestFor("scan/scan-div.toml");
    request.plan.launches.push_back(folder.path("bad.toml"));
    request.plan.specs.emplace_back("no-such-spec");
    request.records = {folder.path("none.jsonl")};
    const ComparisonOutcome outcome = runComparison(request, {});
    EXPECT_FALSE(outcome.comparison->launches.empty());
    EXPECT_GE(outcome.diagnostics.size(), 3U) << "the launch file, the spec and the records";
    for (const Diagnostic& fault : outcome.diagnostics) EXPECT_FALSE(fault.hint.empty()) << toText(fault);
}

TEST(ComparisonRun, TheErrorOfAFileIsOfItsSpecAndOfItsOwnDevice) {
    ComparisonRequest request = comparisonRequestFor("scan/scan-div.toml");
    request.plan.specs.emplace_back("geforce-8800-gtx");
    const ComparisonOutcome outcome = runComparison(request, {});
    std::vector<const comparison::ComparedLaunch*> launches;
    double own = 0;
    int count = 0;
    for (const comparison::ComparedLaunch& launch : outcome.comparison->launches) {
        launches.push_back(&launch);
        EXPECT_EQ(launch.ownDevice,
                  launch.device.empty() || (launch.spec == "nvidia-h200" && launch.device == "NVIDIA H200"));
        if (launch.device.empty() || !launch.ownDevice) continue;
        own += std::fabs(*launch.kernelTime.signedError());
        ++count;
    }
    ASSERT_GT(count, 1) << "warm and cold caches";
    const auto file = request.plan.launches.front();
    EXPECT_NEAR(errorOfFile(launches, file, "nvidia-h200").value_or(-1), own / count, 1e-12);
    EXPECT_EQ(errorOfFile(launches, file, "geforce-8800-gtx"), std::nullopt) << "measured on an H200 alone";
    EXPECT_EQ(outcome.comparison->specsWithoutRecords, (std::vector<std::string>{"geforce-8800-gtx"}));
}

TEST(ComparisonRun, WhatIsEditedStandsInPlaceOfWhatIsSaved) {
    ComparisonRequest request = comparisonRequestFor("scan/scan-div.toml");
    const auto timeOf = [&] {
        const ComparisonOutcome outcome = runComparison(request, {});
        EXPECT_TRUE(outcome.diagnostics.empty());
        const auto& launches = outcome.comparison->launches;
        return launches.empty() ? 0 : launches.front().kernelTime.simulated.value_or(0);
    };
    const double saved = timeOf();
    auto slower = std::make_shared<HardwareSpec>(openPlan(request.plan).plan.specs().front());
    slower->execution.clockMhz /= 2;
    request.plan.edited.specs["nvidia-h200"] = slower;
    EXPECT_GT(timeOf(), 1.2 * saved);
    request.plan.edited = {};

    const auto file = request.plan.launches.front();
    std::ifstream in(file.parent_path() / "scan.cl");
    std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    ASSERT_FALSE(text.empty());
    request.plan.edited.sources[file.parent_path() / "scan.cl"] = text + "\n// edited\n";
    const ComparisonOutcome commented = runComparison(request, {});
    EXPECT_EQ(commented.comparison->launches.front().kernelTime.simulated, saved) << "a comment costs nothing";
    EXPECT_TRUE(commented.comparison->summaries.empty()) << "but no record is of this text";
}

TEST(ComparisonRun, LaunchesWithoutARecordAreThereToo) {
    ComparisonRequest request = comparisonRequestFor("scan/scan-div.toml");
    request.recordsBeside = false;
    const ComparisonOutcome outcome = runComparison(request, {});
    ASSERT_EQ(outcome.comparison->launches.size(), 1U);
    const comparison::ComparedLaunch& launch = outcome.comparison->launches.front();
    EXPECT_TRUE(launch.kernelTime.simulated);
    EXPECT_FALSE(launch.kernelTime.measured);
    EXPECT_EQ(launch.kernelTime.exclusion, comparison::Exclusion::NotMeasured);
    EXPECT_TRUE(outcome.comparison->summaries.empty());
}

TEST(ComparisonRun, ALaunchMeasuredAgainCountsOnce) {
    ComparisonRequest request = comparisonRequestFor("scan/scan-div.toml");
    const auto before = runComparison(request, {}).comparison;
    ASSERT_FALSE(before->launches.empty());
    const comparison::ComparedLaunch& first = before->launches.front();
    const auto records = records::readRecords(request.plan.launches.front().parent_path() / "measurements");
    ASSERT_TRUE(records);
    const test::ScratchFolder folder;
    auto store = records::RecordStore::open(folder.path("again.jsonl"));
    ASSERT_TRUE(store);
    for (records::Measurement record : *records) {
        for (double& ns : record.kernel.ns) ns *= 2;
        record.kernel.statistics = records::statisticsOf(record.kernel.ns);
        ASSERT_TRUE(store->add(record).empty());
    }
    request.records = {folder.path("again.jsonl")};
    const auto after = runComparison(request, {}).comparison;
    ASSERT_EQ(after->launches.size(), before->launches.size());
    double now = 0;
    for (const comparison::ComparedLaunch& launch : after->launches)
        if (launch.device == first.device && launch.cache == first.cache) now = *launch.kernelTime.measured;
    EXPECT_NEAR(now, 2 * *first.kernelTime.measured, 1e-9 * now);
}

TEST(ComparisonRun, TheCommandNamesRecordsOnlyWhereTheCliWouldNotFindThem) {
    ComparisonRequest request = comparisonRequestFor("scan/scan-div.toml");
    const std::string file = request.plan.launches.front().string();
    EXPECT_EQ(compareCommand(request), "warpstring compare " + file + " -s nvidia-h200");
    request.records = {"/tmp/my records.jsonl"};
    EXPECT_EQ(compareCommand(request),
              "warpstring compare " + file + " -s nvidia-h200 --records " +
                  (request.plan.launches.front().parent_path() / "measurements").string() +
                  " --records '/tmp/my records.jsonl'");
}

} // namespace

} // namespace warpstring::gui
