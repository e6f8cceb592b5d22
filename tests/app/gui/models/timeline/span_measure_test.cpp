// SPDX-License-Identifier: GPL-3.0-or-later
// What warps do between two cycles, of rows made up so that it can be counted by hand.
#include "app/gui/models/timeline/span_measure.h"

#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

/// A warp that issues an operation of 4 cycles at 0, waits for global memory until 20, and issues another one
/// until 24; the second work-group in its place does the same from 100 on.
TimelineRow row(std::uint32_t warp, int scheduler) {
    TimelineRow made;
    made.warp = warp;
    made.scheduler = scheduler;
    std::vector<WarpPiece> pieces;
    for (const double start : {0.0, 100.0}) {
        const auto entry = static_cast<std::uint32_t>(made.entries.size());
        made.stays.push_back({entry / 2, 0, start, start + 24, entry, entry + 2});
        made.entries.push_back({0, start, start, start + 4, start + 4, start + 20, timeline::Stall::None});
        made.entries.push_back(
            {1, start + 4, start + 20, start + 24, start + 24, start + 24, timeline::Stall::Global});
        pieces.push_back({start, start + 4, entry, WarpState::issuing(token_string::TokenKind::Load)});
        pieces.push_back({start + 4, start + 20, entry + 1, WarpState::waiting(timeline::Stall::Global)});
        pieces.push_back(
            {start + 20, start + 24, entry + 1, WarpState::issuing(token_string::TokenKind::Compute)});
    }
    made.pieces = WarpPieces(pieces);
    return made;
}

std::vector<TimelineRow> twoSchedulers() { return {row(0, 0), row(2, 0), row(1, 1)}; }

TEST(SpanMeasure, CountsWarpsOperationsAndCycles) {
    const SpanMeasure measure = measureSpan(twoSchedulers(), 0, 24);
    EXPECT_EQ(measure.all.warps, 3U);
    EXPECT_EQ(measure.all.operations, 6U);
    EXPECT_DOUBLE_EQ(measure.all.issuing(), 3 * 8);
    EXPECT_DOUBLE_EQ(measure.all.waiting(), 3 * 16);
    EXPECT_DOUBLE_EQ(measure.all.waiting(timeline::Stall::Global), 3 * 16);
    EXPECT_DOUBLE_EQ(measure.all.waiting(timeline::Stall::Barrier), 0);
    ASSERT_EQ(measure.schedulers.size(), 2U);
    EXPECT_EQ(measure.schedulers[0].warps, 2U);
    EXPECT_EQ(measure.schedulers[1].warps, 1U);
    EXPECT_DOUBLE_EQ(measure.schedulers[1].issuing(), 8);
}

TEST(SpanMeasure, AnOperationIsOfTheSpanInWhichItIssues) {
    const auto operations = [](double from, double to) {
        return measureSpan({row(0, 0)}, from, to).all.operations;
    };
    EXPECT_EQ(operations(0, 20), 1U) << "the second issues at 20, which is outside";
    EXPECT_EQ(operations(0, 20.5), 2U);
    EXPECT_EQ(operations(1, 20), 0U) << "the first goes on, but has issued";
    EXPECT_EQ(operations(20, 101), 2U);
    EXPECT_EQ(operations(0, 1000), 4U);
}

TEST(SpanMeasure, WhereNoWarpIsThereAreNone) {
    const SpanMeasure between = measureSpan(twoSchedulers(), 30, 90);
    EXPECT_EQ(between.all.warps, 0U);
    EXPECT_EQ(between.all.operations, 0U);
    EXPECT_DOUBLE_EQ(between.all.issuing() + between.all.waiting(), 0);
    EXPECT_EQ(measureSpan(twoSchedulers(), 24, 100).all.warps, 0U) << "ends at 24, starts at 100";
    EXPECT_EQ(measureSpan(twoSchedulers(), 23, 101).all.warps, 3U) << "two work-groups in a place are a warp";
    EXPECT_TRUE(measureSpan({}, 0, 10).schedulers.empty());
}

TEST(SpanMeasure, TheEndsMayStandInEitherOrder) {
    const SpanMeasure there = measureSpan(twoSchedulers(), 2, 22), back = measureSpan(twoSchedulers(), 22, 2);
    EXPECT_EQ(back.from, 2);
    EXPECT_EQ(back.to, 22);
    EXPECT_EQ(back.all.operations, there.all.operations);
    EXPECT_EQ(back.all.cycles, there.all.cycles);
}

TEST(SpanMeasure, ItsTextTellsTimeOperationsAndShares) {
    // 1000 MHz: a cycle is a nanosecond. Of 20 cycles the schedulers issue 2 x 4 and 4; each of three warps
    // waits 16 of its 20.
    const SpanMeasure measure = measureSpan(twoSchedulers(), 0, 20);
    EXPECT_EQ(text(measure, 1000, TimeUnit::Cycles),
              QStringLiteral("20 cycles (20.0 ns) from 0 to 20 cycles: 3 operations issued by 3 warps\n"
                             "schedulers issue 40.0 %, 20.0 % of the time; warps wait 80.0 % of theirs"));
    EXPECT_TRUE(text(measure, 2000, TimeUnit::Nanoseconds)
                    .startsWith(QStringLiteral("10.0 ns (20 cycles) from 0 to 10.0 ns: ")));
    const QString one = text(measureSpan({row(0, 0)}, 0, 20), 1000, TimeUnit::Cycles);
    EXPECT_TRUE(one.contains(QStringLiteral("\nthe scheduler issues 20.0 % of the time"))) << one.toStdString();
    const QString nobody = text(measureSpan({row(0, 0)}, 30, 50), 1000, TimeUnit::Cycles);
    EXPECT_TRUE(nobody.contains(QStringLiteral("0 operations issued by 0 warps")));
    EXPECT_FALSE(nobody.contains(QStringLiteral("warps wait"))) << "there is none that could";
    const QString nothing = text(measureSpan({row(0, 0)}, 5, 5), 1000, TimeUnit::Cycles);
    EXPECT_TRUE(nothing.contains(QStringLiteral("issues 0.0 % of the time")))
        << "no time, and no division by it";
}

} // namespace

} // namespace warpstring::gui
