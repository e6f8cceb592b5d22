// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a space: the same in any parts, and the search over them that without them.
#include "tuning/search/variant_rows.h"

#include <algorithm>
#include <sstream>

#include "study/batch/plan_record.h"
#include "tests/tuning/search/search_fixture.h"

namespace warpstring::search {
namespace {

class VariantRowsTest : public SearchTest {
protected:
    /// More than a search looks at together, a third of them distinct, some impossible. The best come late, and
    /// after them some that are far from those alone.
    static constexpr const char* tune =
        "[tune]\nROUNDS = [512, 256, 128, 64, 2, 384]\nSTRIDE = [1, 2, 4, 8]\n"
        "UNUSED = [1, 2, 3]\nlocal = [[32], [64], [100], [256], [512], [1024]]\n";

    void SetUp() override {
        SearchTest::SetUp();
        texts_.emplace(named(tune), NamedText{kernel, folder_ / "k.cl"}, space(tune), nullptr);
    }
    [[nodiscard]] batch::RowPlan plan() const { return *rowPlanOf(texts_->space(), specs_, 4000, inputs_); }
    /// Writes the rows of the plan to a file, the first `most` of them.
    void compute(const batch::RowPlan& of, const std::string& name, batch::OutputMode mode, int jobs = 2) {
        VariantRowMaker maker(*texts_, graphs_, specs_, {}, jobs, nullptr);
        auto file = batch::openRowLines(folder_ / name, mode, of, maker, planRecord(of, "1"));
        ASSERT_TRUE(file) << toText(file.diagnostics().front());
        batch::BatchOptions options;
        options.jobs = jobs;
        options.first = file->rows;
        const auto outcome = batch::writeRowLines(std::move(*file), of, maker, options);
        EXPECT_TRUE(outcome.faults.empty());
        EXPECT_EQ(outcome.progress.written, of.rows());
    }
    [[nodiscard]] std::string text(const std::string& name) const {
        std::ifstream file(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    [[nodiscard]] std::vector<std::string> lines(const std::string& name) const {
        std::istringstream stream(text(name));
        std::vector<std::string> all;
        for (std::string line; std::getline(stream, line);) all.push_back(line);
        return all;
    }

    std::vector<HardwareSpec> specs_{spec("nvidia-h200"), spec("geforce-8800-gtx")};
    VariantRowInputs inputs_;
    std::optional<VariantTextCache> texts_;
    batch::GraphCache graphs_;
};

TEST_F(VariantRowsTest, giveTheSearchThatGoesWithoutThem) {
    SearchOptions options;
    options.threads = 2;
    const auto expected = search(*texts_, graphs_, specs_, options);
    ASSERT_TRUE(expected.isExhaustive);
    ASSERT_GT(expected.counts.valid, 256U);
    EXPECT_GT(expected.devices[0].count(Outcome::Dominated), 0U) << "else this shows little";
    compute(plan(), "all.jsonl", batch::OutputMode::Create);
    const auto all = lines("all.jsonl");
    const auto kept = std::count_if(all.begin(), all.end(), [](const std::string& line) {
        return line.find("\"status\":\"dominated\"") != std::string::npos;
    });
    EXPECT_LT(static_cast<std::uint64_t>(kept), expected.devices[0].count(Outcome::Dominated))
        << "a row knows its block and the first chunk, and the search all before";
    const auto rows = VariantRows::read(folder_ / "all.jsonl", plan(), specs_.size());
    ASSERT_TRUE(rows) << toText(rows.diagnostics().front());
    const auto found = searchRows(*rows, *texts_, graphs_, specs_, options);
    EXPECT_TRUE(found.isExhaustive && found.isComplete);
    for (std::size_t device = 0; device < specs_.size(); ++device) {
        const DeviceSearch &one = expected.devices[device], &other = found.devices[device];
        EXPECT_EQ(one.simulations, other.simulations);
        EXPECT_EQ(one.start.timeUs, other.start.timeUs);
        ASSERT_EQ(one.variants.size(), other.variants.size());
        for (std::size_t i = 0; i < one.variants.size(); ++i) {
            EXPECT_EQ(one.variants[i].id, other.variants[i].id);
            EXPECT_EQ(one.variants[i].figures.outcome, other.variants[i].figures.outcome);
            EXPECT_EQ(one.variants[i].figures.timeUs, other.variants[i].figures.timeUs);
            EXPECT_EQ(one.variants[i].figures.closedFormUs, other.variants[i].figures.closedFormUs);
        }
        ASSERT_EQ(one.exclusions.size(), other.exclusions.size());
        for (const auto& [key, exclusion] : one.exclusions) {
            const auto same = other.exclusions.find(key);
            ASSERT_NE(same, other.exclusions.end());
            EXPECT_EQ(same->second.count, exclusion.count);
            EXPECT_EQ(same->second.variant, exclusion.variant);
            EXPECT_EQ(toText(same->second.first), toText(exclusion.first));
        }
    }
}

TEST_F(VariantRowsTest, areTheSameInAnyPartAndAfterAnInterruption) {
    compute(plan(), "all.jsonl", batch::OutputMode::Create);
    const auto all = lines("all.jsonl");
    ASSERT_EQ(all.size(), plan().allRows);
    auto part = plan();
    part.part = {2, 3, {{5, 40}, {127, 260}, {575, 576}}}; // within blocks, and within a variant's devices
    compute(part, "part.jsonl", batch::OutputMode::Create, 1);
    std::vector<std::string> expected;
    for (const batch::RowRange& range : part.part->rows)
        for (std::uint64_t index = range.first; index < range.end; ++index) expected.push_back(all[index]);
    EXPECT_EQ(lines("part.jsonl"), expected);

    const std::string whole = text("part.jsonl");
    std::filesystem::resize_file(folder_ / "part.jsonl", whole.size() / 2); // a torn row at its end
    compute(part, "part.jsonl", batch::OutputMode::Resume);
    EXPECT_EQ(text("part.jsonl"), whole);
}

TEST_F(VariantRowsTest, belongIntoOneShardByTheBlock) {
    const auto sources = plan().sources;
    ASSERT_EQ(sources.size(), 7U) << "432 variants";
    EXPECT_EQ(sources.front(), (std::vector<batch::RowRange>{{0, 128}}));
    EXPECT_EQ(sources.back(), (std::vector<batch::RowRange>{{768, 864}}));
}

TEST_F(VariantRowsTest, ofAGuidedSearchAreRefused) {
    const auto refused = rowPlanOf(texts_->space(), specs_, 100, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.diagnostics().front().code, "tune.not-exhaustive");
    EXPECT_NE(refused.diagnostics().front().hint.find("--evaluations 432"), std::string::npos);
}

TEST_F(VariantRowsTest, thatAreOthersAreNotTaken) {
    write("all.jsonl", "{\"schema\":\"warpstring.tune-row/1\",\"index\":1,\"status\":\"ranked\"}\n");
    for (int round = 0; round < 2; ++round) {
        const auto rows = VariantRows::read(folder_ / "all.jsonl", plan(), specs_.size());
        ASSERT_FALSE(rows);
        EXPECT_EQ(rows.diagnostics().front().code, "batch.other-rows");
        write("all.jsonl", "");
    }
}

TEST_F(VariantRowsTest, hangOnWhatTheirPlanSays) {
    inputs_ = {{{"k.cl", "1"}}, {{"model", "by spec"}}};
    const std::string before = planRecord(plan(), "1");
    EXPECT_TRUE(batch::planDifferences(before, planRecord(plan(), "1"), "rows.jsonl").empty());
    inputs_ = {{{"k.cl", "2"}}, {{"model", "timeline"}}};
    const auto faults = batch::planDifferences(before, planRecord(plan(), "1"), "rows.jsonl");
    ASSERT_EQ(faults.size(), 2U);
    EXPECT_NE(faults[0].message.find(R"(the model was "by spec" and is "timeline")"), std::string::npos);
    EXPECT_NE(faults[1].message.find("input file k.cl has changed"), std::string::npos);
}

} // namespace
} // namespace warpstring::search
