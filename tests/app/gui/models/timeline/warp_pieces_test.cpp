// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces made up, against what one finds by looking at each of them.
#include "app/gui/models/timeline/warp_pieces.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace warpstring::gui {

namespace {

const WarpState load = WarpState::issuing(token_string::TokenKind::Load);
const WarpState barrier = WarpState::issuing(token_string::TokenKind::Barrier);
const WarpState forGlobal = WarpState::waiting(timeline::Stall::Global);
const WarpState forPipe = WarpState::waiting(timeline::Stall::Pipe);

/// Issues for cycles 0 to 4, waits until 10, is not there until 20, issues until 21.
WarpPieces three() { return WarpPieces({{0, 4, 0, load}, {4, 10, 1, forGlobal}, {20, 21, 2, barrier}}); }

double sumOf(const StateCycles& cycles) { return std::accumulate(cycles.begin(), cycles.end(), 0.0); }

std::vector<WarpPiece> drawn(std::mt19937& random, std::size_t count) {
    std::vector<WarpPiece> pieces;
    double at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (random() % 3 == 0) at += static_cast<double>(random() % 40); // the warp is not there
        const double end = at + 1 + static_cast<double>(random() % 12);
        pieces.push_back({at, end, static_cast<std::uint32_t>(i), WarpState::at(random() % warpStateCount)});
        at = end;
    }
    return pieces;
}

TEST(WarpState, TellsIssuingFromWaitingAndOfWhat) {
    for (std::size_t index = 0; index < warpStateCount; ++index) {
        const WarpState state = WarpState::at(index);
        EXPECT_EQ(state.index(), index);
        EXPECT_EQ(state, state.issues() ? WarpState::issuing(state.kind()) : WarpState::waiting(state.stall()));
    }
    EXPECT_TRUE(barrier.issues());
    EXPECT_EQ(barrier.kind(), token_string::TokenKind::Barrier);
    EXPECT_FALSE(WarpState::waiting(timeline::Stall::Barrier).issues())
        << "waiting at a barrier is not issuing it";
    EXPECT_EQ(WarpState::waiting(timeline::Stall::Barrier).stall(), timeline::Stall::Barrier);
    EXPECT_EQ(warpStateCount, token_string::tokenKindCount + timeline::stallCount);
}

TEST(WarpPieces, APieceHoldsItsFirstCycleAndNotItsLast) {
    const WarpPieces pieces = three();
    ASSERT_NE(pieces.at(0), nullptr);
    EXPECT_EQ(pieces.at(0)->entry, 0U);
    EXPECT_EQ(pieces.at(3.99)->entry, 0U);
    EXPECT_EQ(pieces.at(4)->entry, 1U);
    EXPECT_EQ(pieces.at(10), nullptr) << "the warp has gone";
    EXPECT_EQ(pieces.at(19.9), nullptr);
    EXPECT_EQ(pieces.at(20)->entry, 2U);
    EXPECT_EQ(pieces.at(21), nullptr);
    EXPECT_EQ(pieces.at(-1), nullptr);
    EXPECT_EQ(pieces.firstEndingAfter(10), 2U);
    EXPECT_EQ(pieces.firstEndingAfter(21), 3U) << "there is none";
    EXPECT_EQ(WarpPieces().at(0), nullptr);
}

TEST(WarpPieces, CyclesAreCutAtTheWindow) {
    const WarpPieces pieces = three();
    const StateCycles some = pieces.cycles(1, 6);
    EXPECT_DOUBLE_EQ(some[load.index()], 3);
    EXPECT_DOUBLE_EQ(some[forGlobal.index()], 2);
    EXPECT_DOUBLE_EQ(sumOf(some), 5);
    EXPECT_DOUBLE_EQ(sumOf(pieces.cycles(5, 7)), 2) << "within one piece";
    EXPECT_DOUBLE_EQ(sumOf(pieces.cycles(11, 19)), 0) << "between pieces";
    EXPECT_DOUBLE_EQ(sumOf(pieces.cycles(-100, 100)), 11);
    EXPECT_DOUBLE_EQ(sumOf(pieces.cycles(6, 6)), 0);
    EXPECT_DOUBLE_EQ(sumOf(pieces.cycles(6, 1)), 0) << "the ends stand in their order";
}

TEST(WarpPieces, CyclesOfManyPiecesAreTheSumOfEach) {
    std::mt19937 random(17);
    for (const std::size_t count : {1U, 31U, 32U, 33U, 64U, 200U}) { // sums are kept for blocks of 32
        const auto pieces = drawn(random, count);
        const WarpPieces row(pieces);
        const double end = pieces.back().end;
        for (int i = 0; i < 60; ++i) {
            std::uniform_real_distribution<double> cycle(-5, end + 5);
            double from = cycle(random), to = cycle(random);
            if (from > to) std::swap(from, to);
            StateCycles expected{};
            for (const WarpPiece& piece : pieces)
                expected[piece.state.index()] +=
                    std::max(0.0, std::min(piece.end, to) - std::max(piece.begin, from));
            const StateCycles found = row.cycles(from, to);
            for (std::size_t s = 0; s < warpStateCount; ++s)
                ASSERT_NEAR(found[s], expected[s], 1e-9 * end) << count << ' ' << from << ' ' << to;
        }
    }
}

TEST(WarpPieces, WidePiecesAreBarsOfTheirOwn) {
    const auto bars = three().bars(0, 30, 1);
    ASSERT_EQ(bars.size(), 3U);
    EXPECT_EQ(bars[0].begin, 0);
    EXPECT_EQ(bars[0].end, 4);
    EXPECT_EQ(bars[0].issuing, 4);
    EXPECT_EQ(bars[0].waiting, 0);
    EXPECT_EQ(bars[0].issues, load);
    EXPECT_EQ(bars[1].waiting, 6);
    EXPECT_EQ(bars[1].waits, forGlobal);
    EXPECT_EQ(bars[2].first, 2U);
    EXPECT_EQ(bars[2].count, 1U);
}

TEST(WarpPieces, PiecesOfAPixelAreOneBarOfWhatFillsMostOfIt) {
    // All begin in the pixel of cycles 0 to 16.
    const WarpPieces pieces({{0, 1, 0, load}, {1, 6, 1, forPipe}, {6, 8, 2, barrier}, {8, 11, 3, forGlobal}});
    const auto bars = pieces.bars(0, 100, 16);
    ASSERT_EQ(bars.size(), 1U);
    EXPECT_EQ(bars[0].count, 4U);
    EXPECT_EQ(bars[0].issuing, 3);
    EXPECT_EQ(bars[0].waiting, 8);
    EXPECT_EQ(bars[0].issues, barrier) << "2 cycles against 1";
    EXPECT_EQ(bars[0].waits, forPipe) << "5 cycles against 3";
    EXPECT_EQ(bars[0].end, 11);
}

TEST(WarpPieces, BarsAreFewAndLoseNoTime) {
    std::mt19937 random(23);
    for (int i = 0; i < 40; ++i) {
        const auto pieces = drawn(random, 1 + random() % 300);
        const WarpPieces row(pieces);
        const double end = pieces.back().end;
        for (const double pixel : {0.5, 3.0, 25.0, 1e4}) {
            const auto bars = row.bars(0, end, pixel);
            double cycles = 0;
            std::size_t next = 0;
            for (const PieceBar& bar : bars) {
                EXPECT_EQ(bar.first, next) << "every piece once, in order";
                next += bar.count;
                cycles += bar.issuing + bar.waiting;
                EXPECT_LE(bar.issuing + bar.waiting, bar.end - bar.begin + 1e-9);
            }
            EXPECT_EQ(next, pieces.size());
            EXPECT_NEAR(cycles, sumOf(row.cycles(0, end)), 1e-6);
            EXPECT_LE(static_cast<double>(bars.size()), 2 * (end / pixel + 1)) << "no more than two a pixel";
        }
    }
}

} // namespace

} // namespace warpstring::gui
