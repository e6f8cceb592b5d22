// SPDX-License-Identifier: GPL-3.0-or-later
// Values set one after another in a spec's text: the reader of TOML finds them, and all others as before.
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "calibration/spec_text.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::calibration {
namespace {

using Numbers = std::map<std::string, std::int64_t>;

Numbers numbersOf(const std::string& text) {
    Numbers numbers;
    if (text.find('=') == std::string::npos) return numbers;
    const auto document = files::parseToml(text, "made.toml", "spec");
    if (!document) {
        ADD_FAILURE() << toText(document.diagnostics().front()) << "\n" << text;
        return numbers;
    }
    for (const auto& entry : document->entries)
        if (entry.value.kind == files::TomlValue::Kind::Integer)
            numbers[entry.key] = entry.value.integer;
        else
            for (const auto& inner : entry.value.entries)
                numbers[entry.key + "." + inner.key] = inner.value.integer;
    return numbers;
}

TEST(SpecTexts, everyValueThatIsSetIsReadBack) {
    std::mt19937 random(7);
    const char* const starts[] = {"", "# head\nname = 1 # one\n",
                                  "a = 1\n\n[t] # a table\nx = 2 # \"two\"\n\n# next\n[u]\n"};
    for (int round = 0; round < 200; ++round) {
        const std::string start = starts[random() % 3];
        SpecText text(start);
        Numbers expected = numbersOf(start);
        for (int edit = 0; edit < 12; ++edit) {
            const std::string tables[] = {"", "t", "u", "new"};
            const std::string table = tables[random() % 4], key(1, "axyz"[random() % 4]);
            const auto value = static_cast<std::int64_t>(random() % 1000);
            text.set(table, key, std::to_string(value));
            EXPECT_TRUE(text.has(table, key));
            expected[table.empty() ? key : table + "." + key] = value;
            ASSERT_EQ(numbersOf(text.text()), expected) << text.text();
        }
        for (const char* const comment : {"# head", "# one", "# a table", "# \"two\"", "# next"})
            EXPECT_EQ(text.text().find(comment) != std::string::npos, start.find(comment) != std::string::npos)
                << comment;
    }
}

TEST(SpecTexts, stringsAndNumbersAreToml) {
    for (const std::string text : {"plain", "a \"quoted\" \\ one", "# no comment", "two\nlines"}) {
        const auto document = files::parseToml("v = " + tomlString(text) + "\n", "made.toml", "spec");
        ASSERT_TRUE(document) << text;
        std::string onOneLine = text;
        for (char& c : onOneLine)
            if (c == '\n') c = ' ';
        EXPECT_EQ(document->find("v")->text, onOneLine);
    }
    for (const double value : {0.0, 1.0, 1.5, 123456.0, 1e9, 3.25e12, 1e-7, 0.333333333, 99999.5}) {
        const auto document = files::parseToml("v = " + tomlNumber(value) + "\n", "made.toml", "spec");
        ASSERT_TRUE(document) << tomlNumber(value);
        EXPECT_NEAR(document->find("v")->number, value, 1e-4 * value) << tomlNumber(value);
    }
}

} // namespace
} // namespace warpstring::calibration
