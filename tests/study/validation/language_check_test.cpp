// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded share of `warpstring validate --language`.
#include "study/validation/language_check.h"

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::validation {
namespace {

HardwareSpec spec(const std::string& name) {
    return *files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/" + name + ".toml");
}

TEST(LanguageCheck, kernelsAreAnsweredOrRefusedByNameAndCountedRight) {
    const LanguageCheckOptions options{5, 40, 2};
    const auto rows = checkLanguage(spec("nvidia-h200"), options);
    for (const LanguageRow& row : rows) {
        EXPECT_FALSE(row.isFault()) << row.launch << " of seed " << options.seed << "\n"
                                    << (row.diagnostics.empty() ? "" : toText(row.diagnostics.front()))
                                    << (row.wrong.empty() ? "" : row.wrong.front());
    }
    const LanguageStatistics statistics = languageStatistics(rows);
    EXPECT_EQ(statistics.kernels, 40U);
    EXPECT_GT(statistics.answered, 35U);
    EXPECT_GT(statistics.marks, 40U);
    EXPECT_GT(statistics.exactMarks, statistics.marks * 9 / 10);
}

TEST(LanguageCheck, wrongCountsAndRefusedCodeAreFaults) {
    LanguageRow row;
    EXPECT_TRUE(row.isFault()) << "neither answered nor refused";
    row.predictedUs = 3;
    EXPECT_FALSE(row.isFault());
    row.wrong = {"line 3: executed 2 times, simulated 1 to 1"};
    EXPECT_TRUE(row.isFault());
    LanguageRow refused;
    refused.diagnostics = {{"frontend.warning", Severity::Warning, {}, "", ""},
                           {"frontend.irreducible-flow", Severity::Error, {}, "", ""}};
    EXPECT_FALSE(refused.isFault());
    EXPECT_EQ(languageStatistics({refused}).refusals.at("frontend.irreducible-flow"), 1U);
    refused.diagnostics.push_back({"frontend.compile", Severity::Error, {}, "", ""});
    EXPECT_TRUE(refused.isFault());
}

} // namespace
} // namespace warpstring::validation
