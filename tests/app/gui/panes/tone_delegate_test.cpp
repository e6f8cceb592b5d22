// SPDX-License-Identifier: GPL-3.0-or-later
// What cells of tables look like, read back from the picture.
#include "app/gui/panes/tone_delegate.h"

#include <gtest/gtest.h>

#include <QTableView>

#include "app/gui/models/comparison/comparison_table.h"
#include "tests/app/gui/models/comparison/comparisons.h"

namespace warpstring::gui {
namespace {

class ToneDelegateTest : public ::testing::Test {
protected:
    ToneDelegateTest() {
        table_.setComparison(test::manyLaunches(40, 3), {{"a", 1000}, {"b", 2000}});
        view_.setModel(&table_);
        styleTable(view_, display_);
        view_.resize(1280, 400);
        view_.resizeColumnsToContents();
        view_.show();
    }

    [[nodiscard]] QImage cell(int row, int column) {
        return view_.viewport()->grab(view_.visualRect(table_.index(row, column))).toImage();
    }
    /// How many pixels look like `colour`: glyphs are mixed with what is behind them at their edges only.
    [[nodiscard]] static int count(const QImage& image, const QColor& colour) {
        int found = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor there = image.pixelColor(x, y);
                found += std::abs(there.red() - colour.red()) + std::abs(there.green() - colour.green()) +
                             std::abs(there.blue() - colour.blue()) <
                         60;
            }
        return found;
    }
    /// The first and the last column of pixels that differ from the cell's corner.
    [[nodiscard]] static std::pair<int, int> inked(const QImage& image) {
        std::pair<int, int> ends{image.width(), -1};
        for (int x = 0; x < image.width(); ++x)
            for (int y = 2; y < image.height() - 2; ++y)
                if (image.pixel(x, y) != image.pixel(0, 0)) {
                    ends.first = std::min(ends.first, x);
                    ends.second = x;
                }
        return ends;
    }

    Display display_;
    ComparisonTable table_;
    QTableView view_;
};

TEST_F(ToneDelegateTest, TextHasTheColourOfWhatItSays) {
    for (int row = 0; row < 8; ++row) {
        const auto tone = table_.index(row, ComparisonTable::Error).data(ComparisonTable::ToneRole).toInt();
        const Theme& theme = display_.theme();
        const std::map<int, QColor> colours{{int(Tone::Muted), theme.muted},
                                            {int(Tone::Good), theme.good},
                                            {int(Tone::Fair), theme.warning},
                                            {int(Tone::Bad), theme.error}};
        if (table_.index(row, ComparisonTable::Error).data().toString().isEmpty()) continue;
        EXPECT_GT(count(cell(row, ComparisonTable::Error), colours.at(tone)), 5) << row;
        EXPECT_GT(count(cell(row, ComparisonTable::Spec), theme.muted), 3) << row;
    }
}

TEST_F(ToneDelegateTest, NumbersStandAtTheRightAndWordsAtTheLeft) {
    view_.setColumnWidth(ComparisonTable::Launch, 300);
    view_.setColumnWidth(ComparisonTable::Simulated, 300);
    EXPECT_LT(inked(cell(0, ComparisonTable::Launch)).first, 12);
    const auto [first, last] = inked(cell(0, ComparisonTable::Simulated));
    EXPECT_GT(first, 150);
    EXPECT_GT(last, 285);
    EXPECT_LT(last, 300);
}

TEST_F(ToneDelegateTest, LongTextKeepsItsEndInsideItsCell) {
    const QImage whole = cell(0, ComparisonTable::Launch);
    view_.setColumnWidth(ComparisonTable::Launch, 40);
    const QImage cut = cell(0, ComparisonTable::Launch);
    EXPECT_LT(inked(cut).second, 40);
    EXPECT_GT(inked(whole).second, 40);
    // Launches differ at the ends of their names: a digit stands there, and no dots, which leave the room above
    // them empty.
    const QImage end = cut.copy(inked(cut).second - 6, 2, 7, cut.height() / 2 - 3);
    EXPECT_GE(inked(end).second, 0);
}

TEST_F(ToneDelegateTest, AChosenRowIsReadable) {
    const QColor behind = view_.palette().color(QPalette::Highlight);
    const QColor text = view_.palette().color(QPalette::HighlightedText);
    EXPECT_EQ(count(cell(2, ComparisonTable::Spec), behind), 0);
    view_.selectRow(2);
    const QImage chosen = cell(2, ComparisonTable::Spec);
    EXPECT_GT(count(chosen, behind), chosen.width() * chosen.height() / 2);
    EXPECT_GT(count(chosen, text), 3);
}

TEST_F(ToneDelegateTest, AnotherFontIsSeenAtOnce) {
    view_.setColumnWidth(ComparisonTable::Launch, 600);
    const int before = inked(cell(0, ComparisonTable::Launch)).second;
    QFont larger = view_.font();
    larger.setPointSizeF(larger.pointSizeF() * 1.5);
    view_.setFont(larger);
    EXPECT_GT(inked(cell(0, ComparisonTable::Launch)).second, before * 13 / 10);
}

} // namespace
} // namespace warpstring::gui
