// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps on a thread of their own: rows as they come, cancelled, saved, and as a table.
#include "app/gui/models/batch/batch_run.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "app/gui/models/batch/batch_table.h"
#include "study/batch/row_text.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

/// A sweep of `count` launches that take next to no time each.
PlanRequest sweep(const test::ScratchFolder& folder, int count) {
    folder.write("k.cl", "__kernel void k(__global float* a, int n) {\n"
                         "    const int i = get_global_id(0);\n    if (i < n - 3) a[i] = (float)i;\n}\n");
    std::string text = "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                       "global = [\"n\"]\nlocal = [64]\n[args]\nn = 64\n"
                       "a = { buffer = \"float\", count = \"n\" }\n[sweep]\nn = [64";
    for (int i = 2; i <= count; ++i) {
        text += ',';
        text += std::to_string(64 * i);
    }
    folder.write("sweep.toml", text + "]\n");
    PlanRequest request;
    request.launches = {folder.path("sweep.toml")};
    request.specs = {"geforce-8800-gtx", "nvidia-h200"};
    return request;
}

BatchRunOutcome outcomeOf(BatchRun& run) {
    BatchRunOutcome result;
    QObject::connect(&run, &BatchRun::finished, &run, [&](const BatchRunOutcome& each) { result = each; });
    QSignalSpy finished(&run, &BatchRun::finished);
    EXPECT_TRUE(finished.wait(120'000));
    return result;
}

/// The lines that the study library writes for the first `rows` of the plan.
std::string linesOf(const PlanRequest& request, std::uint64_t rows) {
    const OpenedPlan opened = openPlan(request);
    batch::GraphCache graphs;
    batch::RowSimulator simulator(opened.plan, graphs);
    std::string text;
    for (std::uint64_t i = 0; i < rows; ++i)
        batch::jsonLines().append(text, simulator.row(i), batch::rowColumns(false));
    return text;
}

TEST(BatchRun, ItsFilesAreThoseOfTheStudyLibrary) {
    const test::ScratchFolder folder;
    const PlanRequest request = sweep(folder, 40);
    BatchRun run;
    run.start(request);
    const BatchRunOutcome outcome = outcomeOf(run);
    EXPECT_TRUE(outcome.diagnostics.empty());
    EXPECT_FALSE(outcome.cancelled);
    EXPECT_EQ(outcome.progress.written, 80U);
    EXPECT_EQ(outcome.progress.errors, 0U);
    ASSERT_TRUE(run.save(folder.path("rows.jsonl")).empty());
    EXPECT_EQ(folder.read("rows.jsonl"), linesOf(request, 80));
    for (const char* name : {"rows.csv", "rows.sqlite"}) {
        const Diagnostics faults = run.save(folder.path(name));
        EXPECT_TRUE(faults.empty()) << name << (faults.empty() ? "" : toText(faults.front()));
        EXPECT_GT(std::filesystem::file_size(folder.path(name)), 1000U);
    }
    EXPECT_EQ(folder.read("rows.sqlite").substr(0, 15), "SQLite format 3");
    const Diagnostics faults = run.save(folder.path("rows.txt"));
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults.front().code, "export.unknown-format");
}

TEST(BatchRun, KeepsTheFirstRowsWhenCancelled) {
    const test::ScratchFolder folder;
    const PlanRequest request = sweep(folder, 20'000);
    BatchRun run;
    QObject::connect(&run, &BatchRun::rowsAdded, &run, [&] { run.cancel(); });
    run.start(request);
    const BatchRunOutcome outcome = outcomeOf(run);
    EXPECT_TRUE(outcome.cancelled);
    std::uint64_t rows = 0;
    for (const SharedRows& chunk : run.chunks())
        for (const batch::BatchRow& row : *chunk) EXPECT_EQ(row.index, rows++);
    EXPECT_GT(rows, 0U);
    EXPECT_LT(rows, 40'000U);
    EXPECT_EQ(rows, outcome.progress.written);
    ASSERT_TRUE(run.save(folder.path("rows.jsonl")).empty());
    const std::string written = folder.read("rows.jsonl");
    EXPECT_EQ(std::count(written.begin(), written.end(), '\n'), std::ptrdiff_t(rows));
    EXPECT_EQ(written.substr(0, linesOf(request, 10).size()), linesOf(request, 10));
}

TEST(BatchRun, TellsWhatCannotBeOpened) {
    PlanRequest request;
    request.launches = {"/no/such/launch.toml"};
    request.specs = {"nvidia-h200"};
    BatchRun run;
    run.start(request);
    const BatchRunOutcome outcome = outcomeOf(run);
    ASSERT_FALSE(outcome.diagnostics.empty());
    EXPECT_FALSE(outcome.diagnostics.front().hint.empty());
    EXPECT_EQ(outcome.progress.total, 0U);
}

TEST(BatchTable, GrowsWithTheRowsAndSorts) {
    const test::ScratchFolder folder;
    BatchRun run;
    BatchTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QObject::connect(&run, &BatchRun::rowsAdded, &table,
                     [&](const SharedRows& rows) { table.append(rows, run.clockMhz()); });
    run.start(sweep(folder, 30));
    (void)outcomeOf(run);
    ASSERT_EQ(table.rowCount(), 60);
    ASSERT_EQ(table.swept(), (std::vector<std::string>{"n"}));
    ASSERT_EQ(table.columnCount(), BatchTable::FirstSwept + 1 + BatchTable::FigureCount);
    const int time = BatchTable::FirstSwept + 1 + BatchTable::KernelTime;
    table.setUnit(TimeUnit::Microseconds);
    for (int row = 0; row < table.rowCount(); ++row)
        EXPECT_DOUBLE_EQ(table.index(row, time).data(ComparisonTable::SortRole).toDouble(),
                         table.rowAt(row).figures->kernelTimeUs);
    table.sort(BatchTable::FirstSwept, Qt::DescendingOrder);
    EXPECT_EQ(table.index(0, BatchTable::FirstSwept).data().toString(), QString::number(64 * 30));
    table.sort(BatchTable::Spec);
    EXPECT_EQ(table.rowAt(0).spec, "geforce-8800-gtx");
    EXPECT_EQ(table.rowAt(0).swept.front().text, "64") << "equal rows stay in the batch's order";
    table.sort(-1);
    EXPECT_EQ(table.rowAt(1).index, 1U);
    table.clear();
    EXPECT_EQ(table.rowCount(), 0);
}

TEST(BatchRun, CommandsAreThoseOfTheCli) {
    PlanRequest request;
    request.launches = {"/a b/sweep.toml"};
    request.specs = {"x", "y"};
    EXPECT_EQ(batchCommand(request, "out.csv"), "warpstring batch '/a b/sweep.toml' -s x -s y -o out.csv");
}

} // namespace

} // namespace warpstring::gui
