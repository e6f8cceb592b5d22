// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/text/svg_text.h"
#include "core/text/text_format.h"

namespace warpstring {
namespace {

TEST(TextFormat, longResultsAreCutRatherThanOverrun) {
    EXPECT_EQ(formatted("%d %s", 3, "warps"), "3 warps");
    EXPECT_EQ(formatted("%s", std::string(400, 'x').c_str()), std::string(255, 'x'));
}

TEST(TextFormat, lowerCaseIsOfAsciiAlone) {
    EXPECT_EQ(lowered("GeForce 8800 GTX @Z[`az{"), "geforce 8800 gtx @z[`az{");
    EXPECT_EQ(lowered("\xC3\x84"), "\xC3\x84") << "bytes of other letters stay";
}

TEST(TextFormat, rangesAreToldWhereTheirEndsReadDifferently) {
    EXPECT_EQ(rangeText("5.1 us", "5.9 us"), "between 5.1 us and 5.9 us");
    EXPECT_EQ(rangeText("5.1 us", "5.1 us"), "");
}

TEST(SvgText, whatXmlReadsIsEscaped) {
    EXPECT_EQ(svgEscaped("a < b && \"c\" > d"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; d");
    EXPECT_EQ(svgEscaped("&lt;"), "&amp;lt;") << "what is escaped already is text like any other";
    EXPECT_EQ(svgEscaped("M\xCC\x84"), "M\xCC\x84");
}

TEST(SvgText, numbersHaveNoMoreDigitsThanTheyNeed) {
    EXPECT_EQ(svgNumber(12), "12");
    EXPECT_EQ(svgNumber(100), "100") << "zeros before the point count";
    EXPECT_EQ(svgNumber(0), "0");
    EXPECT_EQ(svgNumber(1.5), "1.5");
    EXPECT_EQ(svgNumber(-2.25), "-2.25");
    EXPECT_EQ(svgNumber(1.0 / 3), "0.33");
    EXPECT_EQ(svgNumber(9.999), "10");
}

} // namespace
} // namespace warpstring
