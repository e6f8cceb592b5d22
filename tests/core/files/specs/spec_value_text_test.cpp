// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types for a value of a spec.
#include <gtest/gtest.h>

#include "core/files/specs/spec_value_text.h"

namespace warpstring::files {
namespace {

using Type = SpecKey::Type;

SpecKey keyOf(Type type, double least = 1, double most = 128) {
    SpecKey key;
    key.path = "made.key";
    key.type = type;
    key.least = least;
    key.most = most;
    key.choices = {"group", "warp"};
    return key;
}

TEST(SpecValueText, numbersStayAsTheyAreTyped) {
    EXPECT_EQ(specValueToml(keyOf(Type::Integer), " 1_024 "), "1_024");
    EXPECT_EQ(specValueToml(keyOf(Type::Number), "1.50e3"), "1.50e3");
    EXPECT_EQ(specValueToml(keyOf(Type::Boolean), "true"), "true");
    EXPECT_EQ(specValueToml(keyOf(Type::Text), "a \"b\""), R"("a \"b\"")");
    EXPECT_EQ(specValueToml(keyOf(Type::Choice), "warp"), "\"warp\"");
}

TEST(SpecValueText, threeIntegersMayBeTypedInManyWays) {
    for (const char* const typed : {"1, 2, 3", "1 x 2 x 3", "1x2x3", "1 2 3"})
        EXPECT_EQ(specValueToml(keyOf(Type::IntegerTriple), typed), "[1, 2, 3]") << typed;
    EXPECT_EQ(specValueToml(keyOf(Type::IntegerTriple), "[1,2,3]"), "[1,2,3]");
    EXPECT_EQ(specValueFault(keyOf(Type::IntegerTriple), "1 x 2 x 3"), "");
    EXPECT_NE(specValueFault(keyOf(Type::IntegerTriple), "1 x 2"), "");
    EXPECT_NE(specValueFault(keyOf(Type::IntegerTriple), "1 x 2 x 3 x 4"), "");
    EXPECT_NE(specValueFault(keyOf(Type::IntegerTriple), "1 x 2 x 1.5"), "");
    EXPECT_NE(specValueFault(keyOf(Type::IntegerTriple), "1 x 2 x 129"), "") << "beyond the range";
}

// A typing error must not break the file around it: whatever is typed becomes one value.
TEST(SpecValueText, whatIsNoValueBecomesAString) {
    for (const char* const typed :
         {"12 34", "abc", "", "1 # one", "[1, 2", "\"", "1\n[table]", "{ a = 1 }", "1 = 2"})
        for (const Type type : {Type::Integer, Type::Number, Type::Boolean}) {
            const std::string toml = specValueToml(keyOf(type), typed);
            EXPECT_TRUE(toml.starts_with('"') && toml.ends_with('"')) << typed;
            EXPECT_EQ(toml.find('\n'), std::string::npos);
            EXPECT_NE(specValueFault(keyOf(type), typed), "") << typed;
        }
}

TEST(SpecValueText, faultsSayWhatIsWrong) {
    EXPECT_EQ(specValueFault(keyOf(Type::Integer), "7"), "");
    EXPECT_EQ(specValueFault(keyOf(Type::Integer), "7.5"), "is no integer");
    EXPECT_EQ(specValueFault(keyOf(Type::Integer), "0"), "is not within 1 to 128");
    EXPECT_EQ(specValueFault(keyOf(Type::Integer), "129"), "is not within 1 to 128");
    EXPECT_EQ(specValueFault(keyOf(Type::Integer), "1"), "") << "the ends belong to it";
    EXPECT_EQ(specValueFault(keyOf(Type::Integer), "128"), "");
    EXPECT_EQ(specValueFault(keyOf(Type::Number), "7.5"), "");
    EXPECT_EQ(specValueFault(keyOf(Type::Number), "many"), "is no number");
    EXPECT_NE(specValueFault(keyOf(Type::Number), "nan"), "") << "no number is within any range";
    EXPECT_EQ(specValueFault(keyOf(Type::Boolean), "yes"), "is neither true nor false");
    EXPECT_EQ(specValueFault(keyOf(Type::Choice), "warp"), "");
    EXPECT_EQ(specValueFault(keyOf(Type::Choice), "wrap"), "is none of group, warp");
    EXPECT_EQ(specValueFault(keyOf(Type::Text), "anything"), "");
}

TEST(SpecValueText, rangesAreWrittenForPeople) {
    EXPECT_EQ(specValueRange(keyOf(Type::Number, 0.5, 1e6)), "0.5 to 1000000");
    EXPECT_EQ(specValueRange(keyOf(Type::IntegerTriple, 1, 65536)), "three integers, 1 to 65536");
    EXPECT_EQ(specValueRange(keyOf(Type::Boolean)), "true, false");
    EXPECT_EQ(specValueRange(keyOf(Type::Choice)), "group, warp");
    EXPECT_EQ(specValueRange(keyOf(Type::Text)), "");
}

TEST(SpecValueText, formsAreThoseOfWhatIsWritten) {
    using Form = TomlOutlineItem::Form;
    const std::pair<Type, std::string> typed[] = {{Type::Integer, "1"},    {Type::Number, "1.5"},
                                                  {Type::Boolean, "true"}, {Type::Text, "a"},
                                                  {Type::Choice, "group"}, {Type::IntegerTriple, "1x2x3"}};
    for (const auto& [type, text] : typed) {
        const TomlOutline outline("v = " + specValueToml(keyOf(type), text));
        EXPECT_EQ(outline.items().front().form, specValueForm(type)) << text;
    }
    EXPECT_EQ(specValueForm(Type::Cost), Form::InlineTable);
}

} // namespace
} // namespace warpstring::files
