// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/row_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace warpstring::batch {
namespace {

std::string jsonText(const std::string& text) {
    std::string out;
    appendJsonText(out, text);
    return out;
}

std::string csvField(const std::string& text) {
    std::string out;
    appendCsvField(out, text);
    return out;
}

TEST(RowText, JsonTextReadsBack) {
    for (const std::string& text :
         {std::string(), std::string("plain"), std::string("a\"b\\c\n\r\t\x01\x7f"),
          std::string("M\xCC\x84 \xE2\x82\xAC \xF0\x9F\x98\x80"), std::string(1, '\0')})
        EXPECT_EQ(nlohmann::json::parse(jsonText(text), nullptr, false), text) << text;
}

TEST(RowText, WhatIsNotUtf8StaysReadable) {
    const std::pair<const char*, int> cases[] = {
        {"\xFF", 1},    {"a\xC3", 1}, {"\xC0\x80", 2}, {"\xED\xA0\x80", 3}, {"\xF4\x90\x80\x80", 4},
        {"\xE2\x82", 2}};
    for (const auto& [text, replaced] : cases) {
        const auto json = nlohmann::json::parse(jsonText(text), nullptr, false);
        ASSERT_TRUE(json.is_string()) << text;
        const std::string read = json;
        int found = 0;
        for (auto at = read.find("\xEF\xBF\xBD"); at != std::string::npos;
             at = read.find("\xEF\xBF\xBD", at + 3))
            ++found;
        EXPECT_EQ(found, replaced);
    }
}

/// RFC 4180, section 2, rules 5 to 7.
TEST(RowText, CsvQuotes) {
    EXPECT_EQ(csvField("plain text"), "plain text");
    EXPECT_EQ(csvField(""), "");
    EXPECT_EQ(csvField("a,b"), "\"a,b\"");
    EXPECT_EQ(csvField("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csvField("\r"), "\"\r\"");
}

TEST(RowText, Numbers) {
    EXPECT_EQ(exactNumberText(260), "260");
    EXPECT_EQ(exactNumberText(0.1), "0.1");
    EXPECT_EQ(std::stod(exactNumberText(1.0 / 3)), 1.0 / 3);
    EXPECT_EQ(exactNumberText(std::numeric_limits<double>::infinity()), "");
    EXPECT_EQ(exactNumberText(std::numeric_limits<double>::quiet_NaN()), "");
}

BatchRow faultyRow() {
    BatchRow row;
    row.index = 7;
    row.launch = "a,n=1";
    row.spec = "gpu";
    row.file = "a.toml";
    row.swept = {{"n", "1"}};
    row.diagnostics = {{"launch.x", Severity::Error, {"a.toml", 3, 4}, "says \"no\",\nreally", "try, again"}};
    return row;
}

TEST(RowText, AJsonLineHoldsEveryColumn) {
    auto row = faultyRow();
    row.figures = RowFigures{};
    row.figures->warpLatencyCycles = 260;
    row.figures->bounds = SimulationBounds{1, std::numeric_limits<double>::infinity(), 2, 3};
    std::string line;
    jsonLines().append(line, row, rowColumns(true));
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_TRUE(line.starts_with(jsonLines().beginning(7, "a,n=1", "gpu") + "error\""));
    const auto json = nlohmann::json::parse(line, nullptr, false);
    EXPECT_EQ(json["schema"], batchRowSchema);
    for (const auto& column : rowColumns(true)) EXPECT_TRUE(json.contains(column.name)) << column.name;
    EXPECT_EQ(json["warp_latency_cycles"], 260);
    EXPECT_EQ(json["latency_lower_cycles"], 1);
    EXPECT_TRUE(json["latency_upper_cycles"].is_null());
    EXPECT_EQ(json["swept"]["n"], "1");
    EXPECT_EQ(json["diagnostics"][0]["message"], "says \"no\",\nreally");
}

TEST(RowText, ACsvRecordHasAFieldForEveryColumn) {
    std::string record;
    csv().append(record, faultyRow(), rowColumns(false));
    EXPECT_TRUE(record.starts_with("7,\"a,n=1\",gpu,error,a.toml,"));
    EXPECT_TRUE(record.starts_with(csv().beginning(7, "a,n=1", "gpu")));
    EXPECT_TRUE(record.ends_with("\r\n"));
    std::size_t fields = 1;
    bool quoted = false;
    for (const char c : record) {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted) ++fields;
    }
    EXPECT_EQ(fields, rowColumns(false).size());
    EXPECT_FALSE(quoted);
    EXPECT_TRUE(csv().header(rowColumns(false)).starts_with("index,launch,spec,status,"));
}

} // namespace
} // namespace warpstring::batch
