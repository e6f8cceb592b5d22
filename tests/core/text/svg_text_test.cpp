// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/svg_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace warpstring {
namespace {

TEST(SvgNumbers, haveTwoDecimalsAtMostAndNoneThatAreZero) {
    EXPECT_EQ(svgNumber(0), "0");
    EXPECT_EQ(svgNumber(12), "12");
    EXPECT_EQ(svgNumber(1200), "1200") << "zeros before the point stay";
    EXPECT_EQ(svgNumber(0.5), "0.5");
    EXPECT_EQ(svgNumber(-3.25), "-3.25");
    EXPECT_EQ(svgNumber(-0.001), "0") << "nothing is less than nothing";
    EXPECT_EQ(svgNumber(9.999), "10");
}

TEST(SvgNumbers, areReadBackWithinHalfAHundredth) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> places(-5000, 5000);
    for (int i = 0; i < 2000; ++i) {
        const double value = places(random);
        const std::string text = svgNumber(value);
        EXPECT_NEAR(std::stod(text), value, 0.005 + 1e-9) << text;
        EXPECT_TRUE(text.find('.') == std::string::npos || (text.back() != '0' && text.back() != '.')) << text;
    }
}

TEST(SvgTexts, areEscapedSoThatXmlReadsThemBack) {
    EXPECT_EQ(svgEscaped("a < b && \"c\" > d"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; d");
    EXPECT_EQ(svgEscaped("M\u0304 nothing to do"), "M\u0304 nothing to do");
    EXPECT_EQ(svgEscaped("&lt;"), "&amp;lt;") << "what looks escaped is text like any other";
}

} // namespace
} // namespace warpstring
