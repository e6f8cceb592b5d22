// SPDX-License-Identifier: GPL-3.0-or-later
// Grown kernels as rows of a file.
#include "study/validation/random_rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/plan_record.h"

namespace warpstring::validation {
namespace {

namespace fs = std::filesystem;

class RandomRows : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) /
                  (std::string("RandomRows.") + testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        options_.model = ModelChoice::ClosedForm;
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] batch::RowPlan plan() const { return *rowPlanOf(kernels_, spec_, options_.model); }
    void compute(const batch::RowPlan& of, batch::OutputMode mode = batch::OutputMode::Replace) {
        RandomRowMaker maker(kernels_, spec_, options_);
        auto file = batch::openRowLines(folder_ / "rows.jsonl", mode, of, maker, planRecord(of, "1"));
        ASSERT_TRUE(file) << toText(file.diagnostics().front());
        batch::BatchOptions options;
        options.jobs = 2;
        options.first = file->rows;
        const auto outcome = batch::writeRowLines(std::move(*file), of, maker, options);
        EXPECT_TRUE(outcome.faults.empty());
        EXPECT_FALSE(outcome.cancelled);
    }
    [[nodiscard]] std::vector<std::string> lines() const {
        std::ifstream stream(folder_ / "rows.jsonl", std::ios::binary);
        std::vector<std::string> all;
        for (std::string line; std::getline(stream, line);) all.push_back(line);
        return all;
    }

    fs::path folder_;
    HardwareSpec spec_ =
        *files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/nvidia-h200.toml");
    RandomKernels kernels_{5, 12, 16};
    RandomSimulationOptions options_;
};

TEST_F(RandomRows, areReadAsTheyWereSimulated) {
    options_.timeLimit = std::chrono::duration<double>(1e-9); // refused, with a diagnostic each
    for (int round = 0; round < 2; ++round) {
        compute(plan());
        const auto rows = readRandomRows(folder_ / "rows.jsonl", plan());
        ASSERT_TRUE(rows) << toText(rows.diagnostics().front());
        const auto expected = simulateRandom(kernels_, spec_, options_);
        ASSERT_EQ(rows->size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const ValidationRow &row = (*rows)[i], &other = expected[i];
            EXPECT_EQ(row.predictedUs.has_value(), round == 1) << row.launch;
            EXPECT_EQ(row.predictedUs, other.predictedUs);
            EXPECT_EQ(std::pair(row.seed, row.index), std::pair(other.seed, other.index));
            EXPECT_EQ(std::pair(row.launch, row.fingerprint), std::pair(other.launch, other.fingerprint));
            EXPECT_EQ(std::pair(row.boundBy, row.features), std::pair(other.boundBy, other.features));
            ASSERT_EQ(row.diagnostics.size(), other.diagnostics.size());
            for (std::size_t j = 0; j < row.diagnostics.size(); ++j)
                EXPECT_EQ(toText(row.diagnostics[j]), toText(other.diagnostics[j]));
        }
        options_.timeLimit.reset();
    }
}

TEST_F(RandomRows, areTheSameInAnyPart) {
    compute(plan());
    const auto all = lines();
    ASSERT_EQ(all.size(), 12U);
    auto part = plan();
    part.part = {1, 2, {{1, 3}, {7, 12}}};
    compute(part);
    EXPECT_EQ(lines(), (std::vector<std::string>{all[1], all[2], all[7], all[8], all[9], all[10], all[11]}));
    fs::resize_file(folder_ / "rows.jsonl", all[1].size() + 20);
    compute(part, batch::OutputMode::Resume);
    EXPECT_EQ(lines().size(), 7U);
    EXPECT_EQ(lines().back(), all[11]);
}

TEST_F(RandomRows, areGoneOnWithForTheSameKernelsAlone) {
    compute(plan());
    ++kernels_.seed;
    RandomRowMaker maker(kernels_, spec_, options_);
    const auto other = batch::openRowLines(folder_ / "rows.jsonl", batch::OutputMode::Resume, plan(), maker,
                                           planRecord(plan(), "1"));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.diagnostics().front().code, "batch.plan-changed");
    EXPECT_NE(other.diagnostics().front().message.find(R"(the seed was "5" and is "6")"), std::string::npos);
}

TEST_F(RandomRows, thatEndTooSoonAreNotTaken) {
    compute(plan());
    ++kernels_.count;
    const auto rows = readRandomRows(folder_ / "rows.jsonl", plan());
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.diagnostics().front().code, "batch.other-rows");
    EXPECT_NE(rows.diagnostics().front().message.find("ends where row 12 is due"), std::string::npos);
}

} // namespace
} // namespace warpstring::validation
