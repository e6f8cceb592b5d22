// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules as picture, JSON and report, of spans made by hand.
#include <cctype>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "study/schedule/schedule_output.h"

namespace warpstring::schedule {
namespace {

/// Two places, groups of 100 cycles measured and 120 simulated.
LaunchSchedule madeUpSchedule(std::size_t groups = 8) {
    LaunchSchedule schedule;
    schedule.launch = "k,n=1 <a&b>";
    schedule.behaviour = "waves";
    schedule.remark = "Both go in step";
    schedule.kernel = "k";
    schedule.spec = "a-spec";
    schedule.device = "A GPU";
    schedule.takenAt = "2026-11-21T16:00:00Z";
    schedule.sm = 5;
    schedule.fewestGroups = 7;
    schedule.mostGroups = 9;
    schedule.measuredGroups = schedule.simulatedGroups = groups;
    for (std::size_t i = 0; i < groups; ++i) {
        const std::size_t pair = i / 2;
        const auto wave = static_cast<double>(pair);
        schedule.measured.push_back({i, 100 * wave, 100 * wave + 100});
        schedule.simulated.push_back({i, 120 * wave, 120 * wave + 120});
    }
    schedule.comparison = compareSchedules(schedule.measured, schedule.simulated);
    return schedule;
}

std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(ScheduleOutput, theErrorsAreThoseOfTheDefinition) {
    const LaunchSchedule schedule = madeUpSchedule();
    EXPECT_EQ(schedule.comparison.compared, 8U);
    EXPECT_DOUBLE_EQ(schedule.comparison.durationError, 0.2);
    EXPECT_DOUBLE_EQ(schedule.comparison.completionError, 0.2) << "every end is a fifth too late";
    const auto cells = scheduleCells(schedule);
    EXPECT_EQ(cells[scheduleErrorCell], "20.0 %");
    EXPECT_EQ(cells.back(), "+20.0 %") << "the last end";
}

TEST(ScheduleOutput, thePictureHasABarForEveryGroup) {
    const std::string svg = toScheduleSvg(madeUpSchedule());
    for (int group = 0; group < 8; ++group)
        EXPECT_EQ(countOf(svg, "<title>group " + std::to_string(group) + ":"), 2U) << "measured and simulated";
    EXPECT_NE(svg.find("k,n=1 &lt;a&amp;b&gt;"), std::string::npos);
    EXPECT_EQ(svg.find("<a&b>"), std::string::npos);
    EXPECT_EQ(countOf(svg, "<svg "), 1U);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(ScheduleOutput, barsLieWithinThePicture) {
    const std::string svg = toScheduleSvg(madeUpSchedule(40));
    const std::regex bar("<rect x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" width=\"([-0-9.]+)\"");
    std::size_t bars = 0;
    for (auto at = std::sregex_iterator(svg.begin(), svg.end(), bar); at != std::sregex_iterator(); ++at) {
        const double x = std::stod((*at)[1]), width = std::stod((*at)[3]);
        EXPECT_GE(x, 0);
        EXPECT_GE(width, 0);
        EXPECT_LE(x + width, 900);
        ++bars;
    }
    EXPECT_GE(bars, 80U);
}

TEST(ScheduleOutput, jsonHoldsGroupsPlacesAndErrors) {
    const LaunchSchedule schedule = madeUpSchedule();
    const auto json = nlohmann::json::parse(toJson(schedule).compact());
    EXPECT_EQ(json["schema"], "warpstring.schedule/1");
    EXPECT_EQ(json["launch"], schedule.launch);
    EXPECT_EQ(json["sm"], 5);
    EXPECT_EQ(json["cache"], "warm");
    EXPECT_EQ(json["groups_of_an_sm"]["measured_fewest"], 7);
    EXPECT_EQ(json["groups_of_an_sm"]["measured_most"], 9);
    EXPECT_EQ(json["compared"], 8);
    EXPECT_DOUBLE_EQ(json["completion_error"].get<double>(), 0.2);
    ASSERT_EQ(json["completions"].size(), 4U);
    EXPECT_EQ(json["completions"][3]["groups"], 8);
    EXPECT_EQ(json["completions"][3]["measured"], 400);
    EXPECT_EQ(json["completions"][3]["simulated"], 480);
    ASSERT_EQ(json["measured"]["groups"].size(), 8U);
    for (const auto& group : json["measured"]["groups"]) {
        EXPECT_LT(group[1].get<int>(), 2) << "there are two places";
        EXPECT_EQ(group[3].get<double>() - group[2].get<double>(), 100);
    }
    EXPECT_EQ(json["simulated"]["median_group_cycles"], 120);
}

TEST(ScheduleOutput, theReportsTablesHaveAsManyCellsAsTitles) {
    const std::string markdown = schedulesMarkdown({madeUpSchedule(), madeUpSchedule(1)}, "pictures");
    std::size_t bars = 0, tables = 0;
    std::string line;
    for (const char c : markdown) {
        if (c != '\n') {
            line += c;
            continue;
        }
        if (line.starts_with("|")) {
            const auto own = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
            if (bars == 0) {
                bars = own;
                ++tables;
            }
            EXPECT_EQ(own, bars) << line;
        } else {
            bars = 0;
        }
        line.clear();
    }
    EXPECT_EQ(tables, 3U);
    EXPECT_NE(markdown.find("7 to 9 / 8"), std::string::npos);
    EXPECT_NE(markdown.find("(pictures/" + pictureName("k,n=1 <a&b>") + ")"), std::string::npos);
}

TEST(ScheduleOutput, pictureNamesCanBeFilesAndLinks) {
    const std::string name = pictureName("a/b c\\d:e?<f>(g)\"h\",n=1.5-x_y");
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_.,="), std::string::npos) << name;
    EXPECT_TRUE(name.ends_with(",n=1.5-x_y.svg"));
}

} // namespace
} // namespace warpstring::schedule
