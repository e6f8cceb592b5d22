// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/string_layout.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

#include "stringmodel/string/notation.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

StringMetrics metrics() {
    StringMetrics metrics;
    metrics.letterWidth = [](const QString& text) { return 11.0 * static_cast<double>(text.size()); };
    metrics.smallWidth = [](const QString& text) { return 6.0 * static_cast<double>(text.size()); };
    return metrics;
}

struct Laid {
    SharedAnalysis analysis;
    ShownString shown;
    std::vector<double> cycles; ///< by ShownIndex
    StringPage page;
    double width = 0;
    TokenWidth by = TokenWidth::Label;
    std::string name;
};

/// Every sample's string, folded and not, on pages of several widths, both ways.
void forEveryPage(const std::function<void(const Laid&)>& check) {
    ASSERT_GT(test::analysesOfSamples().size(), 30U);
    for (const SharedAnalysis& analysis : test::analysesOfSamples()) {
        Laid laid;
        laid.name = analysis->launch().name;
        laid.analysis = analysis;
        for (const bool folds : {true, false}) {
            laid.shown = shownString(*analysis, folds);
            laid.cycles = laid.shown.cycles(*analysis);
            for (const double width : {160.0, 700.0, 5000.0})
                for (const TokenWidth by : {TokenWidth::Label, TokenWidth::Cycles}) {
                    laid.width = width;
                    laid.by = by;
                    laid.page = layOutString(*analysis, laid.shown, laid.cycles, width, by, metrics());
                    SCOPED_TRACE(laid.name + (folds ? " folded" : "") + " at " + std::to_string(width));
                    check(laid);
                }
        }
    }
}

TEST(StringLayout, BoxesStandInOrderOnThePageWithoutTouchingAnother) {
    forEveryPage([](const Laid& laid) {
        const auto& boxes = laid.page.boxes;
        ASSERT_EQ(boxes.size(), laid.shown.tokens.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            EXPECT_GT(boxes[i].rect.width(), 0);
            EXPECT_GE(boxes[i].rect.left(), 0);
            EXPECT_LE(boxes[i].rect.right(), laid.width);
            EXPECT_LE(boxes[i].rect.right(), laid.page.size.width());
            EXPECT_LE(boxes[i].rect.bottom(), laid.page.size.height());
            if (i == 0) continue;
            if (boxes[i].line == boxes[i - 1].line) {
                EXPECT_GT(boxes[i].rect.left(), boxes[i - 1].rect.right());
                EXPECT_EQ(boxes[i].rect.top(), boxes[i - 1].rect.top());
            } else {
                EXPECT_EQ(boxes[i].line, boxes[i - 1].line + 1);
                EXPECT_GT(boxes[i].rect.top(), boxes[i - 1].rect.bottom());
            }
        }
    });
}

TEST(StringLayout, BracketsCoverExactlyTheTokensOfTheirRepeats) {
    forEveryPage([](const Laid& laid) {
        std::map<std::size_t, std::vector<ShownIndex>> covered, inside;
        std::map<std::size_t, int> begins, ends, labels;
        for (ShownIndex i = 0; i < laid.shown.tokens.size(); ++i)
            for (const std::size_t block : laid.shown.tokens[i].around) inside[block].push_back(i);
        for (const RepeatBracket& bracket : laid.page.brackets) {
            begins[bracket.block] += bracket.begins;
            ends[bracket.block] += bracket.ends;
            labels[bracket.block] += !bracket.label.isEmpty();
            EXPECT_EQ(bracket.isFolded, laid.shown.blocks[bracket.block].loop == nullptr);
            // The line is the one that the bracket stands below.
            int line = -1;
            double nearest = std::numeric_limits<double>::infinity();
            for (const TokenBox& box : laid.page.boxes)
                if (bracket.y >= box.rect.bottom() && bracket.y - box.rect.bottom() < nearest) {
                    nearest = bracket.y - box.rect.bottom();
                    line = box.line;
                }
            const auto& boxes = laid.page.boxes;
            for (ShownIndex i = 0; i < boxes.size(); ++i)
                if (boxes[i].line == line && boxes[i].rect.left() >= bracket.left &&
                    boxes[i].rect.right() <= bracket.right)
                    covered[bracket.block].push_back(i);
            for (const TokenBox& box : laid.page.boxes)
                EXPECT_FALSE(box.rect.adjusted(0, 0, 0, -1e-9)
                                 .contains(QPointF((bracket.left + bracket.right) / 2, bracket.y)))
                    << "a bracket through a box";
            EXPECT_LE(bracket.y, laid.page.size.height());
        }
        for (auto& [block, tokens] : covered) std::sort(tokens.begin(), tokens.end());
        EXPECT_EQ(covered, inside);
        for (const auto& [block, tokens] : inside) {
            EXPECT_EQ(begins[block], 1);
            EXPECT_EQ(ends[block], 1);
            EXPECT_EQ(labels[block], 1);
        }
    });
}

TEST(StringLayout, BracketsThatAreNestedStandAtOtherHeights) {
    std::size_t nested = 0;
    forEveryPage([&](const Laid& laid) {
        std::map<std::size_t, int> depths;
        for (const RepeatBracket& bracket : laid.page.brackets) depths[bracket.block] = bracket.depth;
        for (const ShownToken& token : laid.shown.tokens)
            for (std::size_t i = 1; i < token.around.size(); ++i) {
                EXPECT_GT(depths.at(token.around[i - 1]), depths.at(token.around[i]));
                ++nested;
            }
        for (const RepeatBracket& a : laid.page.brackets)
            for (const RepeatBracket& b : laid.page.brackets)
                if (a.block != b.block && a.y == b.y) {
                    EXPECT_TRUE(a.right < b.left || b.right < a.left) << "two brackets in one place";
                }
    });
    EXPECT_GT(nested, 0U);
}

TEST(StringLayout, WidthsByCyclesAreOrderedAsCycles) {
    forEveryPage([](const Laid& laid) {
        if (laid.by != TokenWidth::Cycles) return;
        std::vector<ShownIndex> order(laid.cycles.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(),
                  [&](ShownIndex a, ShownIndex b) { return laid.cycles[a] < laid.cycles[b]; });
        for (std::size_t i = 1; i < order.size(); ++i)
            EXPECT_LE(laid.page.boxes[order[i - 1]].rect.width(),
                      laid.page.boxes[order[i]].rect.width() + 1e-9);
    });
}

TEST(StringLayout, CyclesAddUpToTheWalk) {
    for (const char* sample : {"scan/scan-init", "matmul/matmul-tiled", "fft/fft-shared-radix4"})
        for (const bool folds : {true, false}) {
            const auto analysis = test::analysisOf(sample);
            const auto cycles = shownString(*analysis, folds).cycles(*analysis);
            const double walk = analysis->simulation.correctedWalk.cycles;
            EXPECT_NEAR(std::accumulate(cycles.begin(), cycles.end(), 0.0), walk, 1e-6 * walk) << sample;
        }
}

TEST(StringLayout, APointFindsItsBoxAndNothingBetween) {
    forEveryPage([](const Laid& laid) {
        const auto& boxes = laid.page.boxes;
        for (ShownIndex i = 0; i < boxes.size(); ++i) {
            const TokenBox& box = boxes[i];
            EXPECT_EQ(laid.page.at(box.rect.center()), i);
            EXPECT_EQ(laid.page.at(box.rect.topLeft() + QPointF(0.1, 0.1)), i);
            EXPECT_EQ(laid.page.at(box.rect.bottomRight() - QPointF(0.1, 0.1)), i);
            EXPECT_EQ(laid.page.at(QPointF(box.rect.right() + 2, box.rect.center().y())), std::nullopt);
            EXPECT_EQ(laid.page.at(QPointF(box.rect.center().x(), box.rect.bottom() + 5)), std::nullopt);
            EXPECT_EQ(laid.page.at(QPointF(box.rect.center().x(), box.rect.top() - 2)), std::nullopt);
        }
        EXPECT_EQ(laid.page.at(QPointF(-5, -5)), std::nullopt);
        EXPECT_EQ(laid.page.at(QPointF(0, 1e6)), std::nullopt);
    });
}

TEST(StringLayout, UpAndDownGoToTheNearestOfTheNextLine) {
    forEveryPage([](const Laid& laid) {
        const auto& boxes = laid.page.boxes;
        if (boxes.empty()) return;
        const int last = boxes.back().line;
        for (ShownIndex i = 0; i < boxes.size(); ++i) {
            const TokenBox& box = boxes[i];
            const TokenBox& up = boxes[laid.page.above(i)];
            const TokenBox& down = boxes[laid.page.below(i)];
            EXPECT_EQ(up.line, std::max(0, box.line - 1));
            EXPECT_EQ(down.line, std::min(last, box.line + 1));
            for (const TokenBox& other : boxes)
                if (other.line == down.line && down.line != box.line) {
                    EXPECT_LE(std::fabs(down.rect.center().x() - box.rect.center().x()),
                              std::fabs(other.rect.center().x() - box.rect.center().x()));
                }
        }
        EXPECT_EQ(laid.page.above(0), 0U);
        const ShownIndex beyond = boxes.size();
        EXPECT_EQ(laid.page.below(beyond), beyond);
    });
}

TEST(StringLayout, OfNothingIsEmpty) {
    Analysis nothing;
    const auto page = layOutString(nothing, {}, {}, 400, TokenWidth::Label, metrics());
    EXPECT_TRUE(page.boxes.empty());
    EXPECT_TRUE(page.size.isEmpty());
    EXPECT_EQ(page.at({10, 10}), std::nullopt);
}

TEST(StringLayout, FoldedTokensHaveTheCyclesAndNumbersOfAllCopies) {
    const auto analysis = test::analysisOf("dg/dg-plain", "nvidia-h200");
    const ShownString shown = shownString(*analysis, true);
    const auto page =
        layOutString(*analysis, shown, shown.cycles(*analysis), 700, TokenWidth::Label, metrics());
    std::size_t copies = 0, labels = 0;
    for (ShownIndex i = 0; i < shown.tokens.size(); ++i) {
        const auto& tokens = shown.tokens[i].copies;
        copies += tokens.size() - 1;
        if (tokens.size() == 1) continue;
        double cycles = 0;
        for (const TokenIndex token : tokens) cycles += analysis->tokens[token].token->cycles;
        EXPECT_EQ(page.boxes[i].above.toStdString(), token_string::shortNumber(cycles));
        const auto &first = *analysis->tokens[tokens.front()].token,
                   &last = *analysis->tokens[tokens.back()].token;
        if (first.memory > 0) {
            EXPECT_EQ(page.boxes[i].below, QStringLiteral("%1..%2").arg(first.memory).arg(last.memory));
        }
    }
    EXPECT_GT(copies, 200U);
    for (const RepeatBracket& bracket : page.brackets)
        labels += bracket.label == QStringLiteral("63 copies") && bracket.isFolded;
    EXPECT_EQ(labels, 1U);
}

TEST(ShownString, EveryTokenHasItsPlace) {
    for (const SharedAnalysis& analysis : test::analysesOfSamples())
        for (const bool folds : {true, false}) {
            SCOPED_TRACE(analysis->launch().name);
            const ShownString shown = shownString(*analysis, folds);
            ASSERT_EQ(shown.places.size(), analysis->tokens.size());
            for (TokenIndex token = 0; token < shown.places.size(); ++token) {
                const auto& copies = shown.tokens.at(shown.places[token]).copies;
                EXPECT_TRUE(std::binary_search(copies.begin(), copies.end(), token));
            }
            if (!folds) {
                EXPECT_EQ(shown.tokens.size(), analysis->tokens.size());
            }
        }
}

} // namespace

} // namespace warpstring::gui
