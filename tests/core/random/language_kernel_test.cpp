// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/language_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random/language_flow.h"

namespace warpstring::random_kernels {
namespace {

using Kind = KnownFlow::Kind;

TEST(LanguageKernel, isTheSameEveryTimeAndDiffersByNumber) {
    EXPECT_EQ(languageNameOf(7, 12), "language-7-12");
    EXPECT_EQ(languageKernel(7, 12).resolved.sourceText, languageKernel(7, 12).resolved.sourceText);
    EXPECT_NE(languageKernel(7, 12).resolved.sourceText, languageKernel(7, 13).resolved.sourceText);
    EXPECT_NE(languageKernel(7, 12).resolved.sourceText, languageKernel(8, 12).resolved.sourceText);
}

TEST(LanguageKernel, marksAreWhereTheLineSaysSo) {
    for (std::uint64_t index = 0; index < 50; ++index) {
        const LanguageKernel kernel = languageKernel(3, index);
        ASSERT_FALSE(kernel.marks.empty());
        for (std::size_t mark = 0; mark < kernel.marks.size(); ++mark) {
            const std::string& text = kernel.resolved.sourceText;
            std::size_t at = 0;
            for (int line = 1; line < kernel.marks[mark].line; ++line) at = text.find('\n', at) + 1;
            const std::string line = text.substr(at, text.find('\n', at) - at);
            EXPECT_EQ(line.substr(line.find_first_not_of(' ')), "marks[item] = " + std::to_string(mark) + "u;");
        }
    }
}

TEST(LanguageKernel, hasAllFeaturesAmongHundreds) {
    std::set<std::string> found;
    for (std::uint64_t index = 0; index < 300; ++index) found.merge(languageKernel(1, index).features);
    for (const char* feature :
         {"aliasing",         "any-all",        "as-type",        "async-copy",      "atomic-global",
          "atomic-local",     "barrier",        "break-continue", "builtin-pointer", "call",
          "convert",          "double",         "geometric",      "half-store",      "irreducible",
          "known-flow",       "native",         "pointer",        "pointer-choice",  "pointer-to-pointer",
          "private-array",    "required-size",  "select",         "struct",          "struct-call",
          "switch",           "swizzle",        "union",          "vector",          "vector-compare",
          "vector-component", "vector-literal", "vload",          "vstore",          "while"})
        EXPECT_TRUE(found.contains(feature)) << feature;
}

TEST(KnownFlow, isCountedByWarps) {
    const NDRange range{1, {120, 1, 1}, {40, 1, 1}}; // 3 groups of a whole warp and one of 8 lanes
    EXPECT_EQ(executionsBelow(range, {}), 6);
    EXPECT_EQ(executionsBelow(range, {{Kind::LaneBelow, 0, 32}}), 3);
    EXPECT_EQ(executionsBelow(range, {{Kind::GroupBit, 0, 1}}), 2);
    EXPECT_EQ(executionsBelow(range, {{Kind::Loop, 5, 0}}), 30);
    // The longest lane of a warp decides.
    EXPECT_EQ(executionsBelow(range, {{Kind::LaneLoop, 7, 1}}), 6 * 8);
    EXPECT_EQ(executionsBelow(range, {{Kind::LaneBelow, 0, 3}, {Kind::LaneLoop, 7, 1}}), 3 * 3);
    EXPECT_EQ(executionsBelow(range, {{Kind::Loop, 6, 0}, {Kind::CounterRest, 3, 1}}), 6 * 2);
    EXPECT_EQ(executionsBelow(range, {{Kind::Loop, 6, 0}, {Kind::CounterBelow, 1, 2}}), 6 * 3);
}

} // namespace
} // namespace warpstring::random_kernels
