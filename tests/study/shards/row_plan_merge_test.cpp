// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that are no launch files', cut and joined.
#include <fstream>

#include "study/batch/plan_record.h"
#include "study/batch/row_lines.h"
#include "study/shards/merge.h"
#include "study/shards/shard_cut.h"
#include "tests/study/study_fixture.h"

namespace warpstring::shards {
namespace {

namespace fs = std::filesystem;

/// Squares; every tenth row is an error.
class Squares : public batch::RowMaker {
public:
    [[nodiscard]] std::string beginning(std::uint64_t index) const override {
        return batch::jsonRowBeginning("test.square/1", index, "\"" + std::to_string(index) + "\"", "any");
    }
    [[nodiscard]] std::uint64_t unitEnd(std::uint64_t index) const override { return (index / 7 + 1) * 7; }
    [[nodiscard]] std::optional<batch::EncodedRows> make(std::size_t, batch::RowRange rows) override {
        EXPECT_LE(rows.end, unitEnd(rows.first));
        batch::EncodedRows made;
        for (std::uint64_t index = rows.first; index < rows.end; ++index) {
            const bool isError = index % 10 == 9;
            made.text += beginning(index) + (isError ? "error" : "ok") +
                         "\",\"square\":" + std::to_string(index * index) + "}\n";
            ++made.count;
            made.errors += isError ? 1 : 0;
        }
        return made;
    }
};

class RowPlanMerge : public StudyTest {
protected:
    static batch::RowPlan whole(std::uint64_t rows = 100) {
        batch::RowPlan plan;
        plan.rowSchema = "test.square/1";
        plan.rowsAre = "squares";
        plan.allRows = rows;
        plan.sources = {{{0, 30}, {60, 65}}, {{30, 60}}, {{65, rows}}};
        plan.settings = {{"base", "ten"}};
        return plan;
    }
    void compute(const batch::RowPlan& plan, const std::string& name) const {
        Squares maker;
        auto file = batch::openRowLines(folder_ / name, batch::OutputMode::Replace, plan, maker,
                                        planRecord(plan, "1.0"));
        ASSERT_TRUE(file);
        batch::BatchOptions options;
        options.jobs = 3;
        ASSERT_TRUE(batch::writeRowLines(std::move(*file), plan, maker, options).faults.empty());
    }
    std::vector<fs::path> computeShards(const batch::RowPlan& plan, std::uint64_t total) const {
        std::vector<fs::path> files;
        for (std::uint64_t number = 1; number <= total; ++number) {
            auto part = plan;
            part.part = partOf(plan, {number, total});
            const std::string name = std::to_string(number) + ".jsonl";
            compute(part, name);
            files.push_back(folder_ / name);
        }
        return files;
    }
};

TEST_F(RowPlanMerge, GivesTheBytesOfOneRun) {
    compute(whole(), "one.jsonl");
    for (const std::uint64_t total : {1, 2, 5, 130}) {
        const auto rows = mergeShards(folder_ / "all.jsonl", computeShards(whole(), total), true);
        ASSERT_TRUE(rows) << toText(rows.diagnostics().front());
        EXPECT_EQ(rows->rows, 100U);
        EXPECT_EQ(rows->errors, 10U);
        EXPECT_EQ(rows->rowsAre, "squares");
        EXPECT_EQ(read("all.jsonl"), read("one.jsonl")) << total;
        EXPECT_EQ(read("all.jsonl.plan"), read("one.jsonl.plan"));
    }
    const auto kept = countWholeFile(folder_ / "all.jsonl", planRecord(whole(), "1.0"));
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->rows, 100U);
    EXPECT_EQ(countWholeFile(folder_ / "all.jsonl", planRecord(whole(101), "1.0")).diagnostics().front().code,
              "batch.plan-changed");
}

TEST_F(RowPlanMerge, RefusesRowsOfAnotherKind) {
    auto files = computeShards(whole(), 2);
    auto other = whole();
    other.rowSchema = "test.cube/1";
    other.part = partOf(other, {2, 2});
    compute(other, "2.jsonl");
    const auto rows = mergeShards(folder_ / "all.jsonl", files, false);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.diagnostics().front().code, "merge.other-batch");
    EXPECT_NE(rows.diagnostics().front().message.find("test.cube/1"), std::string::npos);
}

} // namespace
} // namespace warpstring::shards
