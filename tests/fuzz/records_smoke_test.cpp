// SPDX-License-Identifier: GPL-3.0-or-later
// JSON, and the measurement records that are written in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "fuzz/harness.h"
#include "tests/fuzz/feeding.h"

namespace {

using warpstring::test::feed;
using warpstring::test::Mutator;
using warpstring::test::samplesIn;

const std::vector<std::string> words{"null",   "true",   "-0",       "1e400",   "1e-400", "9223372036854775808",
                                     "{",      "[",      "}",        "]",       ",",      ":",
                                     "\"\"",   "\"\\u",  "\\ud83d",  "\\udc00", "\\x",    "\xc3",
                                     "1.",     ".5",     "01",       "0.1e+",   "NaN",    "-",
                                     "\"a\":", "\"ok\"", "[[[[[[[[", "{\"a\":", "2e308",  "-1"};

/// Records are thousands of lines; the shortest of them say as much.
std::vector<std::string> shortRecords() {
    std::vector<std::string> records;
    for (const std::string& file : samplesIn("samples", ".jsonl")) {
        std::stringstream lines(file);
        for (std::string line; std::getline(lines, line);)
            if (line.size() < 8192) records.push_back(line);
    }
    std::sort(records.begin(), records.end(),
              [](const auto& a, const auto& b) { return std::pair(a.size(), a) < std::pair(b.size(), b); });
    records.resize(std::min<std::size_t>(records.size(), 40));
    return records;
}

TEST(FuzzJson, KeepsItsPromises) {
    auto texts = shortRecords();
    ASSERT_FALSE(texts.empty());
    texts.resize(std::min<std::size_t>(texts.size(), 4));
    texts.insert(texts.end(), {R"({"a": [1, -2.5e-3, true, null], "\u20ac\ud83d\ude00": {"b": {}, "c": []}})",
                               R"([[], [[]], {"": "\"\\\/\b\f\n\r\t"}, 1e308, -0.0, 9223372036854775807])"});
    feed("json", Mutator(std::move(texts), words), warpstring::fuzz::readJsonText, 5000);
}

TEST(FuzzMeasurementRecords, KeepTheirPromises) {
    feed("record", Mutator(shortRecords(), words), warpstring::fuzz::readRecordText, 4000);
}

TEST(FuzzRecordStores, KeepTheirPromises) {
    auto texts = shortRecords();
    for (std::size_t i = 0; i + 1 < texts.size(); ++i) texts[i] += "\n" + texts[i + 1] + "\n";
    feed("store", Mutator(std::move(texts), {"\n", "\n\n", "\r\n", "{}\n", "null\n"}),
         warpstring::fuzz::openRecordStore, 500);
}

} // namespace
