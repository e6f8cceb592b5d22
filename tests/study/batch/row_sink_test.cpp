// SPDX-License-Identifier: GPL-3.0-or-later
// The three formats: new files, torn files, files of another batch.
#include "study/batch/row_sink.h"

#include <fstream>

#include "study/batch/plan_record.h"
#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

struct Format {
    RowFileFormat format;
    const char* file;
};

class RowSinkTest : public StudyTest, public testing::WithParamInterface<Format> {
protected:
    void SetUp() override {
        StudyTest::SetUp();
        write("k.cl", "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = n; }\n");
        writeSweep("a", 40);
    }

    std::string file() const { return GetParam().file; }

    Result<OpenedSink> open(const BatchPlan& batch, OutputMode mode) const {
        const auto record = planRecord(batch, "1.0");
        if (!record) return record.diagnostics();
        return openSink(folder_ / file(), GetParam().format, mode, batch, *record);
    }

    /// Runs the batch up to a row, as if it had been killed there.
    void runUpTo(const BatchPlan& batch, OutputMode mode, std::uint64_t end, std::uint64_t expectedKept = 0) {
        auto output = open(batch, mode);
        ASSERT_TRUE(output) << toText(output.diagnostics().front());
        ASSERT_EQ(output->rows, expectedKept);
        GraphCache graphs;
        RowSimulator simulator(batch, graphs);
        for (std::uint64_t i = output->rows; i < end; ++i) {
            EncodedRows rows;
            rows.first = i;
            output->sink->encode(simulator.row(i), rows);
            ASSERT_TRUE(output->sink->write(std::move(rows)).empty());
        }
        ASSERT_TRUE(output->sink->finish(end == batch.rows()).empty());
    }

    std::string codeOf(const BatchPlan& batch, OutputMode mode) const {
        const auto output = open(batch, mode);
        if (output) return "";
        EXPECT_FALSE(output.diagnostics().front().hint.empty());
        return output.diagnostics().front().code;
    }
};

INSTANTIATE_TEST_SUITE_P(Formats, RowSinkTest,
                         testing::Values(Format{RowFileFormat::JsonLines, "rows.jsonl"},
                                         Format{RowFileFormat::Csv, "rows.csv"},
                                         Format{RowFileFormat::Sqlite, "rows.sqlite"}),
                         [](const auto& chosen) { return std::string(chosen.param.file).substr(5); });

TEST_P(RowSinkTest, ManyRunsLeaveTheBytesOfOne) {
    const auto batch = plan({"a"}, 2);
    runUpTo(batch, OutputMode::Create, 80);
    const std::string undisturbed = read(file());
    runUpTo(batch, OutputMode::Replace, 0);
    runUpTo(batch, OutputMode::Resume, 3, 0);
    runUpTo(batch, OutputMode::Resume, 3, 3);
    runUpTo(batch, OutputMode::Resume, 79, 3);
    runUpTo(batch, OutputMode::Resume, 80, 79);
    EXPECT_EQ(read(file()), undisturbed);
    runUpTo(batch, OutputMode::Resume, 80, 80);
    EXPECT_EQ(read(file()), undisturbed);
}

TEST_P(RowSinkTest, NothingIsReplacedUnasked) {
    const auto batch = plan({"a"});
    runUpTo(batch, OutputMode::Create, 2);
    const std::string before = read(file());
    EXPECT_EQ(codeOf(batch, OutputMode::Create), "batch.output-exists");
    EXPECT_EQ(read(file()), before);
    runUpTo(batch, OutputMode::Replace, 1);
    EXPECT_NE(read(file()), before);
}

TEST_P(RowSinkTest, OneProcessWrites) {
    const auto batch = plan({"a"});
    const auto first = open(batch, OutputMode::Create);
    ASSERT_TRUE(first);
    EXPECT_EQ(codeOf(batch, OutputMode::Resume), "batch.output-busy");
    EXPECT_EQ(codeOf(batch, OutputMode::Replace), "batch.output-busy");
}

TEST_P(RowSinkTest, AnotherBatchIsNotResumed) {
    const auto batch = plan({"a"});
    runUpTo(batch, OutputMode::Create, 5);
    const std::string before = read(file());
    BatchSettings settings;
    settings.threshold = 17;
    EXPECT_EQ(codeOf(plan({"a"}, 1, settings), OutputMode::Resume), "batch.plan-changed");
    EXPECT_EQ(codeOf(plan({"a"}, 2), OutputMode::Resume), "batch.plan-changed");
    write("k.cl", "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = 2 * n; }\n");
    EXPECT_EQ(codeOf(batch, OutputMode::Resume), "batch.plan-changed");
    EXPECT_EQ(read(file()), before);
}

TEST_P(RowSinkTest, AForeignFileIsLeftAlone) {
    const std::string foreign = "Dear diary, today I learnt nothing about warps";
    write(file(), foreign);
    const std::string code = codeOf(plan({"a"}), OutputMode::Resume);
    EXPECT_TRUE(code == "batch.other-rows" || code == "batch.not-resumable") << code;
    EXPECT_EQ(read(file()), foreign);
}

TEST_P(RowSinkTest, AnEmptyFileIsBegun) {
    const auto batch = plan({"a"});
    write(file(), "");
    runUpTo(batch, OutputMode::Resume, 40, 0);
    const std::string resumed = read(file());
    runUpTo(batch, OutputMode::Replace, 40);
    EXPECT_EQ(read(file()), resumed);
}

TEST_P(RowSinkTest, ErrorsOfKeptRowsCount) {
    write("a.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [\"n\"]\n"
                    "local = [64]\n[args]\nn = 64\na = { buffer = \"float\", count = \"n\" }\n"
                    "[sweep]\nn = [64, 65, 128, -1]\n");
    const auto batch = plan({"a"});
    runUpTo(batch, OutputMode::Create, 3);
    const auto output = open(batch, OutputMode::Resume);
    ASSERT_TRUE(output) << toText(output.diagnostics().front());
    EXPECT_EQ(output->rows, 3U);
    EXPECT_EQ(output->errors, 1U);
}

class TornTextTest : public RowSinkTest {};
INSTANTIATE_TEST_SUITE_P(Formats, TornTextTest,
                         testing::Values(Format{RowFileFormat::JsonLines, "rows.jsonl"},
                                         Format{RowFileFormat::Csv, "rows.csv"}),
                         [](const auto& chosen) { return std::string(chosen.param.file).substr(5); });

/// The file of a batch cut at each byte of its first rows, the header's included.
TEST_P(TornTextTest, CutAnywhere) {
    const auto batch = plan({"a"});
    runUpTo(batch, OutputMode::Create, 40);
    const std::string whole = read(file());
    for (std::size_t bytes = 0; bytes < 1300; bytes += 7) {
        write(file(), whole.substr(0, bytes));
        std::uint64_t kept = 0;
        {
            const auto output = open(batch, OutputMode::Resume);
            ASSERT_TRUE(output) << bytes << ": " << toText(output.diagnostics().front());
            kept = output->rows;
        }
        runUpTo(batch, OutputMode::Resume, 40, kept);
        ASSERT_EQ(read(file()), whole) << "cut after " << bytes;
    }
}

TEST_P(TornTextTest, ARowOfAnotherIndexIsNoticed) {
    const auto batch = plan({"a"});
    runUpTo(batch, OutputMode::Create, 10);
    std::string rows = read(file());
    const std::string name = "a,n=320";
    rows.replace(rows.find(name), name.size(), "a,n=321");
    write(file(), rows);
    EXPECT_EQ(codeOf(batch, OutputMode::Resume), "batch.other-rows");
    EXPECT_EQ(read(file()), rows);
}

TEST_P(TornTextTest, WithoutThePlanNothingIsResumed) {
    const auto batch = plan({"a"});
    runUpTo(batch, OutputMode::Create, 10);
    std::filesystem::remove(planPath(folder_ / file()));
    EXPECT_EQ(codeOf(batch, OutputMode::Resume), "batch.not-resumable");
    write(file() + ".plan", "{\"schema\":");
    EXPECT_EQ(codeOf(batch, OutputMode::Resume), "batch.plan-changed");
}

TEST(RowFileFormat, ByExtension) {
    EXPECT_EQ(rowFileFormat("a/b.jsonl"), RowFileFormat::JsonLines);
    EXPECT_EQ(rowFileFormat("b.csv"), RowFileFormat::Csv);
    EXPECT_EQ(rowFileFormat("b.sqlite"), RowFileFormat::Sqlite);
    EXPECT_EQ(rowFileFormat("b.db"), RowFileFormat::Sqlite);
    EXPECT_FALSE(rowFileFormat("b.json"));
    EXPECT_FALSE(rowFileFormat("csv"));
}

} // namespace
} // namespace warpstring::batch
