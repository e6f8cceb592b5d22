// SPDX-License-Identifier: GPL-3.0-or-later
// core/json against nlohmann-json, which the whole build has.
#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json.h"

namespace warpstring {
namespace {

std::string randomText(std::mt19937& random) {
    static const std::vector<std::string> pieces{
        "a", "Z", " ", "\"", "\\", "\n", "\t", "\x01", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
        "/", "{", "]"};
    std::string text;
    for (auto length = random() % 6; length > 0; --length) text += pieces[random() % pieces.size()];
    return text;
}

Json randomValue(std::mt19937& random, int depth) {
    switch (random() % (depth > 3 ? 5 : 7)) {
    case 0: return {};
    case 1: return random() % 2 == 0;
    case 2: return static_cast<std::int64_t>(random() * random()) - (std::int64_t{1} << 40);
    case 3: return std::ldexp(static_cast<double>(random()) - 2e9, static_cast<int>(random() % 200) - 100);
    case 4: return randomText(random);
    case 5: {
        Json::Array items;
        for (auto count = random() % 4; count > 0; --count) items.push_back(randomValue(random, depth + 1));
        return items;
    }
    default: {
        Json object = Json::Object();
        for (auto count = random() % 4; count > 0; --count)
            object.set(randomText(random), randomValue(random, depth + 1));
        return object;
    }
    }
}

TEST(Json, writesWhatItAndOthersRead) {
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
        const Json value = randomValue(random, 0);
        for (const std::string& text : {value.compact(), value.pretty()}) {
            const auto back = parseJson(text);
            ASSERT_TRUE(back) << text << toText(back.diagnostics().front());
            EXPECT_EQ(*back, value) << text;
            const auto other = nlohmann::json::parse(text, nullptr, false);
            ASSERT_FALSE(other.is_discarded()) << text;
            // What another library writes is read as the same.
            const auto again = parseJson(other.dump());
            ASSERT_TRUE(again) << other.dump();
            EXPECT_EQ(nlohmann::json::parse(again->compact()), other);
        }
        EXPECT_EQ(value.compact().find('\n'), std::string::npos);
    }
}

TEST(Json, refusesWhatOthersRefuse) {
    std::mt19937 random(5);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        std::string text = randomValue(random, 0).compact();
        for (auto edits = 1 + random() % 3; edits > 0 && !text.empty(); --edits) {
            const std::size_t at = random() % text.size();
            if (random() % 2 == 0)
                text.erase(at, 1);
            else
                text[at] = "{}[],:\"0e-.tn\\ "[random() % 15];
        }
        const bool valid = nlohmann::json::accept(text);
        // nlohmann-json checks UTF-8 and lone surrogates as well; nothing here makes either from valid text
        // alone.
        const auto parsed = parseJson(text);
        if (valid) {
            EXPECT_TRUE(parsed) << text;
        } else if (parsed) {
            EXPECT_TRUE(std::any_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0x80; }))
                << text;
        }
        refused += parsed ? 0 : 1;
    }
    EXPECT_GT(refused, 1000);
}

TEST(Json, aByteOfZeroDoesNotEndAText) {
    using namespace std::string_literals;
    for (const std::string& text :
         {"56\0"s, "56\0"s + "8405,", "\0"s + "56", "[1,\0"s + "2]", "\"a\0"s + "b\""})
        EXPECT_FALSE(parseJson(text)) << text;
    EXPECT_EQ(parseJson(R"("a\u0000b")")->text(), "a\0b"s);
}

TEST(Json, halvesOfSurrogatePairsAreNoCharacters) {
    for (const char* text :
         {R"("\udc00")", R"("\udfffa")", R"("\ud800")", R"("\ud800\ud800")", R"("\udc00\ud800")"})
        EXPECT_FALSE(parseJson(text)) << text;
    EXPECT_EQ(parseJson(R"("\ud83d\ude00\ud7ff\ue000")")->text(), "\xf0\x9f\x98\x80\xed\x9f\xbf\xee\x80\x80");
}

TEST(Json, faultsHaveAPlace) {
    const auto faulty = parseJson("{\n  \"a\": tru\n}", "file.json");
    ASSERT_FALSE(faulty);
    EXPECT_EQ(faulty.diagnostics().front().place, (SourceLocation{"file.json", 2, 8}));
    EXPECT_FALSE(parseJson(std::string(100'000, '[')));
    EXPECT_FALSE(parseJson(""));
    EXPECT_FALSE(parseJson("1 2"));
    EXPECT_FALSE(parseJson("1e999"));
}

TEST(Json, readsTheDefaultWhereThereIsNothing) {
    const auto json = parseJson(R"({"n": 3, "x": 2.5, "s": "t", "b": true, "minus": -1})");
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)["n"].integer(), 3);
    EXPECT_EQ((*json)["n"].number(), 3.0);
    EXPECT_EQ((*json)["x"].integer(), 2);
    EXPECT_EQ((*json)["minus"].size(7), 7U);
    EXPECT_EQ((*json)["s"].text(), "t");
    EXPECT_TRUE((*json)["b"].boolean());
    EXPECT_EQ((*json)["none"]["deeper"].integer(9), 9);
    EXPECT_EQ((*json)["s"].number(4), 4);
    EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).compact(), "null");
    EXPECT_EQ(Json(2.0).compact(), "2.0");
}

} // namespace
} // namespace warpstring
