// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring compare --schedule` prints, of a schedule made up.
#include "app/cli/schedule_text.h"

#include <gtest/gtest.h>
#include <regex>
#include <sstream>

namespace warpstring::cli {

namespace {

/// Eight groups, two at a time: 100 cycles each measured, 125 simulated.
schedule::LaunchSchedule madeSchedule() {
    schedule::LaunchSchedule schedule;
    schedule.launch = "k,n=1";
    schedule.spec = "a-spec";
    schedule.device = "A GPU";
    schedule.sm = 5;
    schedule.fewestGroups = 7;
    schedule.mostGroups = 9;
    schedule.measuredGroups = 9;
    schedule.simulatedGroups = 8;
    schedule.probedRatio = 1.02;
    for (std::size_t i = 0; i < 8; ++i) {
        const auto wave = static_cast<double>(i / 2);
        schedule.measured.push_back({i, 100 * wave, 100 * wave + 100});
        schedule.simulated.push_back({i, 125 * wave, 125 * wave + 125});
    }
    schedule.comparison = schedule::compareSchedules(schedule.measured, schedule.simulated);
    return schedule;
}

std::string indentedLine(const std::string& text, const std::string& begin) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        line = std::regex_replace(line, std::regex(" +"), " ");
        if (line.starts_with(" " + begin)) return line.substr(1);
    }
    return "no such line";
}

TEST(ScheduleText, HasBothSidesAndTheirErrors) {
    const std::string text = scheduleText(madeSchedule(), false);
    EXPECT_TRUE(text.starts_with("k,n=1: work-groups of one SM, a-spec against A GPU\n"));
    EXPECT_EQ(indentedLine(text, "groups that an SM runs"), "groups that an SM runs 7 to 9 8 ");
    EXPECT_EQ(indentedLine(text, "groups at one time"), "groups at one time 2 2 ");
    EXPECT_EQ(indentedLine(text, "median group"), "median group, cycles 100 125 +25.0 %");
    EXPECT_EQ(indentedLine(text, "8 groups have finished"), "8 groups have finished, cycles 400 500 +25.0 %");
    EXPECT_EQ(indentedLine(text, "4 groups have finished"), "4 groups have finished, cycles 200 250 +25.0 %");
    EXPECT_TRUE(indentedLine(text, "completion error").starts_with("completion error 25.0 %: "))
        << "every end is a quarter too late";
    EXPECT_NE(text.find("of whose groups 8 of 9 are recorded; 8 of 8 were simulated"), std::string::npos)
        << text;
    EXPECT_NE(text.find("with the probe the kernel took 102 % of its time"), std::string::npos);
}

TEST(ScheduleText, CachesAreNamedWhereTheyWereColdAndOneCountIsOneNumber) {
    schedule::LaunchSchedule schedule = madeSchedule();
    schedule.cache = records::CacheState::Cold;
    schedule.mostGroups = 7;
    const std::string text = scheduleText(schedule, false);
    EXPECT_TRUE(text.starts_with("k,n=1: work-groups of one SM, a-spec against A GPU, caches cold\n"));
    EXPECT_EQ(indentedLine(text, "groups that an SM runs"), "groups that an SM runs 7 8 ");
}

TEST(ScheduleText, ARateThatIsNotKnownIsADash) {
    schedule::LaunchSchedule schedule = madeSchedule();
    schedule.measured.resize(2); // both start at once: no group ever waits for a place
    schedule.simulated.resize(2);
    schedule.comparison = schedule::compareSchedules(schedule.measured, schedule.simulated);
    EXPECT_EQ(indentedLine(scheduleText(schedule, false), "starts per 1000"),
              "starts per 1000 cycles, SM full - - -");
}

TEST(ScheduleText, ColoursChangeNoWord) {
    const std::string coloured = scheduleText(madeSchedule(), true);
    EXPECT_NE(coloured.find("\033["), std::string::npos);
    EXPECT_EQ(std::regex_replace(coloured, std::regex("\033\\[[0-9]+m"), ""),
              scheduleText(madeSchedule(), false));
}

} // namespace

} // namespace warpstring::cli
