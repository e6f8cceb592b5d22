// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons for other programs: nlohmann-json and a reader of RFC 4180 get back what was put in.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "study/comparison/comparison_tables.h"
#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::comparison {
namespace {

using Record = std::vector<std::string>;

/// By the grammar of RFC 4180.
std::vector<Record> readCsv(const std::string& text) {
    std::vector<Record> records{{""}};
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string& field = records.back().back();
        if (quoted) {
            if (text[at] != '"')
                field += text[at];
            else if (at + 1 < text.size() && text[at + 1] == '"')
                field += text[++at];
            else
                quoted = false;
        } else if (text[at] == '"') {
            quoted = true;
        } else if (text[at] == ',') {
            records.back().emplace_back();
        } else if (text.compare(at, 2, "\r\n") == 0) {
            records.push_back({""});
            ++at;
        } else {
            field += text[at];
        }
    }
    records.pop_back();
    return records;
}

std::string fieldOf(const std::vector<Record>& records, std::size_t row, const std::string& column) {
    for (std::size_t i = 0; i < records[0].size(); ++i)
        if (records[0][i] == column) return records[row + 1][i];
    ADD_FAILURE() << "there is no column " << column;
    return "";
}

TEST(ComparisonTables, csvHasARecordALaunch) {
    Comparison comparison = madeUpComparison();
    comparison.launches[0].launch = "a \"quoted\", name\r\nof two lines";
    const auto records = readCsv(toCsv(comparison));
    ASSERT_EQ(records.size(), comparison.launches.size() + 1);
    for (const auto& record : records) EXPECT_EQ(record.size(), records[0].size());
    EXPECT_EQ(fieldOf(records, 0, "launch"), comparison.launches[0].launch);
    for (std::size_t row = 0; row < comparison.launches.size(); ++row) {
        EXPECT_EQ(fieldOf(records, row, "spec"), "a-spec");
        EXPECT_EQ(fieldOf(records, row, "kernel"), comparison.launches[row].kernel);
        EXPECT_EQ(fieldOf(records, row, "device"), "A GPU");
    }
}

TEST(ComparisonTables, jsonHoldsLaunchesMetricsAndWhatIsMissing) {
    Comparison comparison = madeUpComparison();
    comparison.summaries = summariesOf(comparison.launches);
    comparison.unmeasured = {"never run"};
    comparison.unmatchedRecords = {"of another plan"};
    comparison.launches[1].kernelTime.measured.reset();
    const auto json = nlohmann::json::parse(toJson(comparison));
    EXPECT_EQ(json["schema"], "warpstring.comparison/1");
    ASSERT_EQ(json["launches"].size(), comparison.launches.size());
    EXPECT_EQ(json["launches"][0]["kernel_us"]["simulated"], 90);
    EXPECT_EQ(json["launches"][0]["kernel_us"]["measured"], 100);
    EXPECT_NEAR(json["launches"][0]["kernel_us"]["error"].get<double>(), -0.1, 1e-12);
    EXPECT_TRUE(json["launches"][0]["kernel_us"]["apart"].is_null());
    EXPECT_EQ(json["launches"][4]["kernel_us"]["apart"], "the outputs were wrong");
    EXPECT_TRUE(json["launches"][1]["kernel_us"]["measured"].is_null());
    EXPECT_TRUE(json["launches"][1]["kernel_us"]["error"].is_null());
    EXPECT_EQ(json["summaries"].size(), comparison.summaries.size());
    EXPECT_EQ(json["unmeasured"], nlohmann::json::array({"never run"}));
    EXPECT_EQ(json["unmatched_records"], nlohmann::json::array({"of another plan"}));
}

TEST(ComparisonTables, theModelOfTheFiguresIsNamed) {
    Comparison comparison = madeUpComparison();
    comparison.launches[1].closedForm = batch::ClosedFormFigures{1, 1}; // beside the timeline's
    comparison.launches[2].kernelTime.simulated.reset();
    const auto json = nlohmann::json::parse(toJson(comparison));
    EXPECT_EQ(json["launches"][0]["model"], "closed-form");
    EXPECT_EQ(json["launches"][1]["model"], "timeline");
    EXPECT_TRUE(json["launches"][2]["model"].is_null()) << "it was not simulated";
    const auto records = readCsv(toCsv(comparison));
    EXPECT_EQ(fieldOf(records, 0, "model"), "closed-form");
    EXPECT_EQ(fieldOf(records, 1, "model"), "timeline");
    EXPECT_EQ(fieldOf(records, 2, "model"), "");
}

TEST(ComparisonTables, anEmptyComparisonHasAHeaderAlone) {
    EXPECT_EQ(readCsv(toCsv({})).size(), 1U);
    EXPECT_TRUE(nlohmann::json::parse(toJson(Comparison{}))["launches"].empty());
}

} // namespace
} // namespace warpstring::comparison
