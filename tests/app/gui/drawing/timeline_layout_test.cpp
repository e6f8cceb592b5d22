// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/timeline_layout.h"

#include <gtest/gtest.h>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

class TimelineLayoutTest : public testing::Test {
protected:
    TimelineIndex timeline_{test::analysisOf("scan/scan-init", "nvidia-h200")};
    LayoutSpace space_{800, 600, 14, 120, 5};
};

TEST_F(TimelineLayoutTest, RowsStandBelowEachOtherInGroupsOfSchedulers) {
    const TimelineLayout layout = layOutTimeline(timeline_, nullptr, space_);
    const auto& rows = timeline_.rows();
    ASSERT_EQ(layout.rowTops.size(), rows.size());
    ASSERT_EQ(layout.schedulers.size(), 4U) << "an SM of the H200 has four";
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const double gap = layout.rowTops[i] - layout.rowTops[i - 1] - layout.rowHeight;
        if (rows[i].scheduler == rows[i - 1].scheduler)
            EXPECT_DOUBLE_EQ(gap, 0) << i;
        else
            EXPECT_GT(gap, 0) << i;
    }
    EXPECT_GE(layout.rowsHeight, layout.rowTops.back() + layout.rowHeight);
}

TEST_F(TimelineLayoutTest, APointFindsTheRowThatItIsIn) {
    const TimelineLayout layout = layOutTimeline(timeline_, nullptr, space_);
    for (std::size_t row = 0; row < layout.rowTops.size(); ++row) {
        EXPECT_EQ(layout.rowAt(layout.rowTops[row]), row);
        EXPECT_EQ(layout.rowAt(layout.rowTops[row] + 0.99 * layout.rowHeight), row);
    }
    EXPECT_FALSE(layout.rowAt(layout.rowTops.front() - 1));
    EXPECT_FALSE(layout.rowAt(layout.rowTops.back() + layout.rowHeight));
    EXPECT_FALSE(layout.rowAt(layout.schedulers[1].second - 1)) << "between two schedulers";
    EXPECT_FALSE(TimelineLayout().rowAt(0)) << "there are no rows";
}

TEST_F(TimelineLayoutTest, CyclesAndPlacesAreEachOthersInverse) {
    const TimelineLayout layout = layOutTimeline(timeline_, nullptr, space_);
    TimeWindow window;
    window.setLimit(1e5);
    window.show(2000, 6000);
    EXPECT_DOUBLE_EQ(layout.x(2000, window), layout.left);
    EXPECT_DOUBLE_EQ(layout.x(6000, window), layout.right);
    EXPECT_DOUBLE_EQ(layout.x(4000, window), (layout.left + layout.right) / 2);
    for (const double cycle : {0.0, 2000.0, 3456.7, 99999.0})
        EXPECT_NEAR(layout.cycle(layout.x(cycle, window), window), cycle, 1e-6);
    EXPECT_DOUBLE_EQ(layout.left, 120) << "labels have their room";
    EXPECT_LT(layout.right, 800);
}

TEST_F(TimelineLayoutTest, WhatDoesNotFitIsScrolledRatherThanSqueezed) {
    space_.height = 40;
    const TimelineLayout low = layOutTimeline(timeline_, nullptr, space_);
    EXPECT_EQ(low.rowHeight, space_.leastRow);
    EXPECT_GT(low.rowsHeight, low.rowsSeen);
    EXPECT_LE(low.rowsSeen, 40);
    space_.height = 1e5;
    const TimelineLayout high = layOutTimeline(timeline_, nullptr, space_);
    EXPECT_GT(high.rowHeight, low.rowHeight);
    EXPECT_LT(high.rowHeight, 100) << "a row is no higher than it needs to be";
    EXPECT_EQ(high.rowsSeen, high.rowsHeight);
    space_.width = 10; // narrower than the labels
    const TimelineLayout narrow = layOutTimeline(timeline_, nullptr, space_);
    EXPECT_GT(narrow.right, narrow.left) << "or places could not be told";
}

TEST_F(TimelineLayoutTest, SchedulesHaveRoomBelowTheRows) {
    GroupSchedules schedules;
    schedules.measured.mostResident = 3;
    const TimelineLayout one = layOutTimeline(timeline_, &schedules, space_);
    ASSERT_TRUE(one.measured);
    EXPECT_FALSE(one.simulated) << "nothing was simulated beside it";
    EXPECT_EQ(one.measured->rows, 3U);
    EXPECT_GE(one.measured->top, one.rowsSeen);
    EXPECT_GT(one.measured->rowsTop, one.measured->top) << "its heading";
    EXPECT_DOUBLE_EQ(one.measured->bottom(), one.measured->rowsTop + 3 * one.measured->rowHeight);
    EXPECT_GT(one.notesTop, one.measured->bottom());

    schedules.simulated.mostResident = 5;
    schedules.simulated.groups.resize(5);
    const TimelineLayout two = layOutTimeline(timeline_, &schedules, space_);
    ASSERT_TRUE(two.measured && two.simulated);
    EXPECT_EQ(two.measured->rows, 5U) << "both have as many places, so that they can be compared";
    EXPECT_EQ(two.simulated->rows, 5U);
    EXPECT_GE(two.simulated->top, two.measured->bottom());
    EXPECT_LT(two.rowsSeen, layOutTimeline(timeline_, nullptr, space_).rowsSeen + 1e-9);
}

} // namespace

} // namespace warpstring::gui
