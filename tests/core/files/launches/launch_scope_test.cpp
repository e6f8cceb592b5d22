// SPDX-License-Identifier: GPL-3.0-or-later
// Names in the expressions of a launch file.
#include <gtest/gtest.h>

#include "core/files/launches/launch_scope.h"

namespace warpstring::files {
namespace {

class Scopes : public testing::Test {
protected:
    /// A scope over a document; its faults are collected.
    LaunchScope& over(const std::string& text, const SweepValues& swept = {}) {
        auto parsed = parseToml(text, "made.toml", "launch");
        EXPECT_TRUE(parsed.ok());
        document_ = *std::move(parsed);
        swept_ = swept;
        faults_.clear();
        return scope_.emplace(faults_, cache_, document_, swept_);
    }

    std::optional<std::int64_t> integer(LaunchScope& scope, const std::string& expression) const {
        TomlValue value;
        value.kind = TomlValue::Kind::Text;
        value.text = expression;
        value.place = {99, 1};
        return scope.integer(value, "it");
    }

    std::vector<std::string> codes() const {
        std::vector<std::string> all;
        for (const auto& fault : faults_.sorted()) all.push_back(fault.code);
        return all;
    }

    using Codes = std::vector<std::string>;
    TomlValue document_;
    SweepValues swept_;
    ExpressionCache cache_;
    TomlFaults faults_{"made.toml", "launch"};
    std::optional<LaunchScope> scope_;
};

TEST_F(Scopes, namesAreScalarsMacrosAndConstants) {
    LaunchScope& scope = over("[args]\nn = 64\nm = { scalar = \"int\", value = 5 }\n"
                              "[macros]\nTILE = 16\n[constants]\nblocks = \"ceil_div(n, TILE)\"\n");
    EXPECT_EQ(integer(scope, "n + m"), 69);
    EXPECT_EQ(integer(scope, "TILE * blocks"), 64);
    EXPECT_TRUE(faults_.empty());
}

TEST_F(Scopes, sweptValuesGoBeforeWrittenOnes) {
    TomlValue swept;
    swept.kind = TomlValue::Kind::Integer;
    swept.integer = 100;
    LaunchScope& scope = over("[args]\nn = 64\n[constants]\ntwice = \"2 * n\"\n", {{"n", &swept}});
    EXPECT_EQ(integer(scope, "twice"), 200);
    EXPECT_EQ(&scope.valueOf("n", document_), &swept);
    EXPECT_EQ(&scope.valueOf("m", document_), &document_);
}

TEST_F(Scopes, whatIsNoIntegerSaysSo) {
    for (const char* const name : {"buffer", "real", "text", "tile"}) {
        LaunchScope& scope = over("[args]\nbuffer = { buffer = \"float\", count = 4, value = 7 }\nreal = 1.5\n"
                                  "tile = { local = 64 }\n[macros]\ntext = \"a + b\"\n");
        EXPECT_EQ(integer(scope, name), std::nullopt) << name;
        EXPECT_EQ(codes(), Codes{"launch.not-an-integer"}) << name;
    }
}

TEST_F(Scopes, unknownNamesAreSuggested) {
    LaunchScope& scope = over("[args]\ncount = 64\n");
    EXPECT_EQ(integer(scope, "coumt"), std::nullopt);
    ASSERT_EQ(codes(), Codes{"launch.unknown-name"});
    EXPECT_NE(faults_.sorted()[0].hint.find("\"count\""), std::string::npos);
    EXPECT_EQ(faults_.sorted()[0].place.line, 99) << "where it is used";
}

TEST_F(Scopes, cyclesAreToldOnceAndEndlessChainsToo) {
    LaunchScope& scope = over("[constants]\na = \"b\"\nb = \"c\"\nc = \"a + 1\"\n");
    scope.checkConstants();
    EXPECT_EQ(codes(), Codes{"launch.cyclic-constants"});
    std::string chain = "[constants]\n";
    for (int i = 0; i < 200; ++i)
        chain += "c" + std::to_string(i) + " = \"c" + std::to_string(i + 1) + " + 1\"\n";
    LaunchScope& deep = over(chain + "c200 = 0\n");
    EXPECT_EQ(integer(deep, "c190"), 10);
    EXPECT_TRUE(faults_.empty());
    EXPECT_EQ(integer(deep, "c0"), std::nullopt);
    EXPECT_EQ(codes(), Codes{"launch.too-deep"});
}

TEST_F(Scopes, aNameMeansOneThing) {
    over("[args]\nn = 1\n[macros]\nn = 2\n");
    EXPECT_EQ(codes(), Codes{"launch.ambiguous-name"});
}

TEST_F(Scopes, sizesAreAtLeastOne) {
    LaunchScope& scope = over("[args]\nn = 64\n");
    TomlValue value;
    value.kind = TomlValue::Kind::Integer;
    value.integer = 3;
    EXPECT_EQ(scope.size(value, "global"), std::optional<std::uint64_t>(3));
    value.integer = 0;
    value.place = {7, 1};
    EXPECT_EQ(scope.size(value, "global"), std::nullopt);
    value.integer = -4;
    value.place = {8, 1};
    EXPECT_EQ(scope.size(value, "global"), std::nullopt);
    EXPECT_EQ(codes(), (Codes{"launch.zero-size", "launch.negative-size"}));
}

TEST_F(Scopes, numbersMayBeFractionsAndAreFinite) {
    LaunchScope& scope = over("[args]\nn = 64\nf = 0.5\ng = inf\nh = \"n / 3\"\nk = true\n");
    const auto number = [&](const char* name) {
        return scope.number(*document_.find("args")->find(name), name);
    };
    EXPECT_EQ(number("f"), 0.5);
    EXPECT_EQ(number("n"), 64);
    EXPECT_EQ(number("h"), 21) << "expressions are of integers";
    EXPECT_EQ(number("g"), std::nullopt);
    EXPECT_EQ(number("k"), std::nullopt);
    EXPECT_EQ(codes(), (Codes{"launch.not-finite", "launch.wrong-type"}));
}

TEST_F(Scopes, unusedConstantsAreCheckedToo) {
    LaunchScope& scope = over("[constants]\nfine = \"1 + 1\"\nfaulty = \"1 / 0\"\n");
    EXPECT_TRUE(faults_.empty());
    scope.checkConstants();
    EXPECT_EQ(codes(), Codes{"launch.bad-expression"});
    EXPECT_EQ(faults_.sorted()[0].place.line, 3);
}

TEST_F(Scopes, identifiersAreThoseOfC) {
    for (const char* const good : {"n", "_x", "TILE_2", "aZ09"}) EXPECT_TRUE(isIdentifier(good)) << good;
    for (const char* const bad : {"", "2n", "a-b", "a b", "\xC3\xA4", "a."})
        EXPECT_FALSE(isIdentifier(bad)) << bad;
}

} // namespace
} // namespace warpstring::files
