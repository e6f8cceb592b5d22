// SPDX-License-Identifier: GPL-3.0-or-later
// TOML strings as written and as meant; toml++ is the oracle of both.
#include <random>

#include <gtest/gtest.h>

#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::files {
namespace {

/// What toml++ reads of a value; "(no TOML)" where it is none.
std::string readString(const std::string& written) {
    const auto document = parseToml("v = " + written + "\n", {}, "value");
    return document && document->entries.size() == 1 ? document->entries[0].value.text : "(no TOML)";
}

TEST(TomlStrings, anyTextIsQuotedSoThatItReadsBack) {
    std::mt19937 random(7);
    const std::string pieces[] = {"a",    "\"", "\\",       "\n", "\t", "\r", "\x01",
                                  "\x7f", "'",  "\xC3\xA4", "#",  " ",  "]"};
    for (int round = 0; round < 500; ++round) {
        std::string text;
        for (unsigned i = 0, count = random() % 12; i < count; ++i)
            text += pieces[random() % std::size(pieces)];
        const std::string quoted = quoteToml(text);
        EXPECT_EQ(quoted.find('\n'), std::string::npos) << "it stays on one line";
        EXPECT_EQ(readString(quoted), text);
        EXPECT_EQ(unquoteToml(quoted), text);
    }
}

TEST(TomlStrings, allFourKindsAreReadAsTomlReadsThem) {
    const char* const written[] = {R"("plain")",
                                   R"("")",
                                   R"('literal \n "stays"')",
                                   R"("\b\t\n\f\r\"\\")",
                                   R"("ä is \u00E4 and \U000000E4")",
                                   R"("\u20AC \U0001F600")",
                                   "\"\"\"one\ntwo\"\"\"",
                                   "\"\"\"\nno break before\"\"\"",
                                   "\"\"\"\r\nnor here\"\"\"",
                                   "\"\"\"two quotes \"\" within\"\"\"",
                                   "\"\"\"goes on \\\n     here\"\"\"",
                                   "\"\"\"and \\   \n\n     here\"\"\"",
                                   "'''\nliteral \\n of\ntwo lines'''",
                                   "''''one quote more''''"};
    for (const char* const own : written) {
        const std::string expected = readString(own);
        ASSERT_NE(expected, "(no TOML)") << own;
        EXPECT_EQ(unquoteToml(own), expected) << own;
    }
}

TEST(TomlStrings, escapesThatTomlDoesNotKnowStay) {
    EXPECT_EQ(unquoteToml(R"("\q")"), R"(\q)");
    EXPECT_EQ(unquoteToml(R"("\u12")"), R"(\u12)") << "too short";
    EXPECT_EQ(unquoteToml(R"("\uD800")"), R"(\uD800)") << "half of a pair is no character";
    EXPECT_EQ(unquoteToml(R"("\U00110000")"), R"(\U00110000)") << "beyond the last one";
    EXPECT_EQ(unquoteToml("\""), "\"") << "no string at all";
}

} // namespace
} // namespace warpstring::files
