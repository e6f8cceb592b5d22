// SPDX-License-Identifier: GPL-3.0-or-later
// The order of people, against one that takes words apart into numbers and letters.
#include "app/gui/models/sort_keys.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace warpstring::gui {

namespace {

/// A number, or a letter.
struct Part {
    bool number = false;
    unsigned long long value = 0;
};

std::vector<Part> partsOf(const std::string& word) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < word.size();) {
        if (std::isdigit(static_cast<unsigned char>(word[i])) == 0) {
            parts.push_back({false, static_cast<unsigned char>(word[i++])});
            continue;
        }
        std::size_t length = 0;
        parts.push_back({true, std::stoull(word.substr(i), &length)});
        i += length;
    }
    return parts;
}

/// -1, 0 or 1. A number is compared to a letter as its first digit would be; the shorter word comes first.
int expectedOrder(const std::string& a, const std::string& b) {
    const auto of = partsOf(a), than = partsOf(b);
    for (std::size_t i = 0; i < std::min(of.size(), than.size()); ++i) {
        if (of[i].number != than[i].number) {
            const auto letter = of[i].number ? than[i].value : of[i].value;
            const bool digitIsLess = '9' < letter;
            return of[i].number == digitIsLess ? -1 : 1;
        }
        if (of[i].value != than[i].value) return of[i].value < than[i].value ? -1 : 1;
    }
    if (of.size() != than.size()) return of.size() < than.size() ? -1 : 1;
    return a < b ? -1 : a == b ? 0 : 1;
}

/// All words of up to three characters.
std::vector<std::string> shortWords() {
    std::vector<std::string> words{""};
    for (std::size_t from = 0, round = 0; round < 3; ++round) {
        const std::size_t end = words.size();
        for (; from < end; ++from)
            for (const char letter : {'0', '1', '7', ',', 'x'}) words.push_back(words[from] + letter);
    }
    return words;
}

TEST(NaturalOrder, ComparesNumbersAsNumbers) {
    const auto words = shortWords();
    ASSERT_EQ(words.size(), 1U + 5 + 25 + 125);
    for (const std::string& a : words)
        for (const std::string& b : words)
            ASSERT_EQ(naturallyLess(a, b), expectedOrder(a, b) < 0) << '"' << a << "\" and \"" << b << '"';
}

TEST(NaturalOrder, NumbersMayBeLongerThanAnyInteger) {
    const std::string many(40, '9');
    EXPECT_TRUE(naturallyLess("n=" + many, "n=1" + std::string(40, '0')));
    EXPECT_FALSE(naturallyLess("n=1" + std::string(40, '0'), "n=" + many));
    EXPECT_TRUE(naturallyLess("n=0000" + many, "n=1" + many)) << "leading zeros do not count";
}

TEST(RanksOf, AreThePlacesAmongTheDifferentWords) {
    const std::vector<std::string> words{"n=1024", "n=64", "", "n=1024", "m"};
    std::vector<const std::string*> pointers;
    for (const std::string& word : words) pointers.push_back(&word);
    const auto ranks = ranksOf(pointers);
    ASSERT_EQ(ranks.size(), words.size());
    EXPECT_TRUE(std::isnan(ranks[2])) << "an empty word has no place";
    EXPECT_EQ(ranks[0], ranks[3]) << "the same word";
    EXPECT_LT(ranks[4], ranks[1]);
    EXPECT_LT(ranks[1], ranks[0]);
    EXPECT_TRUE(ranksOf({}).empty());
}

TEST(RanksOf, SortAsTheWordsThemselves) {
    std::mt19937 random(29);
    std::vector<std::string> words(500);
    for (std::string& word : words)
        word = "kernel_" + std::to_string(random() % 12) + ",n=" + std::to_string(random() % 3000);
    std::vector<const std::string*> pointers;
    for (const std::string& word : words) pointers.push_back(&word);
    const auto ranks = ranksOf(pointers);
    for (int i = 0; i < 5000; ++i) {
        const std::size_t a = random() % words.size(), b = random() % words.size();
        EXPECT_EQ(ranks[a] < ranks[b], naturallyLess(words[a], words[b])) << words[a] << ' ' << words[b];
    }
}

TEST(SortRows, KeepsEachOnce) {
    std::vector<std::uint32_t> rows{7, 0, 3, 12};
    sortRows(rows);
    EXPECT_EQ(rows, (std::vector<std::uint32_t>{0, 3, 7, 12}));
    rows.clear();
    sortRows(rows);
    EXPECT_TRUE(rows.empty());
}

} // namespace

} // namespace warpstring::gui
