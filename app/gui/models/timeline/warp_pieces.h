// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp does over time, in pieces that are found by time and merged where they are narrower than a pixel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "stringmodel/string/token_kinds.h"
#include "stringmodel/timeline/multiprocessor.h"

namespace warpstring::gui {

inline constexpr std::size_t warpStateCount = token_string::tokenKindCount + timeline::stallCount;

/// A warp issues an operation of a kind, or waits for something.
class WarpState {
public:
    [[nodiscard]] static WarpState issuing(token_string::TokenKind kind) {
        return WarpState(static_cast<std::size_t>(kind));
    }
    [[nodiscard]] static WarpState waiting(timeline::Stall stall) {
        return WarpState(token_string::tokenKindCount + static_cast<std::size_t>(stall));
    }
    /// `index` is below warpStateCount.
    [[nodiscard]] static WarpState at(std::size_t index) { return WarpState(index); }

    [[nodiscard]] bool issues() const { return value_ < token_string::tokenKindCount; }
    /// Where it issues.
    [[nodiscard]] token_string::TokenKind kind() const { return static_cast<token_string::TokenKind>(value_); }
    /// Where it waits.
    [[nodiscard]] timeline::Stall stall() const {
        return static_cast<timeline::Stall>(value_ - token_string::tokenKindCount);
    }
    [[nodiscard]] std::size_t index() const { return value_; }
    friend bool operator==(const WarpState&, const WarpState&) = default;

private:
    explicit WarpState(std::size_t value) : value_(static_cast<std::uint8_t>(value)) {}
    std::uint8_t value_;
};

/// Cycles by WarpState::index().
using StateCycles = std::array<double, warpStateCount>;

struct WarpPiece {
    double begin = 0, end = 0; ///< cycles
    std::uint32_t entry = 0;   ///< of the row: its operation
    WarpState state = WarpState::issuing(token_string::TokenKind::Compute);
};

/// What is drawn as one: a piece, or several that begin in one pixel.
struct PieceBar {
    double begin = 0, end = 0;
    double issuing = 0, waiting = 0;    ///< cycles of it; the warp is not there for the rest
    WarpState issues, waits;            ///< what fills most of either
    std::uint32_t first = 0, count = 0; ///< pieces
};

/// Pieces of one row, in time and without overlap.
class WarpPieces {
public:
    WarpPieces() = default;
    explicit WarpPieces(std::vector<WarpPiece> pieces);

    [[nodiscard]] const std::vector<WarpPiece>& all() const { return pieces_; }
    /// nullptr where the warp is not there.
    [[nodiscard]] const WarpPiece* at(double cycle) const;
    /// The first piece that ends after the cycle; the number of pieces where none does.
    [[nodiscard]] std::size_t firstEndingAfter(double cycle) const;
    /// Between two cycles, pieces cut at either.
    [[nodiscard]] StateCycles cycles(double from, double to) const;
    /// What is seen between two cycles where a pixel holds `pixel` cycles: no more bars than two a pixel, whose
    /// cycles add up to those of the pieces. Those at the window's ends are not cut.
    [[nodiscard]] std::vector<PieceBar> bars(double from, double to, double pixel) const;

private:
    static constexpr std::size_t blockSize = 32;
    /// Adds the cycles of the whole pieces [first, last).
    void add(StateCycles& sums, std::size_t first, std::size_t last) const;
    [[nodiscard]] PieceBar merged(std::size_t first, std::size_t last) const;

    std::vector<WarpPiece> pieces_;
    std::vector<StateCycles> before_; ///< of the pieces before each block
};

} // namespace warpstring::gui
