// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/shard_cut.h"

#include <algorithm>
#include <random>
#include <set>

#include "study/batch/plan_sources.h"
#include "tests/study/study_fixture.h"

namespace warpstring::shards {
namespace {

using batch::PlanPart;
using batch::RowRange;

std::uint64_t rowsOf(const PlanPart& part) {
    std::uint64_t rows = 0;
    for (const RowRange& range : part.rows) rows += range.end - range.first;
    return rows;
}

class ShardCut : public StudyTest {
protected:
    void SetUp() override {
        StudyTest::SetUp();
        for (const char* name : {"a", "b", "c", "d", "x", "y"})
            write(name + std::string(".cl"), "__kernel void k(__global float* a, int n) { a[0] = n; }\n");
    }
    /// name.toml: `count` launches of the kernel in `source`.
    void writeOf(const std::string& name, const std::string& source, int count) const {
        writeSweep(name, count);
        std::string text = read(name + ".toml");
        text.replace(text.find("k.cl"), 4, source);
        write(name + ".toml", text);
    }
};

/// Every row of the plan in one part, and parts as their contract has them.
void expectPartition(const std::vector<PlanPart>& parts, const batch::BatchPlan& whole) {
    std::vector<int> seen(whole.allRows());
    for (const PlanPart& part : parts) {
        std::uint64_t before = 0;
        for (const RowRange& range : part.rows) {
            EXPECT_LT(range.first, range.end);
            EXPECT_TRUE(range.first > before || range.first == 0) << "ranges ascend and do not touch";
            before = range.end;
            for (std::uint64_t row = range.first; row < range.end; ++row) ++seen.at(row);
        }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
}

TEST_F(ShardCut, EachRowIsInOneShardAndSmallSourcesStayWhole) {
    std::mt19937_64 random(20261127);
    for (int round = 0; round < 12; ++round) {
        std::vector<std::string> names;
        const int files = 1 + static_cast<int>(random() % 9);
        for (int i = 0; i < files; ++i) {
            const std::string name = "f" + std::to_string(round) + "-" + std::to_string(i);
            writeOf(name, std::string(1, static_cast<char>('a' + random() % 4)) + ".cl",
                    1 + static_cast<int>(random() % 40));
            names.push_back(name);
        }
        const auto whole = plan(names, 1 + static_cast<int>(random() % 3));
        const auto sources = batch::sourcesOf(whole);
        for (const std::uint64_t total : {1, 2, 3, 7, 50}) {
            SCOPED_TRACE(std::to_string(round) + ", " + std::to_string(total) + " shards");
            const auto parts = partsOf(whole, total);
            ASSERT_EQ(parts.size(), total);
            expectPartition(parts, whole);
            std::vector<std::set<std::uint64_t>> shardsOf(sources.size());
            std::vector<std::uint64_t> rows(sources.size());
            for (const PlanPart& part : parts) {
                EXPECT_EQ(partOf(whole, {part.number, total}).rows, part.rows);
                for (const RowRange& range : part.rows)
                    for (std::uint64_t row = range.first; row < range.end; ++row) {
                        const std::size_t source = sources[whole.placeOf(row).file];
                        shardsOf[source].insert(part.number);
                        ++rows[source];
                    }
            }
            const std::uint64_t share = (whole.allRows() + total - 1) / total;
            for (std::size_t i = 0; i < sources.size(); ++i)
                EXPECT_LE(shardsOf[i].size(), (rows[i] + share - 1) / share) << "parsed more often than needed";
            // What a list schedule of pieces no larger than a share can be off by.
            for (const PlanPart& part : parts) EXPECT_LE(rowsOf(part), 2 * share);
        }
    }
}

TEST_F(ShardCut, OneLargeSweepIsCutEvenly) {
    writeOf("a", "a.cl", 10);
    const auto parts = partsOf(plan({"a"}), 4);
    EXPECT_EQ(parts[0].rows, (std::vector<RowRange>{{0, 3}}));
    EXPECT_EQ(parts[1].rows, (std::vector<RowRange>{{3, 6}}));
    EXPECT_EQ(parts[2].rows, (std::vector<RowRange>{{6, 8}}));
    EXPECT_EQ(parts[3].rows, (std::vector<RowRange>{{8, 10}}));
}

TEST_F(ShardCut, FilesOfOneSourceAreTogetherThoughOthersStandBetween) {
    writeOf("a", "x.cl", 4);
    writeOf("b", "y.cl", 8);
    writeOf("c", "x.cl", 4);
    const auto parts = partsOf(plan({"a", "b", "c"}), 2);
    EXPECT_EQ(parts[0].rows, (std::vector<RowRange>{{0, 4}, {12, 16}}));
    EXPECT_EQ(parts[1].rows, (std::vector<RowRange>{{4, 12}}));
}

TEST_F(ShardCut, APlanOfAPartHasItsRowsWithTheirIndices) {
    writeOf("a", "x.cl", 4);
    writeOf("b", "y.cl", 8);
    writeOf("c", "x.cl", 4);
    const auto whole = plan({"a", "b", "c"});
    auto part = whole;
    part.restrictTo(partOf(whole, {1, 2}));
    ASSERT_EQ(part.rows(), 8U);
    EXPECT_EQ(part.allRows(), 16U);
    std::vector<std::uint64_t> indices;
    for (std::uint64_t row = 0; row < part.rows(); ++row) {
        indices.push_back(part.indexOf(row));
        EXPECT_EQ(part.placeOf(row).file, whole.placeOf(indices.back()).file);
        EXPECT_EQ(part.placeOf(row).launch, whole.placeOf(indices.back()).launch);
    }
    EXPECT_EQ(indices, (std::vector<std::uint64_t>{0, 1, 2, 3, 12, 13, 14, 15}));
    const auto files = part.rowsByFile();
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[1].file, 2U);
    EXPECT_EQ(files[1].rows, (RowRange{4, 8}));
}

TEST(ShardNames, AreReadAndWritten) {
    const auto shard = parseShard("3/12");
    ASSERT_TRUE(shard);
    EXPECT_EQ(toText(*shard), "3/12");
    for (const char* wrong : {"", "3", "3/", "/4", "0/4", "5/4", "1/4x", "-1/4", "1/2/3", "1/9999999999"}) {
        const auto none = parseShard(wrong);
        ASSERT_FALSE(none) << wrong;
        EXPECT_EQ(none.diagnostics().front().code, "shard.bad-name");
    }
}

TEST(ShardNames, AreListed) {
    EXPECT_EQ(numbersText({3}), "3");
    EXPECT_EQ(numbersText({3, 4}), "3 and 4");
    EXPECT_EQ(numbersText({1, 3, 7, 8, 9, 12}), "1, 3, 7 to 9 and 12");
}

} // namespace
} // namespace warpstring::shards
