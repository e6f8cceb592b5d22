// SPDX-License-Identifier: GPL-3.0-or-later
// analyseStamps() against figures found the slow way, on random stamps.
#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "core/measure/worker/warp_stamps.h"
#include "core/probe/probe_source.h"

namespace warpstring::measure {

using records::WarpMeasurement;
namespace {

struct Stamp {
    std::uint64_t start = 0, end = 0, sm = 0;
};
using Group = std::vector<Stamp>;
constexpr std::uint64_t cycleBits = (std::uint64_t{1} << probe::smShift) - 1;

WarpMeasurement analyse(const std::vector<Group>& groups, std::uint64_t stride = 1) {
    std::vector<std::uint64_t> words;
    for (const Group& group : groups)
        for (const Stamp& stamp : group)
            words.insert(words.end(),
                         {stamp.end, ((stamp.end - stamp.start) & cycleBits) | stamp.sm << probe::smShift});
    WarpMeasurement warp;
    analyseStamps(words, groups.empty() ? 1 : groups.front().size(), stride, warp);
    return warp;
}

void expectDistribution(const records::Distribution& actual, std::vector<double> values) {
    ASSERT_EQ(actual.count, values.size());
    if (values.empty()) return;
    std::sort(values.begin(), values.end());
    EXPECT_EQ(actual.min, values.front());
    EXPECT_EQ(actual.max, values.back());
    const double middle = (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
    EXPECT_DOUBLE_EQ(actual.median, middle);
    double sum = 0;
    for (const double value : values) sum += value;
    EXPECT_NEAR(actual.mean, sum / static_cast<double>(values.size()), 1e-9 * sum);
    // At least the share of values that a percentile names lies on its either side, itself and neighbours
    // aside.
    const std::pair<double, double> percentiles[] = {
        {0.05, actual.p5}, {0.25, actual.p25}, {0.75, actual.p75}, {0.95, actual.p95}};
    for (const auto& [share, value] : percentiles) {
        const auto below = std::count_if(values.begin(), values.end(), [&](double v) { return v < value; });
        const auto upTo = std::count_if(values.begin(), values.end(), [&](double v) { return v <= value; });
        const double place = share * static_cast<double>(values.size() - 1);
        EXPECT_LE(static_cast<double>(below), place + 1) << share;
        EXPECT_GE(static_cast<double>(upTo), place) << share;
    }
}

struct Whole {
    std::uint64_t group, start, end;
};

/// A group's span, or nothing when none of its warps has a clock that goes forward.
std::optional<Whole> spanOf(const Group& group, std::uint64_t number) {
    std::optional<Whole> span;
    for (const Stamp& stamp : group) {
        if (stamp.end < stamp.start) continue;
        if (!span) span = Whole{number, stamp.start, stamp.end};
        span->start = std::min(span->start, stamp.start);
        span->end = std::max(span->end, stamp.end);
    }
    return span;
}

/// By trying every moment at which a group starts.
std::uint64_t mostResident(const std::vector<Whole>& spans) {
    std::uint64_t most = 0;
    for (const Whole& moment : spans) {
        std::uint64_t now = 0;
        for (const Whole& span : spans) now += span.start <= moment.start && moment.start < span.end ? 1U : 0U;
        most = std::max(most, now);
    }
    return most;
}

TEST(WarpStamps, AgreeWithABruteForceOracle) {
    const unsigned seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t most) { return random() % most; };
    for (int trial = 0; trial < 300; ++trial) {
        const std::uint64_t sms = 1 + below(5);
        const std::uint64_t warps = 1 + below(6);
        const std::uint64_t stride = std::uint64_t{1} << below(4);
        const std::uint64_t late = below(2) == 0 ? 0 : std::uint64_t{1} << 52U; // clocks run for long
        std::vector<Group> groups(below(60));
        for (Group& group : groups) {
            const std::uint64_t sm = below(8) == 0 ? probe::unknownSm : below(sms) * 3;
            for (std::uint64_t w = 0; w < warps; ++w) {
                const std::uint64_t start = late + below(400);
                const bool backwards = below(20) == 0;
                group.push_back({start, backwards ? start - 1 - below(5) : start + 1 + below(90), sm});
            }
        }
        if (late == 0) // no wrapping below zero
            for (Group& group : groups)
                for (Stamp& stamp : group) stamp.start += 10, stamp.end += 10;
        const WarpMeasurement warp = analyse(groups, stride);

        std::vector<double> warpCycles;
        std::vector<double> groupCycles;
        std::map<std::uint64_t, std::vector<Whole>> bySm;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            for (const Stamp& stamp : groups[g])
                if (stamp.end >= stamp.start)
                    warpCycles.push_back(static_cast<double>(stamp.end - stamp.start));
            const auto span = spanOf(groups[g], g * stride);
            if (!span) continue;
            groupCycles.push_back(static_cast<double>(span->end - span->start));
            if (groups[g].front().sm != probe::unknownSm) bySm[groups[g].front().sm].push_back(*span);
        }
        expectDistribution(warp.warps, warpCycles);
        expectDistribution(warp.groups, groupCycles);

        ASSERT_EQ(warp.schedule.size(), bySm.size());
        for (const records::SmSchedule& sm : warp.schedule) {
            const auto& spans = bySm.at(static_cast<std::uint64_t>(sm.sm));
            EXPECT_EQ(sm.groups, spans.size());
            EXPECT_EQ(sm.mostResidentGroups, mostResident(spans));
            std::uint64_t first = spans.front().start;
            std::uint64_t last = 0;
            for (const Whole& span : spans) {
                first = std::min(first, span.start);
                last = std::max(last, span.end);
            }
            EXPECT_EQ(sm.spanCycles, static_cast<double>(last - first));
            if (sm.sm != warp.detailedSm) continue;
            ASSERT_EQ(warp.groupSpans.size(), spans.size());
            for (const records::GroupSpan& detail : warp.groupSpans)
                EXPECT_EQ(std::count_if(spans.begin(), spans.end(),
                                        [&](const Whole& span) {
                                            return span.group == detail.group &&
                                                   detail.start == static_cast<double>(span.start - first) &&
                                                   detail.end == static_cast<double>(span.end - first);
                                        }),
                          1)
                    << "group " << detail.group;
            EXPECT_TRUE(std::is_sorted(
                warp.groupSpans.begin(), warp.groupSpans.end(),
                [](const records::GroupSpan& a, const records::GroupSpan& b) { return a.start < b.start; }));
        }
        EXPECT_EQ(warp.detailedSm >= 0, !bySm.empty());
    }
}

TEST(WarpStamps, NoStampsSayNothing) {
    const WarpMeasurement warp = analyse({});
    EXPECT_EQ(warp.warps.count, 0U);
    EXPECT_TRUE(warp.schedule.empty());
    EXPECT_EQ(warp.detailedSm, -1);
}

TEST(WarpStamps, AGroupThatStartsWhenAnotherEndsTakesItsPlace) {
    const WarpMeasurement warp = analyse({{{100, 200, 4}}, {{200, 300, 4}}, {{150, 250, 4}}}, 8);
    ASSERT_EQ(warp.schedule.size(), 1U);
    EXPECT_EQ(warp.schedule[0].sm, 4);
    EXPECT_EQ(warp.schedule[0].mostResidentGroups, 2U);
    EXPECT_EQ(warp.schedule[0].spanCycles, 200);
    ASSERT_EQ(warp.groupSpans.size(), 3U);
    EXPECT_EQ(warp.groupSpans[1].group, 16U) << "the third group of stride 8 starts second";
    EXPECT_EQ(warp.groupSpans[1].start, 50);
}

TEST(WarpStamps, DetailsAreOfTheFirstHundredsOnly) {
    std::vector<Group> groups;
    for (std::uint64_t g = 0; g < 5000; ++g) groups.push_back({{10 * g, 10 * g + 15, 2}});
    const WarpMeasurement warp = analyse(groups);
    EXPECT_EQ(warp.schedule.at(0).groups, 5000U);
    EXPECT_EQ(warp.schedule.at(0).mostResidentGroups, 2U);
    EXPECT_GE(warp.groupSpans.size(), 100U);
    EXPECT_LT(warp.groupSpans.size(), 1000U);
    EXPECT_EQ(warp.groupSpans.back().group, warp.groupSpans.size() - 1);
}

} // namespace
} // namespace warpstring::measure
