// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels as broad as the language, as rows of a file.
#include "study/validation/language_rows.h"

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/plan_record.h"

namespace warpstring::validation {
namespace {

TEST(LanguageRows, areReadAsTheyWereCheckedButForTheTime) {
    const auto path = std::filesystem::path(testing::TempDir()) / "LanguageRows.jsonl";
    const auto spec =
        *files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/nvidia-h200.toml");
    LanguageCheckOptions check;
    check.seed = 3;
    check.count = 6;
    const auto plan = languageRowPlan(check, spec);
    ASSERT_TRUE(plan);
    LanguageRowMaker maker(check, spec);
    auto file = batch::openRowLines(path, batch::OutputMode::Replace, *plan, maker, planRecord(*plan, "1"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(batch::writeRowLines(std::move(*file), *plan, maker, {}).faults.empty());
    const auto rows = readLanguageRows(path, *plan);
    ASSERT_TRUE(rows) << toText(rows.diagnostics().front());
    const auto expected = checkLanguage(spec, check);
    ASSERT_EQ(rows->size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const LanguageRow &row = (*rows)[i], &other = expected[i];
        EXPECT_EQ(row.launch, other.launch);
        EXPECT_EQ(row.features, other.features);
        EXPECT_EQ(row.predictedUs, other.predictedUs);
        EXPECT_EQ(std::pair(row.marks, row.exactMarks), std::pair(other.marks, other.exactMarks));
        EXPECT_EQ(row.wrong, other.wrong);
        EXPECT_EQ(row.isFault(), other.isFault());
        EXPECT_EQ(row.diagnostics.size(), other.diagnostics.size());
        EXPECT_FALSE(row.seconds);
        EXPECT_TRUE(other.seconds);
    }
    EXPECT_EQ(languageStatistics(*rows).timed, 0U);
    EXPECT_EQ(languageStatistics(expected).timed, 6U);
    EXPECT_EQ(languageStatistics(*rows).refusals, languageStatistics(expected).refusals);
}

} // namespace
} // namespace warpstring::validation
