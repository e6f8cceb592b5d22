// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong and what is waited for can be read as a whole, in narrow windows too.
#include <QHeaderView>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QTableView>

#include "app/gui/panes/timeline_pane.h"
#include "app/gui/panes/timeline_side.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowRoom : public test::WindowTest {
protected:
    static void expectRowsFit(const QTableView& view) {
        ASSERT_GT(view.model()->rowCount(), 0);
        for (int row = 0; row < view.model()->rowCount(); ++row) {
            int needed = 0;
            for (int column = 0; column < view.model()->columnCount(); ++column) {
                if (view.isColumnHidden(column)) continue;
                const QModelIndex index = view.model()->index(row, column);
                QStyleOptionViewItem option;
                option.initFrom(&view);
                option.widget = &view;
                option.font = view.font();
                option.rect = QRect(0, 0, view.columnWidth(column), 1);
                option.features = QStyleOptionViewItem::WrapText;
                needed = std::max(needed, view.itemDelegateForIndex(index)->sizeHint(option, index).height());
            }
            EXPECT_GE(view.rowHeight(row), needed) << "row " << row << " at " << view.width() << " pixels";
        }
    }
    void resizeTo(int width, int height) {
        window_->resize(width, height);
        QTest::qWait(50);
    }
};

TEST_F(WindowRoom, ProblemsAreWrappedAnewWhenTheWindowGrowsNarrow) {
    folder_.write("lone.cl", test::smallKernel);
    ASSERT_TRUE(open(folder_ / "lone.cl"));
    auto& problems = pane<ProblemsPane>();
    raise(problems);
    const auto* view = problems.findChild<QTableView*>();
    for (const int width : {1280, 900, 700, 1280}) {
        resizeTo(width, 800);
        expectRowsFit(*view);
    }
}

TEST_F(WindowRoom, NamesOfPanesAreWrittenOut) {
    folder_.write("lone.cl", test::smallKernel);
    ASSERT_TRUE(open(folder_ / "lone.cl"));
    for (const int width : {1280, 900}) {
        resizeTo(width, 800);
        int bars = 0;
        for (const auto* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!bar->isVisible()) continue;
            ++bars;
            EXPECT_TRUE(bar->usesScrollButtons());
            for (int tab = 0; tab < bar->count(); ++tab)
                EXPECT_GE(bar->tabRect(tab).width(), bar->fontMetrics().horizontalAdvance(bar->tabText(tab)))
                    << bar->tabText(tab).toStdString();
        }
        EXPECT_EQ(bars, 2) << "beside the source and below it";
    }
}

TEST_F(WindowRoom, ReasonsOfStallsAreNeverCut) {
    start({QStringLiteral("nvidia-h200"), {}});
    ASSERT_TRUE(openSample("matmul/matmul-naive"));
    auto& timeline = window_->timeline();
    raise(timeline);
    auto* side = timeline.findChild<TimelineSide*>();
    ASSERT_NE(side, nullptr);
    auto* splitter = qobject_cast<QSplitter*>(side->parentWidget());
    ASSERT_NE(splitter, nullptr);
    for (const TimeUnit unit : {TimeUnit::Cycles, TimeUnit::Microseconds}) {
        window_->setUnit(unit);
        splitter->setSizes({10000, 1}); // as narrow as a person can drag it
        QTest::qWait(50);
        for (const auto* table : side->findChildren<QTableView*>()) {
            if (!table->isVisible()) continue;
            EXPECT_LE(table->horizontalHeader()->length(), table->viewport()->width());
            for (int row = 0; row < table->model()->rowCount(); ++row)
                for (int column = 0; column < table->model()->columnCount(); ++column) {
                    if (table->isColumnHidden(column)) continue;
                    const QModelIndex index = table->model()->index(row, column);
                    const int icon = column == StallTable::Reason ? table->iconSize().width() + 4 : 0;
                    EXPECT_GE(table->columnWidth(column),
                              icon + table->fontMetrics().horizontalAdvance(index.data().toString()))
                        << index.data().toString().toStdString();
                }
        }
    }
}

TEST_F(WindowRoom, WhatIsSaidOfAnOperationIsSeenAsAWhole) {
    start({QStringLiteral("nvidia-h200"), {}});
    ASSERT_TRUE(openSample("matmul/matmul-naive"));
    auto& timeline = window_->timeline();
    raise(timeline);
    const QLabel* details = nullptr;
    for (const auto* label : timeline.findChildren<QLabel*>())
        if (label->accessibleName() == QStringLiteral("What is under the pointer")) details = label;
    ASSERT_NE(details, nullptr);
    const QLabel* note = nullptr;
    for (const auto* label : timeline.findChildren<QLabel*>())
        if (label->text().contains(QStringLiteral("extrapolated"))) note = label;
    ASSERT_NE(note, nullptr) << "a warning of the timeline";
    for (const int width : {1280, 1000, 800}) {
        resizeTo(width, 700);
        EXPECT_GE(details->height(), details->heightForWidth(details->width())) << width;
        EXPECT_GE(note->height(), note->heightForWidth(note->width())) << width;
    }
}

TEST_F(WindowRoom, TheSummaryIsBesideTheSourceFromTheStartAndNotCutOff) {
    start({QStringLiteral("nvidia-h200"), {}});
    ASSERT_TRUE(openSample("matmul/matmul-tiled"));
    auto& canvas = window_->summary().canvas();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return canvas.summary() && canvas.summary()->advice; }, test::patienceMs));
    for (const QSize& size : {QSize(1280, 800), QSize(1000, 700), QSize(1600, 1000)}) {
        resizeTo(size.width(), size.height());
        EXPECT_FALSE(canvas.visibleRegion().isEmpty()) << size.width();
        EXPECT_GT(canvas.mapTo(window_.get(), QPoint()).x(), editor().mapTo(window_.get(), QPoint()).x());
        EXPECT_EQ(canvas.width(), canvas.parentWidget()->width()) << size.width();
        EXPECT_GE(canvas.height(), static_cast<int>(canvas.page().size.height())) << size.width();
    }
}

} // namespace

} // namespace warpstring::gui
