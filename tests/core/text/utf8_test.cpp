// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/records/measurement_json.h"
#include "core/text/utf8.h"

namespace warpstring {
namespace {

TEST(Utf8, CharactersStayAsTheyAre) {
    for (const char* text :
         {"", "plain", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xEF\xBF\xBD", "\x01"})
        EXPECT_EQ(validUtf8(text), text);
}

TEST(Utf8, OtherBytesAreReplacedOneByOne) {
    const std::string mark = "\xEF\xBF\xBD";
    EXPECT_EQ(validUtf8("a\xFF"
                        "b"),
              "a" + mark + "b");
    EXPECT_EQ(validUtf8("\xE2\x82"), mark + mark) << "cut short";
    EXPECT_EQ(validUtf8("\xA9\xC3\xA9"), mark + "\xC3\xA9") << "cut at the start";
    EXPECT_EQ(validUtf8("\xC0\x80"), mark + mark) << "overlong";
    EXPECT_EQ(validUtf8("\xED\xA0\x80"), mark + mark + mark) << "a surrogate";
    EXPECT_EQ(validUtf8("\xF4\x90\x80\x80"), mark + mark + mark + mark) << "beyond the last character";
}

TEST(Utf8, RecordsHoldNothingElse) {
    records::Measurement record;
    record.device.name = "Device \xAE";
    record.launch.name = "k\xFF";
    record.diagnostics.push_back({"measure.worker-died", Severity::Error, {"\xFF", 0, 0}, "\xE2\x82", "\xFF"});
    const std::string text = toJson(record).compact();
    EXPECT_EQ(validUtf8(text), text);
    EXPECT_NE(text.find("Device \xEF\xBF\xBD"), std::string::npos) << text;
}

} // namespace
} // namespace warpstring
