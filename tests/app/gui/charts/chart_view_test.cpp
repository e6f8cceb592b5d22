// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/chart_view.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <gtest/gtest.h>

#include "study/charts/chart_makers.h"
#include "tests/study/charts/charted_comparison.h"

namespace warpstring::gui {

namespace {

class ChartViewTest : public testing::Test {
protected:
    void show(const charts::ChartData& data, const QSize& size = QSize(900, 600)) {
        view.resize(size);
        view.setData(data);
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    }
    QPoint placeOf(const ChartMark& mark) {
        return view.mapFromScene(view.shown().mapToScene(view.shown().positionOf(mark)));
    }
    void wheel(int notches, Qt::KeyboardModifiers modifiers = {}) {
        const QPointF at(view.viewport()->rect().center());
        QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &event);
    }

    ChartView view{lightTheme()};
};

TEST_F(ChartViewTest, AClickChoosesTheLaunch) {
    show(charts::scatterOf(test::chartedComparison()));
    QSignalSpy chosen(&view, &ChartView::launchChosen), hovered(&view, &ChartView::launchHovered);
    const auto marks = view.shown().shownMarks();
    for (const ChartMark& mark : marks) {
        QTest::mouseMove(view.viewport(), placeOf(mark));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, placeOf(mark));
        ASSERT_GT(chosen.count(), 0);
        EXPECT_EQ(chosen.back().at(0).value<std::size_t>(), view.shown().pointOf(mark).launch);
    }
    EXPECT_EQ(chosen.count(), static_cast<int>(marks.size()));
    EXPECT_GT(hovered.count(), 0);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(2, 2));
    EXPECT_EQ(chosen.count(), static_cast<int>(marks.size())) << "there is nothing in the corner";
}

TEST_F(ChartViewTest, TheKeyboardReachesEveryMark) {
    show(charts::barsOf(test::chartedComparison()));
    QSignalSpy chosen(&view, &ChartView::launchChosen);
    std::set<std::size_t> launches;
    for (std::size_t i = 0; i < view.data().points(); ++i) {
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Return);
        launches.insert(chosen.back().at(0).value<std::size_t>());
    }
    EXPECT_EQ(launches.size(), 8U);
    EXPECT_TRUE(view.accessibleDescription().contains(QStringLiteral("measured")));
}

TEST_F(ChartViewTest, ZoomStaysWithinTheWholeAndComesBack) {
    show(charts::scatterOf(test::chartedComparison()));
    const ChartWindow whole = view.shown().window();
    EXPECT_EQ(whole, view.shown().wholeWindow());
    wheel(3);
    const ChartWindow near = view.shown().window();
    EXPECT_LT(near.right - near.left, whole.right - whole.left);
    EXPECT_GE(near.left, whole.left);
    wheel(-50);
    EXPECT_EQ(view.shown().window(), whole);
    QTest::keyClick(&view, Qt::Key_Plus);
    EXPECT_FALSE(view.shown().window() == whole);
    view.setData(charts::scatterOf(test::chartedComparison()));
    EXPECT_FALSE(view.shown().window() == whole) << "new data, the same axes: the place is kept";
    QTest::keyClick(&view, Qt::Key_0);
    EXPECT_EQ(view.shown().window(), whole);
}

TEST_F(ChartViewTest, ManyRowsAreScrolled) {
    show(charts::barsOf(test::manyLaunches(336)));
    const auto shownRows = [&] {
        return std::lround(view.shown().window().top - view.shown().window().bottom);
    };
    EXPECT_LT(shownRows(), 60) << "as many as can be read";
    EXPECT_DOUBLE_EQ(view.shown().window().top, 0.5);
    const auto rows = shownRows();
    wheel(-1);
    EXPECT_DOUBLE_EQ(view.shown().window().top, 0.5 - 3);
    EXPECT_EQ(shownRows(), rows);
    QTest::keyClick(&view, Qt::Key_End);
    EXPECT_DOUBLE_EQ(view.shown().window().bottom, view.shown().wholeWindow().bottom);
    wheel(-40, Qt::ControlModifier);
    EXPECT_EQ(view.shown().window(), view.shown().wholeWindow());
    QTest::keyClick(&view, Qt::Key_0);
    EXPECT_DOUBLE_EQ(view.shown().window().top, 0.5);
    for (int i = 0; i < 200; ++i) QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_LT(view.shown().window().top, -10) << "walking brings rows into the window";
}

TEST_F(ChartViewTest, TheThemeChangesInPlace) {
    show(charts::scatterOf(test::chartedComparison()));
    view.setTheme(darkTheme());
    EXPECT_EQ(view.grab().toImage().pixelColor(2, 2), darkTheme().background);
    view.setData({});
    EXPECT_TRUE(view.data().empty());
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return);
}

} // namespace

} // namespace warpstring::gui
