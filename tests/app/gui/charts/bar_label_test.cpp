// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/bar_label.h"

#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

const QRectF plot(100, 0, 400, 100);
constexpr double zero = 300;
const QSizeF size(50, 12);

QRectF bar(double end) { return QRectF(QPointF(std::min(zero, end), 40), QPointF(std::max(zero, end), 60)); }

BarLabel label(double end, double width = 50) {
    return barLabel(QStringLiteral("+1 %"), {width, size.height()}, bar(end), zero, plot);
}

TEST(BarLabel, StandsBehindTheEndWhereThereIsRoom) {
    EXPECT_EQ(label(400).place.left(), 404);
    EXPECT_EQ(label(200).place.right(), 196);
    EXPECT_FALSE(label(200).inside);
    EXPECT_EQ(label(300).place.left(), 304) << "of a bar that is none";
    EXPECT_EQ(label(400).place.center().y(), 50);
}

TEST(BarLabel, StandsOnABarThatReachesTheEdge) {
    EXPECT_EQ(label(490).place.right(), 486);
    EXPECT_TRUE(label(490).inside);
    EXPECT_EQ(label(110).place.left(), 114);
    EXPECT_TRUE(label(110).inside);
}

TEST(BarLabel, StandsBeforeABarThatIsTooShort) {
    const BarLabel of = label(350, 180); // 150 are free behind it
    EXPECT_EQ(of.place.right(), 296);
    EXPECT_FALSE(of.inside);
    for (double end = 100; end <= 500; end += 7) EXPECT_TRUE(plot.contains(label(end, 180).place)) << end;
}

} // namespace

} // namespace warpstring::gui
