// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of lines are those that GitHub's upload publishes for its own, and stay when lines move.
#include "tuning/findings/line_hash.h"

#include <gtest/gtest.h>

namespace warpstring::findings {
namespace {

using Hashes = std::vector<std::string>;

const Hashes published{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"};

TEST(LineHashes, AreThePublishedOnes) { EXPECT_EQ(lineHashes("a\nb\nc\nd"), published); }

TEST(LineHashes, BlanksAndKindsOfLineEndsAreNoMatter) {
    EXPECT_EQ(lineHashes("  a \n\tb\nc\t\n d"), published);
    EXPECT_EQ(lineHashes("a\r\nb\r\nc\r\nd"), published);
    EXPECT_EQ(lineHashes("a\rb\rc\rd"), published);
    EXPECT_NE(lineHashes("a\n\nb\nc\nd").front(), published.front()) << "an empty line is a line";
}

TEST(LineHashes, EqualLinesAreCounted) {
    const std::string far(200, 'x');
    const auto hashes = lineHashes("same" + far + "\nsame" + far + "\nother" + far + "\nsame" + far + "\n");
    ASSERT_EQ(hashes.size(), 5U) << "what follows the last line end is a line";
    const std::string hash = hashes[0].substr(0, hashes[0].find(':'));
    EXPECT_EQ(hashes[0], hash + ":1");
    EXPECT_EQ(hashes[1], hash + ":2");
    EXPECT_EQ(hashes[3], hash + ":3");
    EXPECT_NE(hashes[2].substr(0, hash.size()), hash);
}

TEST(LineHashes, ALineThatMovesKeepsItsHash) {
    const std::string block =
        "__kernel void k(__global float* a) {\n    const int i = get_global_id(0);\n    a[i] = "
        "a[i] + a[2 * i + 1] * 3.5f;\n}\n";
    const auto before = lineHashes(block), after = lineHashes("// a comment before it\n\n" + block);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin() + 2));
    EXPECT_NE(lineHashes("#" + block).front(), before.front());
}

TEST(LineHashes, CountUtf16Units) {
    // The window of the first line ends 100 units behind its begin: the letter there is in it or not.
    const auto first = [](const std::string& wide, int letters, char end) {
        return lineHashes(wide + std::string(static_cast<std::size_t>(letters), 'x') + end + "\n").front();
    };
    EXPECT_NE(first("y", 98, 'a'), first("y", 98, 'b'));
    EXPECT_EQ(first("y", 99, 'a'), first("y", 99, 'b'));
    EXPECT_NE(first("\xc3\xa9", 98, 'a'), first("\xc3\xa9", 98, 'b')) << "two bytes are one unit";
    EXPECT_EQ(first("\xf0\x9f\x98\x80", 98, 'a'), first("\xf0\x9f\x98\x80", 98, 'b'))
        << "beyond U+FFFF they are two";
    EXPECT_NE(first("\xf0\x9f\x98\x80", 97, 'a'), first("\xf0\x9f\x98\x80", 97, 'b'));
}

} // namespace
} // namespace warpstring::findings
