// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/time_window.h"

#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace warpstring::gui {

namespace {

TimeWindow windowOf(double limit) {
    TimeWindow window;
    window.setLimit(limit);
    window.fit();
    return window;
}

TEST(TimeWindow, ZoomingKeepsTheCycleUnderThePointer) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> part(0.02, 0.98), factor(0.3, 1);
    TimeWindow window = windowOf(1e5);
    for (int i = 0; i < 6; ++i) {
        const double place = part(random);
        const double cycle = window.from() + place * window.cycles();
        window.zoomAbout(cycle, factor(random));
        EXPECT_NEAR((cycle - window.from()) / window.cycles(), place, 1e-9);
    }
}

TEST(TimeWindow, ZoomingInAndOutAgainChangesNothing) {
    TimeWindow window = windowOf(1e5);
    window.show(30000, 50000);
    const TimeWindow before = window;
    window.zoomAbout(37000, 0.25);
    window.zoomAbout(37000, 4);
    EXPECT_NEAR(window.from(), before.from(), 1e-6);
    EXPECT_NEAR(window.to(), before.to(), 1e-6);
}

TEST(TimeWindow, StaysWithinItsLimitsWhateverIsDone) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> any(-3e4, 3e4), factor(0.01, 20);
    TimeWindow window = windowOf(1e4);
    for (int i = 0; i < 2000; ++i) {
        switch (random() % 4) {
        case 0: window.zoomAbout(any(random), factor(random)); break;
        case 1: window.pan(any(random)); break;
        case 2: window.show(any(random), any(random)); break;
        default: window.setLimit(std::abs(any(random))); break;
        }
        ASSERT_GE(window.from(), 0);
        ASSERT_LE(window.to(), window.limit() * (1 + 1e-12));
        ASSERT_GE(window.cycles(), std::min(TimeWindow::leastCycles, window.limit()) * (1 - 1e-9));
    }
}

TEST(TimeWindow, NothingComesOfWhatIsNoNumber) {
    TimeWindow window = windowOf(1000);
    const TimeWindow before = window;
    window.zoomAbout(10, 0);
    window.zoomAbout(10, -1);
    window.zoomAbout(10, std::numeric_limits<double>::infinity());
    window.show(std::numeric_limits<double>::quiet_NaN(), 3);
    EXPECT_EQ(window, before);
    window.setLimit(std::numeric_limits<double>::infinity());
    EXPECT_GT(window.cycles(), 0);
}

} // namespace

} // namespace warpstring::gui
