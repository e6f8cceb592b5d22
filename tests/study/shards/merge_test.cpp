// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/merge.h"

#include <fstream>

#include "study/batch/plan_record.h"
#include "study/batch/sqlite_database.h"
#include "study/shards/shard_cut.h"
#include "tests/study/study_fixture.h"

namespace warpstring::shards {
namespace {

namespace fs = std::filesystem;

class MergeTest : public StudyTest, public testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        StudyTest::SetUp();
        for (const char* name : {"x", "y"})
            write(name + std::string(".cl"),
                  "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = n; }\n");
        writeOf("a", "x.cl", 6);
        writeOf("b", "y.cl", 9);
        writeOf("c, d\"", "x.cl", 5); // what CSV and JSON must quote
    }
    void writeOf(const std::string& name, const std::string& source, int count) const {
        writeSweep(name, count);
        std::string text = read(name + ".toml");
        text.replace(text.find("k.cl"), 4, source);
        write(name + ".toml", text);
    }

    [[nodiscard]] batch::BatchPlan whole() const { return plan({"a", "b", "c, d\""}, 2); }
    [[nodiscard]] std::string named(const std::string& name) const { return name + GetParam(); }
    [[nodiscard]] fs::path path(const std::string& name) const { return folder_ / named(name); }

    /// Computes the rows of a plan, the first `most` of them.
    void compute(const batch::BatchPlan& of, const std::string& name, std::uint64_t most = 1000,
                 batch::OutputMode mode = batch::OutputMode::Replace) const {
        const auto record = batch::planRecord(of, "1.0");
        ASSERT_TRUE(record);
        auto output = batch::openSink(path(name), *batch::rowFileFormat(path(name)), mode, of, *record);
        ASSERT_TRUE(output) << toText(output.diagnostics().front());
        batch::GraphCache graphs;
        batch::RowSimulator simulator(of, graphs);
        const std::uint64_t end = std::min(most, of.rows());
        for (std::uint64_t i = output->rows; i < end; ++i) {
            batch::EncodedRows rows;
            rows.first = i;
            output->sink->encode(simulator.row(i), rows);
            ASSERT_TRUE(output->sink->write(std::move(rows)).empty());
        }
        ASSERT_TRUE(output->sink->finish(end == of.rows()).empty());
    }
    void computeShard(const Shard& shard, const std::string& name, std::uint64_t most = 1000,
                      batch::OutputMode mode = batch::OutputMode::Replace) const {
        auto part = whole();
        part.restrictTo(partOf(part, shard));
        compute(part, name, most, mode);
    }
    std::vector<fs::path> computeShards(std::uint64_t total) const {
        std::vector<fs::path> files;
        for (std::uint64_t number = total; number >= 1; --number) {
            computeShard({number, total}, "s" + std::to_string(number));
            files.push_back(path("s" + std::to_string(number)));
        }
        return files;
    }
    [[nodiscard]] std::vector<std::string> faultsOf(const std::vector<fs::path>& files) const {
        const auto rows = mergeShards(path("all"), files, false);
        EXPECT_FALSE(fs::exists(path("all"))) << "an output that is not whole";
        EXPECT_FALSE(fs::exists(path("all").string() + ".merging"));
        std::vector<std::string> codes;
        if (!rows)
            for (const Diagnostic& fault : rows.diagnostics()) {
                codes.push_back(fault.code);
                EXPECT_FALSE(fault.hint.empty());
            }
        return codes;
    }
    using Codes = std::vector<std::string>;
};

INSTANTIATE_TEST_SUITE_P(Formats, MergeTest, testing::Values(".jsonl", ".csv", ".sqlite"),
                         [](const auto& chosen) { return std::string(chosen.param).substr(1); });

TEST_P(MergeTest, GivesTheBytesOfOneRun) {
    compute(whole(), "one");
    for (const std::uint64_t total : {1, 2, 5, 60}) { // 60: more shards than rows
        const auto rows = mergeShards(path("all"), computeShards(total), true);
        ASSERT_TRUE(rows) << toText(rows.diagnostics().front());
        EXPECT_EQ(rows->rows, whole().rows());
        EXPECT_EQ(read(named("all")), read(named("one"))) << total;
        if (GetParam() != std::string(".sqlite")) {
            EXPECT_EQ(read(named("all") + ".plan"), read(named("one") + ".plan"));
        }
    }
    // It is a batch like any other: one can go on with it.
    compute(whole(), "all", 1000, batch::OutputMode::Resume);
    EXPECT_EQ(read(named("all")), read(named("one")));
}

TEST_P(MergeTest, AShardIsResumed) {
    computeShard({1, 2}, "s1");
    const std::string undisturbed = read(named("s1"));
    computeShard({1, 2}, "s1", 3);
    computeShard({1, 2}, "s1", 1000, batch::OutputMode::Resume);
    EXPECT_EQ(read(named("s1")), undisturbed);
    const auto other = [&] {
        auto part = whole();
        part.restrictTo(partOf(part, {2, 2}));
        return batch::openSink(path("s1"), *batch::rowFileFormat(path("s1")), batch::OutputMode::Resume, part,
                               *batch::planRecord(part, "1.0"));
    }();
    ASSERT_FALSE(other);
    EXPECT_EQ(other.diagnostics().front().code, "batch.plan-changed");
    EXPECT_NE(other.diagnostics().front().message.find("it was shard 1 of 2 and is shard 2 of 2"),
              std::string::npos);
}

TEST_P(MergeTest, SaysWhatIsMissingAndWhatIsDoubled) {
    auto files = computeShards(4);
    files.erase(files.begin() + 1); // 3
    EXPECT_EQ(faultsOf(files), Codes{"merge.missing"});
    const auto rows = mergeShards(path("all"), files, false);
    EXPECT_EQ(rows.diagnostics().front().message, "shard 3 of 4 is missing");
    EXPECT_NE(rows.diagnostics().front().hint.find("--shard 3/4"), std::string::npos);
    files.push_back(files.front());
    EXPECT_EQ(faultsOf(files), (Codes{"merge.doubled", "merge.missing"}));
}

TEST_P(MergeTest, SaysWhichShardsAreNotWhole) {
    const auto files = computeShards(3);
    computeShard({2, 3}, "s2", 4);
    computeShard({3, 3}, "s3", 0);
    EXPECT_EQ(faultsOf(files), (Codes{"merge.incomplete", "merge.incomplete"}));
    const auto rows = mergeShards(path("all"), files, false);
    EXPECT_NE(rows.diagnostics().back().message.find("has 4 of its "), std::string::npos);
    EXPECT_NE(rows.diagnostics().back().hint.find("--shard 2/3 --resume"), std::string::npos);
}

TEST_P(MergeTest, RefusesShardsOfAnotherBatch) {
    auto files = computeShards(2);
    computeShard({2, 3}, "other");
    files.front() = path("other"); // 2 of 3
    EXPECT_EQ(faultsOf(files), Codes{"merge.other-batch"});
    files.front() = path("s2");
    write("x.cl", "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = n + 1; }\n");
    computeShard({2, 2}, "s2");
    EXPECT_EQ(faultsOf(files), Codes{"merge.other-batch"});
    const auto rows = mergeShards(path("all"), files, false);
    EXPECT_NE(rows.diagnostics().front().message.find("x.cl has changed"), std::string::npos);
}

TEST_P(MergeTest, RefusesWhatIsNoShard) {
    compute(whole(), "one");
    EXPECT_EQ(faultsOf({path("one")}), Codes{"merge.no-shard"});
    EXPECT_EQ(faultsOf({path("none")}), Codes{"merge.unreadable"});
    write(named("text"), "text\n");
    EXPECT_EQ(faultsOf({path("text")}), Codes{"merge.no-shard"});
}

TEST_P(MergeTest, ReplacesNothingUnasked) {
    const auto files = computeShards(2);
    write(named("all"), "precious");
    const auto rows = mergeShards(path("all"), files, false);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.diagnostics().front().code, "batch.output-exists");
    EXPECT_EQ(read(named("all")), "precious");
}

/// As they were written before plans named the schema of their rows.
TEST_P(MergeTest, RefusesRowsOfTheSchemaBeforeByName) {
    const auto files = computeShards(2);
    const std::string member = " \"row_schema\": \"warpstring.batch-row/2\",\n";
    for (const char* name : {"s1", "s2"}) {
        if (GetParam() == std::string(".sqlite")) {
            auto database = batch::openDatabase(path(name), batch::OutputMode::Resume);
            ASSERT_TRUE(database);
            ASSERT_TRUE(batch::execute(database->get(),
                                       "UPDATE plan SET record = replace(record, '" + member + "', '')"));
            ASSERT_EQ(sqlite3_changes(database->get()), 1);
        } else {
            std::string plan = read(named(name) + ".plan");
            ASSERT_NE(plan.find(member), std::string::npos) << plan;
            plan.erase(plan.find(member), member.size());
            write(named(name) + ".plan", plan);
        }
    }
    EXPECT_EQ(faultsOf(files), (Codes{"batch.other-schema", "batch.other-schema"}));
    const auto rows = mergeShards(path("all"), files, false);
    EXPECT_NE(rows.diagnostics().front().message.find("holds rows of warpstring.batch-row/1, and this program "
                                                      "writes warpstring.batch-row/2"),
              std::string::npos)
        << rows.diagnostics().front().message;
}

using TextShards = MergeTest;
INSTANTIATE_TEST_SUITE_P(Formats, TextShards, testing::Values(".jsonl", ".csv"),
                         [](const auto& chosen) { return std::string(chosen.param).substr(1); });

TEST_P(TextShards, WhoseRowsAreOthersAreDamaged) {
    const auto files = computeShards(2);
    const std::string good = read(named("s1"));
    const auto lineAfter = [&](std::size_t at) { return good.find('\n', at) + 1; };
    const std::size_t second = lineAfter(lineAfter(0)), third = lineAfter(second);
    for (const std::string& bad : {good.substr(0, second) + good.substr(third), // one is missing
                                   good.substr(0, third) + good.substr(second), // one twice
                                   good + good.substr(second, third - second),  // one too many
                                   good.substr(0, second) + "nonsense\n" + good.substr(third)}) { // no row
        write(named("s1"), bad);
        EXPECT_EQ(faultsOf(files), Codes{"merge.damaged"});
    }
    write(named("s1"), good.substr(0, good.size() - 3)); // torn: as a kill leaves it
    EXPECT_EQ(faultsOf(files), Codes{"merge.incomplete"});
}

using JsonShards = MergeTest;
INSTANTIATE_TEST_SUITE_P(Formats, JsonShards, testing::Values(".jsonl"),
                         [](const auto& chosen) { return std::string(chosen.param).substr(1); });

/// Each line names its schema.
TEST_P(JsonShards, WithRowsOfAnotherSchemaAreRefusedByName) {
    const auto files = computeShards(2);
    std::string rows = read(named("s1"));
    const std::size_t first = rows.find("batch-row/2"), second = rows.find("batch-row/2", first + 1);
    ASSERT_NE(second, std::string::npos);
    rows.replace(second, 11, "batch-row/1");
    write(named("s1"), rows);
    EXPECT_EQ(faultsOf(files), Codes{"batch.other-schema"});
}

TEST_P(TextShards, WithPlansThatDoNotFitAreRefused) {
    const auto files = computeShards(2);
    const std::string good = read(named("s1") + ".plan");
    for (const char* part :
         {R"({"number":1,"total":2,"rows":[]})", R"({"number":0,"total":2,"rows":[]})",
          R"({"number":1,"total":2,"rows":[[5,5]]})", R"({"number":1,"total":2})",
          R"({"number":1,"total":2,"rows":[[0,4000000]]})", R"({"number":1,"total":2,"rows":[[4,6],[0,2]]})"}) {
        const std::size_t at = good.find("\"part\": ");
        ASSERT_NE(at, std::string::npos);
        write(named("s1") + ".plan", good.substr(0, at + 8) + part + "}");
        const auto codes = faultsOf(files);
        ASSERT_FALSE(codes.empty()) << part;
        EXPECT_EQ(codes.front(), "merge.no-shard") << part;
    }
}

} // namespace
} // namespace warpstring::shards
