// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/timeline_index.h"

#include <gtest/gtest.h>
#include <random>

#include "app/gui/models/timeline/span_measure.h"
#include "app/gui/models/timeline/time_ticks.h"
#include "app/gui/models/timeline/timeline_export.h"
#include "app/gui/models/timeline/timeline_facts.h"
#include "stringmodel/operation_kind.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

/// The part of [begin, end] within [from, to].
double overlap(double begin, double end, double from, double to) {
    return std::max(0.0, std::min(end, to) - std::max(begin, from));
}

/// What warpHistories tells, operation by operation.
StateCycles bruteForce(const TimelineIndex& timelineIndex, double from, double to) {
    StateCycles sums{};
    const timeline::KernelTimeline& timeline = timelineIndex.timeline();
    for (const timeline::WarpHistory& warp : warpHistories(
             timeline.sample, timeline.program, timelineIndex.analysis().simulation.occupancy.warpsPerGroup,
             timelineIndex.analysis().spec().execution.schedulers))
        for (const timeline::HistoryEntry& entry : warp.entries) {
            const auto add = [&](WarpState state, double begin, double end) {
                sums[state.index()] += overlap(begin, end, from, to);
            };
            if (entry.stall != timeline::Stall::None)
                add(WarpState::waiting(entry.stall), entry.begin, entry.issue);
            add(WarpState::issuing(kindOf(timeline.program.operations[entry.operation])), entry.issue,
                entry.issued);
            add(WarpState::waiting(timeline::Stall::Barrier), entry.issued, entry.end);
        }
    return sums;
}

std::vector<TimelineIndex> indices() {
    std::vector<TimelineIndex> indices;
    for (const auto& [sample, spec] :
         {std::pair("scan/scan-init", "geforce-8800-gtx"), std::pair("scan/scan-init", "nvidia-h200"),
          std::pair("matmul/matmul-tiled", "nvidia-h200"), std::pair("reduction/reduce-modulo", "tesla-c2050")})
        indices.emplace_back(test::analysisOf(sample, spec));
    return indices;
}

TEST(TimelineIndex, RowsHoldEveryOperationOnceInTime) {
    for (const TimelineIndex& timelineIndex : indices()) {
        std::size_t operations = 0;
        for (const TimelineRow& row : timelineIndex.rows()) {
            operations += row.entries.size();
            // In turn; groups that fill whole turns begin one further each.
            const int schedulers = timelineIndex.analysis().spec().execution.schedulers;
            const int ofGroup = timelineIndex.analysis().simulation.occupancy.warpsPerGroup;
            const int warp = static_cast<int>(row.warp);
            EXPECT_EQ(row.scheduler, (warp + (ofGroup % schedulers == 0 ? warp / ofGroup : 0)) % schedulers);
            double before = 0;
            for (const WarpPiece& piece : row.pieces.all()) {
                EXPECT_GE(piece.begin, before);
                EXPECT_GT(piece.end, piece.begin);
                before = piece.end;
            }
            for (std::size_t i = 0; i + 1 < row.stays.size(); ++i)
                EXPECT_EQ(row.stays[i].endEntry, row.stays[i + 1].firstEntry);
        }
        EXPECT_EQ(operations, timelineIndex.timeline().sample.spans.size());
    }
}

TEST(TimelineIndex, ASpanAddsUpWhatTheOperationsWithinItTake) {
    std::mt19937 random(20260101);
    for (const TimelineIndex& timelineIndex : indices()) {
        std::uniform_real_distribution<double> cycle(-10, timelineIndex.end() + 10);
        for (int i = 0; i < 12; ++i) {
            const double a = cycle(random), b = cycle(random);
            const SpanMeasure measure = measureSpan(timelineIndex.rows(), a, b);
            const StateCycles expected = bruteForce(timelineIndex, std::min(a, b), std::max(a, b));
            for (std::size_t s = 0; s < warpStateCount; ++s)
                EXPECT_NEAR(measure.all.cycles[s], expected[s], 1e-6 * timelineIndex.end()) << s;
            std::size_t issued = 0;
            for (const TimelineRow& row : timelineIndex.rows())
                for (const timeline::HistoryEntry& entry : row.entries)
                    issued += entry.issue >= std::min(a, b) && entry.issue < std::max(a, b) ? 1 : 0;
            EXPECT_EQ(measure.all.operations, issued);
            std::size_t ofSchedulers = 0;
            for (const SpanPart& part : measure.schedulers) ofSchedulers += part.operations;
            EXPECT_EQ(ofSchedulers, issued);
        }
    }
}

TEST(TimelineIndex, ASchedulerIssuesNoMoreThanTheTimeThereIs) {
    const TimelineIndex timelineIndex(test::analysisOf("matmul/matmul-tiled", "nvidia-h200"));
    const SpanMeasure measure = measureSpan(timelineIndex.rows(), 0, timelineIndex.end());
    ASSERT_EQ(measure.schedulers.size(), 4u);
    for (const SpanPart& part : measure.schedulers) EXPECT_LE(part.issuing(), timelineIndex.end() * 1.001);
}

TEST(TimelineIndex, LevelOfDetailNeitherDropsNorInventsTime) {
    for (const TimelineIndex& timelineIndex : indices())
        for (const double pixels : {7.0, 160.0, 1280.0, 40000.0}) {
            const double pixel = timelineIndex.end() / pixels;
            StateCycles drawn{}; // all issuing in [0], all waiting in [1]
            for (const TimelineRow& row : timelineIndex.rows()) {
                const auto bars = row.pieces.bars(0, timelineIndex.end(), pixel);
                EXPECT_LE(static_cast<double>(bars.size()), 2 * pixels + 2);
                double before = 0;
                std::size_t next = 0;
                for (const PieceBar& bar : bars) {
                    EXPECT_EQ(bar.first, next);
                    next = bar.first + bar.count;
                    EXPECT_GE(bar.begin, before);
                    before = bar.end;
                    if (bar.count > 1) {
                        EXPECT_LE(bar.end - bar.begin, 2 * pixel * (1 + 1e-9));
                    }
                    EXPECT_LE(bar.issuing + bar.waiting, (bar.end - bar.begin) * (1 + 1e-9) + 1e-6);
                    drawn[0] += bar.issuing;
                    drawn[1] += bar.waiting;
                    // The state that is drawn is the one that fills most of the bar.
                    const StateCycles inside = row.pieces.cycles(bar.begin, bar.end);
                    for (std::size_t s = 0; s < warpStateCount; ++s) {
                        const WarpState shown = WarpState::at(s).issues() ? bar.issues : bar.waits;
                        EXPECT_LE(inside[s], inside[shown.index()] + 1e-6);
                    }
                }
                EXPECT_EQ(next, row.pieces.all().size());
            }
            const StateCycles expected = bruteForce(timelineIndex, 0, timelineIndex.end() + 1);
            double issuing = 0, waiting = 0;
            for (std::size_t s = 0; s < warpStateCount; ++s)
                (WarpState::at(s).issues() ? issuing : waiting) += expected[s];
            EXPECT_NEAR(drawn[0], issuing, 1e-6 * issuing);
            EXPECT_NEAR(drawn[1], waiting, 1e-6 * waiting);
        }
}

TEST(TimelineIndex, BarsOfAWindowAreThoseThatReachIntoIt) {
    const TimelineIndex timelineIndex(test::analysisOf("scan/scan-init", "nvidia-h200"));
    const double from = timelineIndex.end() * 0.31, to = timelineIndex.end() * 0.36;
    for (const TimelineRow& row : timelineIndex.rows()) {
        const auto bars = row.pieces.bars(from, to, 0.01);
        std::size_t reaching = 0;
        for (const WarpPiece& piece : row.pieces.all())
            reaching += piece.end > from && piece.begin < to ? 1 : 0;
        std::size_t shown = 0;
        for (const PieceBar& bar : bars) shown += bar.count;
        EXPECT_EQ(shown, reaching);
    }
}

TEST(TimelineIndex, FindsWhatIsInACycle) {
    for (const TimelineIndex& timelineIndex : indices())
        for (std::size_t row = 0; row < timelineIndex.rows().size(); row += 5) {
            const auto& entries = timelineIndex.rows()[row].entries;
            for (std::uint32_t i = 0; i < entries.size(); i += 7) {
                if (entries[i].issued - entries[i].issue < 0.5) continue;
                const auto hit = timelineIndex.at(row, (entries[i].issue + entries[i].issued) / 2);
                ASSERT_TRUE(hit);
                EXPECT_EQ(hit->entry, i);
                EXPECT_TRUE(hit->state.issues());
                EXPECT_LE(timelineIndex.stay(*hit).firstEntry, i);
                EXPECT_GT(timelineIndex.stay(*hit).endEntry, i);
            }
            EXPECT_FALSE(timelineIndex.at(row, -1));
            EXPECT_FALSE(timelineIndex.at(row, timelineIndex.end() + 1));
        }
    const auto timelineIndex = indices().front();
    EXPECT_FALSE(timelineIndex.at(timelineIndex.rows().size(), 1));
}

TEST(TimelineIndex, MarksAreTheTimesOfTheFocusAlone) {
    const TimelineIndex timelineIndex(test::analysisOf("matmul/matmul-tiled", "nvidia-h200"));
    const Pdg& pdg = *timelineIndex.analysis().pdg;
    const Focus focus = timelineIndex.analysis().elements.fromStatement(pdg.accesses.front().statement);
    const TimelineMarks marks = timelineIndex.marks(focus);
    ASSERT_EQ(marks.size(), timelineIndex.rows().size());
    std::size_t found = 0;
    for (std::size_t row = 0; row < marks.size(); ++row)
        for (std::uint32_t i = 0; i < timelineIndex.rows()[row].entries.size(); ++i) {
            const timeline::HistoryEntry& entry = timelineIndex.rows()[row].entries[i];
            if (entry.issued <= entry.issue) continue;
            const double middle = (entry.issue + entry.issued) / 2;
            const bool inside = std::any_of(marks[row].begin(), marks[row].end(), [&](const auto& mark) {
                return mark.first <= middle && middle <= mark.second;
            });
            const StatementId statement =
                timelineIndex.timeline().program.operations[entry.operation].statement;
            EXPECT_EQ(inside, statement != none && focus.hasStatement(statement));
            found += inside ? 1 : 0;
        }
    EXPECT_GT(found, 0u);
    EXPECT_TRUE(timelineIndex.marks({}).empty());
}

TEST(TimelineIndex, TheFocusOfAnOperationHoldsItsLine) {
    const TimelineIndex timelineIndex(test::analysisOf("scan/scan-init"));
    std::size_t statements = 0;
    for (std::uint32_t i = 0; i < timelineIndex.rows().front().entries.size(); ++i) {
        const TimelineHit hit{0, i, WarpState::issuing(token_string::TokenKind::Compute)};
        const StatementId statement = timelineIndex.operation(hit).statement;
        if (statement == none) continue;
        ++statements;
        EXPECT_TRUE(timelineIndex.focusOf(hit).hasStatement(statement));
        EXPECT_TRUE(timelineIndex.focusOf(hit).hasLine(
            timelineIndex.analysis().pdg->statements[statement].place.at.line));
    }
    EXPECT_GT(statements, 0u);
}

TEST(TimelineIndex, AWaitForGlobalMemoryNamesALoad) {
    const TimelineIndex timelineIndex(test::analysisOf("matmul/matmul-tiled", "nvidia-h200"));
    std::size_t waits = 0;
    for (std::size_t row = 0; row < timelineIndex.rows().size(); ++row)
        for (std::uint32_t i = 0; i < timelineIndex.rows()[row].entries.size(); ++i) {
            const timeline::HistoryEntry& entry = timelineIndex.rows()[row].entries[i];
            if (entry.stall != timeline::Stall::Global) continue;
            const TimelineHit hit{row, i, WarpState::waiting(timeline::Stall::Global)};
            const auto input = timelineIndex.latestInput(hit);
            ASSERT_TRUE(input);
            const auto& load = timelineIndex.timeline()
                                   .program.operations[timelineIndex.rows()[row].entries[*input].operation];
            EXPECT_EQ(kindOf(load), token_string::TokenKind::Load);
            EXPECT_TRUE(timelineIndex.text(hit, TimeUnit::Cycles).contains(QStringLiteral("global memory (")));
            ++waits;
        }
    EXPECT_GT(waits, 0u);
}

TEST(TimelineFacts, ASpecWithoutPipesSaysThatNothingIsReportedFromItsTimeline) {
    EXPECT_TRUE(
        timelineNote(*test::analysisOf("scan/scan-init")).contains(QStringLiteral("no reported figure")));
    EXPECT_FALSE(timelineNote(*test::analysisOf("scan/scan-init", "nvidia-h200"))
                     .contains(QStringLiteral("no reported figure")));
}

TEST(TimelineFacts, TheLimiterIsTheShortestBar) {
    for (const char* spec : {"geforce-8800-gtx", "nvidia-h200"}) {
        const auto analysis = test::analysisOf("matmul/matmul-tiled", spec);
        const auto bars = occupancyBars(*analysis);
        const auto limiting =
            std::find_if(bars.begin(), bars.end(), [](const FactBar& bar) { return bar.emphasised; });
        ASSERT_NE(limiting, bars.end()) << spec;
        for (const FactBar& bar : bars) EXPECT_GE(bar.fraction, limiting->fraction) << spec;
        EXPECT_TRUE(occupancyText(*analysis).contains(limiting->label));
    }
}

TEST(TimelineFacts, BarsOfTheOccupancyAreAsLongAsTheirValues) {
    // 256 work-items are 8 warps: an H200 has room for 64 warps, 8 groups of them, and for 32 groups.
    const auto bars = occupancyBars(*test::analysisOf("matmul/matmul-naive", "nvidia-h200"));
    const auto of = [&](const char* label) {
        const auto found = std::find_if(bars.begin(), bars.end(),
                                        [&](const FactBar& bar) { return bar.label == QLatin1String(label); });
        return found == bars.end() ? -1 : found->fraction;
    };
    EXPECT_DOUBLE_EQ(of("groups"), 1);
    EXPECT_DOUBLE_EQ(of("warps"), 8.0 / 32);
    EXPECT_DOUBLE_EQ(of("work-items"), 8.0 / 32);
    for (const FactBar& bar : bars) {
        const double groups = bar.value.section(QLatin1Char(' '), 0, 0).toDouble();
        EXPECT_DOUBLE_EQ(bar.fraction, std::min(1.0, groups / 32)) << bar.label.toStdString();
    }
}

TEST(TimelineTicks, AreRoundNumbersWithin) {
    for (const TimeUnit unit : {TimeUnit::Cycles, TimeUnit::Nanoseconds, TimeUnit::Microseconds})
        for (const auto& [from, to] : {std::pair(0.0, 1e6), std::pair(1234.5, 1240.0), std::pair(0.0, 37.0)}) {
            const auto ticks = timeTicks(from, to, 1350, unit, 8);
            EXPECT_LE(ticks.size(), 8u);
            EXPECT_GE(ticks.size(), 2u);
            for (const TimeTick& tick : ticks) {
                EXPECT_GE(tick.cycle, from * (1 - 1e-9));
                EXPECT_LE(tick.cycle, to * (1 + 1e-9));
                bool ok = false;
                const double read = QString(tick.text).remove(QLatin1Char(',')).toDouble(&ok);
                EXPECT_TRUE(ok) << tick.text.toStdString();
                EXPECT_NEAR(read, inUnit(tick.cycle, 1350, unit), 1e-6 * inUnit(to, 1350, unit));
            }
        }
    EXPECT_TRUE(timeTicks(5, 5, 1350, TimeUnit::Cycles, 8).empty());
}

} // namespace

} // namespace warpstring::gui
