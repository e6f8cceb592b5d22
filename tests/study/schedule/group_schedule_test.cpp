// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of work-groups made by hand, whose figures are known.
#include <gtest/gtest.h>

#include "study/schedule/group_schedule.h"

namespace warpstring::schedule {
namespace {

/// Waves of `resident` groups that start and end together, each `cycles` long.
std::vector<records::GroupSpan> waves(std::size_t groups, std::size_t resident, double cycles,
                                      double from = 0) {
    std::vector<records::GroupSpan> spans;
    for (std::size_t i = 0; i < groups; ++i) {
        const double start = from + cycles * static_cast<double>(i / resident);
        spans.push_back({10 * i, start, start + cycles});
    }
    return spans;
}

TEST(GroupSchedule, countsFromTheFirstStart) {
    const auto schedule = scheduleOf({{7, 130, 150}, {3, 100, 140}});
    ASSERT_EQ(schedule.groups.size(), 2U);
    EXPECT_EQ(schedule.groups[0].group, 3U) << "in the order of the starts";
    EXPECT_EQ(schedule.groups[0].start, 0);
    EXPECT_EQ(schedule.groups[0].end, 40);
    EXPECT_EQ(schedule.groups[1].start, 30);
    EXPECT_EQ(schedule.mostResident, 2U);
    EXPECT_EQ(schedule.medianCycles, 30);
    EXPECT_EQ(schedule.completionsInTime, (std::vector<double>{40, 50}));
    EXPECT_EQ(schedule.startsPer1000, std::nullopt) << "none of them waits";
}

TEST(GroupSchedule, aGroupTakesTheLowestPlaceThatIsFree) {
    const auto schedule = scheduleOf({{0, 0, 10}, {1, 0, 4}, {2, 0, 6}, {3, 4, 9}, {4, 7, 8}, {5, 9, 12}});
    std::vector<std::size_t> places;
    for (const PlacedGroup& group : schedule.groups) places.push_back(group.place);
    EXPECT_EQ(places, (std::vector<std::size_t>{0, 1, 2, 1, 2, 1}));
    EXPECT_EQ(schedule.mostResident, 3U) << "one that ends as another starts has left its place to it";
}

TEST(GroupSchedule, startsAreCountedOnceTheMultiprocessorIsFull) {
    // Four groups every 200 cycles: 20 per 1000, over the four waves that follow the first.
    EXPECT_DOUBLE_EQ(*scheduleOf(waves(20, 4, 200)).startsPer1000, 20);
    EXPECT_EQ(scheduleOf(waves(4, 4, 200)).startsPer1000, std::nullopt);
    EXPECT_EQ(scheduleOf({}).startsPer1000, std::nullopt);
    EXPECT_EQ(scheduleOf({}).mostResident, 0U);
}

TEST(ScheduleComparison, equalSchedulesHaveNoError) {
    const auto same = compareSchedules(waves(20, 4, 200), waves(20, 4, 200, 5000));
    EXPECT_EQ(same.compared, 20U);
    EXPECT_EQ(same.completionError, 0) << "whenever they begin";
    EXPECT_EQ(same.durationError, 0);
    EXPECT_EQ(*same.startsError, 0);
}

TEST(ScheduleComparison, whatIsTwiceAsSlowIsWrongByItself) {
    const auto slow = compareSchedules(waves(20, 4, 200), waves(20, 4, 400));
    EXPECT_DOUBLE_EQ(slow.completionError, 1);
    EXPECT_DOUBLE_EQ(slow.durationError, 1);
    EXPECT_DOUBLE_EQ(*slow.startsError, -0.5);
}

/// The work is the same, and all of it ends at the same time; the schedule differs all the same.
TEST(ScheduleComparison, fewerAtATimeIsAnErrorOfTheSchedule) {
    const auto narrow = compareSchedules(waves(4, 2, 100), waves(4, 4, 200));
    ASSERT_EQ(narrow.completions.size(), 4U);
    EXPECT_EQ(narrow.completions[0].groups, 1U);
    EXPECT_EQ(narrow.completions[0].measured, 100);
    EXPECT_EQ(narrow.completions[0].simulated, 200);
    EXPECT_EQ(narrow.completions[3].measured, narrow.completions[3].simulated);
    EXPECT_DOUBLE_EQ(narrow.completionError, 0.5) << "of 100 %, 100 %, 0 and 0";
    EXPECT_EQ(narrow.measured.mostResident, 2U);
    EXPECT_EQ(narrow.simulated.mostResident, 4U);
    EXPECT_EQ(narrow.startsError, std::nullopt) << "the simulated one is never full";
}

TEST(ScheduleComparison, comparesWhatBothHave) {
    const auto part = compareSchedules(waves(100, 4, 200), waves(10, 4, 100));
    EXPECT_EQ(part.compared, 10U);
    EXPECT_EQ(part.measured.groups.size(), 10U);
    EXPECT_DOUBLE_EQ(part.completionError, 0.5);
    ASSERT_EQ(part.completions.size(), 4U);
    EXPECT_EQ(part.completions[0].groups, 3U);
    EXPECT_EQ(part.completions[1].groups, 5U);
    EXPECT_EQ(part.completions[2].groups, 8U);
    EXPECT_EQ(part.completions[3].groups, 10U);
    EXPECT_EQ(part.completions[3].measured, 600);
    EXPECT_EQ(compareSchedules({}, waves(3, 1, 5)).compared, 0U);
    EXPECT_EQ(compareSchedules(waves(1, 1, 5), waves(3, 1, 5)).completions.size(), 1U);
}

} // namespace
} // namespace warpstring::schedule
