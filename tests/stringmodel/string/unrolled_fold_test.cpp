// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/unrolled_fold.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <string>

#include "stringmodel/string/notation.h"
#include "stringmodel/string/token_kinds.h"
#include "tests/stringmodel/string/strings.h"

namespace warpstring::token_string {

namespace {

using test::barrier;
using test::compute;
using test::load;
using test::sharedLoad;
using test::store;
using test::waitFor;

/// A token at a line.
StringItem at(int line, StringItem item) {
    if (auto* token = std::get_if<Token>(&item.content))
        token->place.at.line = line;
    else
        std::get<Repeat>(item.content).place.at.line = line;
    return item;
}

TokenString stringOf(std::vector<StringItem> items) { return {std::move(items), CostModel::Timeline}; }

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// "[ B C_6^20 ]x2 C_1^4"
std::string text(const std::vector<FoldedItem>& items, const std::vector<const Token*>& tokens) {
    std::vector<std::string> words;
    for (const FoldedItem& item : items)
        if (const auto* token = std::get_if<FoldedToken>(&item.content)) {
            words.push_back(toText(copiesOf(*token, tokens), {true, true, CostModel::Timeline}));
        } else {
            const auto& block = std::get<FoldedBlock>(item.content);
            words.emplace_back(block.loop != nullptr ? "(" : "[");
            words.push_back(text(block.body, tokens));
            words.push_back(block.loop != nullptr ? ")x" + shortNumber(block.loop->count)
                                                  : "]x" + std::to_string(block.copies));
        }
    return joined(words);
}

std::string folded(const std::vector<StringItem>& items) {
    const TokenString string = stringOf(items);
    return text(foldUnrolled(string), tokensOf(string));
}

/// The tokens of copy `copy` in the order of the string.
void unfold(const std::vector<FoldedItem>& items, std::size_t copy, std::vector<TokenNumber>& tokens) {
    for (const FoldedItem& item : items)
        if (const auto* token = std::get_if<FoldedToken>(&item.content)) {
            tokens.push_back(token->copies.at(copy));
        } else {
            const auto& block = std::get<FoldedBlock>(item.content);
            for (std::size_t i = 0; i < block.copies; ++i) unfold(block.body, copy * block.copies + i, tokens);
        }
}

/// What two items have to have in common to be alike.
std::string shape(const FoldedItem& item, const std::vector<const Token*>& tokens) {
    if (const auto* token = std::get_if<FoldedToken>(&item.content)) {
        const Token& first = *tokens[token->copies.front()];
        std::string shape = std::string(traits(first.kind).name) + "@" + std::to_string(first.place.at.line);
        if (first.kind == TokenKind::Compute) shape += "_" + shortNumber(first.count);
        for (const TokenNumber copy : token->copies)
            shape += "," + std::to_string(tokens[copy]->memory - first.memory);
        return shape;
    }
    const auto& block = std::get<FoldedBlock>(item.content);
    std::vector<std::string> words{block.loop != nullptr ? "loop" + shortNumber(block.loop->count)
                                                         : "copies" + std::to_string(block.copies)};
    for (const FoldedItem& each : block.body) words.push_back(shape(each, tokens));
    return "{" + joined(words) + "}";
}

/// Adjacent blocks of items that are alike, in this list or one within.
bool hasAlikeNeighbours(const std::vector<FoldedItem>& items, const std::vector<const Token*>& tokens) {
    std::vector<std::string> shapes;
    for (const FoldedItem& item : items) {
        shapes.push_back(shape(item, tokens));
        if (const auto* block = std::get_if<FoldedBlock>(&item.content))
            if (hasAlikeNeighbours(block->body, tokens)) return true;
    }
    for (std::size_t length = 1; 2 * length <= shapes.size(); ++length)
        for (std::size_t i = 0; i + 2 * length <= shapes.size(); ++i)
            if (std::equal(shapes.begin() + std::ptrdiff_t(i), shapes.begin() + std::ptrdiff_t(i + length),
                           shapes.begin() + std::ptrdiff_t(i + length)))
                return true;
    return false;
}

/// The fold as its description says it, of a string without loops: everything is looked at anew after each
/// length that gave a block.
class NaiveFold {
public:
    explicit NaiveFold(const TokenString& string) : tokens_(tokensOf(string)) {
        for (TokenNumber i = 0; i < tokens_.size(); ++i) items_.push_back({FoldedToken{{i}}});
    }

    std::vector<FoldedItem> run() {
        for (std::size_t length = 1; 2 * length <= items_.size();) length = pass(length) ? 1 : length + 1;
        return items_;
    }

private:
    bool alike(std::size_t a, std::size_t b, std::size_t length) const {
        for (std::size_t i = 0; i < length; ++i)
            if (b + i >= items_.size() || shape(items_[a + i], tokens_) != shape(items_[b + i], tokens_))
                return false;
        return true;
    }

    bool pass(std::size_t length) {
        bool any = false;
        for (std::size_t first = 0; first + 2 * length <= items_.size(); ++first) {
            if (!alike(first, first + length, length)) continue;
            any = true;
            std::size_t end = first + 2 * length;
            while (end < items_.size() && alike(end - length, end, 1)) ++end;
            std::size_t best = first;
            for (std::size_t i = first; i <= first + (end - first) % length; ++i)
                if (lineOf(i) < lineOf(best)) best = i;
            std::size_t copies = 2;
            while (best + (copies + 1) * length <= end && goesOn(best, length, copies)) ++copies;
            fold(best, length, copies);
            first = best;
        }
        return any;
    }

    std::vector<TokenNumber> numbersOf(std::size_t item, std::size_t length) const {
        std::vector<TokenNumber> tokens;
        unfold({items_.begin() + std::ptrdiff_t(item), items_.begin() + std::ptrdiff_t(item + length)}, 0,
               tokens);
        return tokens;
    }
    int lineOf(std::size_t item) const { return tokens_[numbersOf(item, 1).front()]->place.at.line; }

    bool goesOn(std::size_t item, std::size_t length, std::size_t copies) const {
        const auto of = [&](std::size_t copy) { return numbersOf(item + copy * length, length); };
        const auto a = of(copies - 2), b = of(copies - 1), c = of(copies);
        for (std::size_t t = 0; t < a.size(); ++t)
            if (tokens_[c[t]]->memory - tokens_[b[t]]->memory != tokens_[b[t]]->memory - tokens_[a[t]]->memory)
                return false;
        return true;
    }

    static void append(FoldedItem& item, const FoldedItem& more) {
        if (auto* token = std::get_if<FoldedToken>(&item.content)) {
            for (const TokenNumber copy : std::get<FoldedToken>(more.content).copies)
                token->copies.push_back(copy);
            return;
        }
        for (std::size_t i = 0; i < std::get<FoldedBlock>(item.content).body.size(); ++i)
            append(std::get<FoldedBlock>(item.content).body[i], std::get<FoldedBlock>(more.content).body[i]);
    }

    void fold(std::size_t first, std::size_t length, std::size_t copies) {
        FoldedBlock block{nullptr, copies, {}};
        for (std::size_t i = 0; i < length; ++i) {
            block.body.push_back(items_[first + i]);
            for (std::size_t copy = 1; copy < copies; ++copy)
                append(block.body.back(), items_[first + copy * length + i]);
        }
        const auto at = items_.begin() + std::ptrdiff_t(first);
        items_.erase(at, at + std::ptrdiff_t(copies * length));
        items_.insert(items_.begin() + std::ptrdiff_t(first), {block});
    }

    std::vector<const Token*> tokens_;
    std::vector<FoldedItem> items_;
};

TEST(UnrolledFold, IterationsStandOnceWithTheCyclesOfAllOfThem) {
    EXPECT_EQ(folded({at(3, compute(40)), at(5, sharedLoad(6)), at(5, compute(4)), at(5, sharedLoad(7)),
                      at(5, compute(4)), at(5, sharedLoad(8)), at(5, compute(4)), at(9, store(1))}),
              "C_10^40 [ S^21 C_1^12 ]x3 ~M_1^4");
}

TEST(UnrolledFold, ABlockBeginsAtItsFirstLine) {
    // The first iteration counts otherwise, and the loop's barrier is its first line.
    const auto iteration = [](double cycles) {
        return std::vector<StringItem>{at(4, barrier()), at(5, compute(cycles)), at(6, sharedLoad())};
    };
    std::vector<StringItem> items;
    for (const double cycles : {40.0, 24.0, 24.0, 24.0})
        for (StringItem& item : iteration(cycles)) items.push_back(std::move(item));
    EXPECT_EQ(folded(items), "B^4 C_10^40 S^4 [ B^12 C_6^72 S^12 ]x3");
}

TEST(UnrolledFold, ThePlaceOfACallInTheKernelCounts) {
    // A function that stands behind the kernel in the file.
    StringItem inlined = at(90, sharedLoad());
    std::get<Token>(inlined.content).place.inlinedAt = {{"", 95, 0}, {"", 2, 0}};
    EXPECT_EQ(folded({at(4, compute(4)), inlined, at(4, compute(4)), inlined, at(4, compute(4))}),
              "C_1^4 [ S^8 C_1^8 ]x2");
}

TEST(UnrolledFold, NumbersGoOnByOneStepEach) {
    EXPECT_EQ(folded({at(2, load(1)), at(2, load(2)), at(3, waitFor(1)), at(2, load(3)), at(2, load(4)),
                      at(3, waitFor(3)), at(2, load(5)), at(2, load(6)), at(3, waitFor(5))}),
              "[ [ M_1..6^24 ]x2 G_1..5^0 ]x3");
    EXPECT_EQ(folded({at(3, waitFor(4)), at(3, waitFor(3)), at(3, waitFor(2))}), "[ G_4..2^0 ]x3");
    // The reader could not tell which they were.
    EXPECT_EQ(folded({at(2, load(1)), at(2, load(2)), at(2, load(7))}), "[ M_1..2^8 ]x2 M_7^4");
    // A load before the loop, which every iteration needs.
    EXPECT_EQ(folded({at(2, load(2)), at(3, waitFor(1)), at(2, load(3)), at(3, waitFor(1))}),
              "[ M_2..3^8 G_1^0 ]x2");
}

TEST(UnrolledFold, NothingFoldsThatDiffersForAReader) {
    const auto changed = [](void (*change)(Token&)) {
        StringItem item = at(5, compute(8));
        change(std::get<Token>(item.content));
        const TokenString string = stringOf({at(5, compute(8)), item});
        return foldUnrolled(string).size();
    };
    EXPECT_EQ(changed([](Token&) {}), 1U);
    EXPECT_EQ(changed([](Token& token) { token.cycles = token.weight = token.exposure = 0.5; }), 1U);
    EXPECT_EQ(changed([](Token& token) { token.count = 3; }), 2U);
    EXPECT_EQ(changed([](Token& token) { token.kind = TokenKind::Barrier; }), 2U);
    EXPECT_EQ(changed([](Token& token) { token.place.at.line = 6; }), 2U);
    EXPECT_EQ(changed([](Token& token) { token.place.at.column = 6; }), 2U);
    EXPECT_EQ(changed([](Token& token) { token.place.at.file = "other.h"; }), 2U);
    EXPECT_EQ(changed([](Token& token) { token.place.inlinedAt = {{"", 9, 1}}; }), 2U);
    EXPECT_EQ(changed([](Token& token) { token.waitsFor = "load b"; }), 2U);
    EXPECT_EQ(changed([](Token& token) { token.isStart = true; }), 2U);
}

TEST(UnrolledFold, NestedIterationsFoldFromWithin) {
    std::vector<StringItem> items;
    for (int outer = 0; outer < 3; ++outer) {
        items.push_back(at(4, compute(8)));
        for (int inner = 0; inner < 4; ++inner) {
            items.push_back(at(5, sharedLoad()));
            items.push_back(at(6, compute(4)));
        }
    }
    EXPECT_EQ(folded(items), "[ C_2^24 [ S^48 C_1^48 ]x4 ]x3");
}

TEST(UnrolledFold, LoopsThatStayFoldWithinAndWithEachOther) {
    const auto loop = [](double count) {
        return at(4, test::repeat(count, {at(5, sharedLoad()), at(6, compute(4)), at(5, sharedLoad()),
                                          at(6, compute(4))}));
    };
    EXPECT_EQ(folded({loop(8), loop(8), loop(9)}), "[ ( [ S^16 C_1^16 ]x2 )x8 ]x2 ( [ S^8 C_1^8 ]x2 )x9");
    const TokenString string = stringOf({loop(8), loop(8)});
    EXPECT_EQ(text(asWritten(string), tokensOf(string)), "( S^4 C_1^4 S^4 C_1^4 )x8 ( S^4 C_1^4 S^4 C_1^4 )x8");
}

/// A loop nest unrolled: blocks that occur again and again, with changes here and there.
std::vector<StringItem> randomItems(std::mt19937& random, int depth) {
    const auto upTo = [&](int most) { return std::uniform_int_distribution(0, most)(random); };
    std::vector<StringItem> items;
    for (int parts = 1 + upTo(2); parts > 0; --parts) {
        std::vector<StringItem> block;
        if (depth > 0 && upTo(2) > 0)
            block = randomItems(random, depth - 1);
        else
            switch (const int line = 1 + upTo(2); upTo(2)) {
            case 0: block = {at(line, compute(4 + 4 * upTo(1)))}; break;
            case 1: block = {at(line, load(1 + upTo(3)))}; break;
            default: block = {at(line, sharedLoad())}; break;
            }
        const int step = upTo(2);
        for (int copies = upTo(3); copies >= 0; --copies) {
            for (StringItem& item : block) {
                items.push_back(item);
                auto& token = std::get<Token>(item.content);
                if (token.memory > 0) token.memory += step;
                if (upTo(30) == 0) token.place.at.line = 4;
            }
        }
    }
    return items;
}

TEST(UnrolledFold, FoldsAsItIsDescribedAndLosesNothing) {
    std::size_t foldedOnes = 0;
    for (unsigned seed = 0; seed < 1500; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const TokenString string = stringOf(randomItems(random, static_cast<int>(seed % 4)));
        const auto tokens = tokensOf(string);
        if (tokens.size() > 150) continue; // the naive fold takes long
        const auto items = foldUnrolled(string);
        std::vector<TokenNumber> unfolded, all(tokens.size());
        unfold(items, 0, unfolded);
        std::iota(all.begin(), all.end(), 0U);
        ASSERT_EQ(unfolded, all);
        ASSERT_FALSE(hasAlikeNeighbours(items, tokens)) << text(items, tokens);
        ASSERT_EQ(text(items, tokens), text(NaiveFold(string).run(), tokens));
        foldedOnes += items.size() < tokens.size();
    }
    EXPECT_GT(foldedOnes, 1000U);
}

// A fold that compares every block with every other would take hours.
TEST(UnrolledFold, AHundredThousandTokensAreFolded) {
    constexpr int tokens = 100000;
    std::vector<StringItem> different, periodic, nested, squareFree;
    for (int i = 0; i < tokens; ++i) {
        different.push_back(at(i + 1, sharedLoad()));
        periodic.push_back(at(i % 1000 + 1, sharedLoad()));
        nested.push_back(at(i % 100 == 99 ? i % 10000 + 1 : i % 10 + 1, sharedLoad()));
        // Zeros between the ones of the Thue-Morse sequence: no two equal blocks follow each other.
        squareFree.push_back(
            at(__builtin_parity(unsigned(i) + 1) - __builtin_parity(unsigned(i)) + 2, sharedLoad()));
    }
    for (const auto* items : {&different, &periodic, &nested, &squareFree}) EXPECT_FALSE(foldUnrolled(stringOf(*items)).empty());
}

} // namespace

} // namespace warpstring::token_string
