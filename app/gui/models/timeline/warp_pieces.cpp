// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/warp_pieces.h"

#include <algorithm>
#include <cmath>

namespace warpstring::gui {

namespace {

/// The largest of [first, last).
std::size_t largest(const StateCycles& cycles, std::size_t first, std::size_t last) {
    return static_cast<std::size_t>(std::max_element(cycles.begin() + static_cast<std::ptrdiff_t>(first),
                                                     cycles.begin() + static_cast<std::ptrdiff_t>(last)) -
                                    cycles.begin());
}

} // namespace

WarpPieces::WarpPieces(std::vector<WarpPiece> pieces) : pieces_(std::move(pieces)) {
    StateCycles sums{};
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (i % blockSize == 0) before_.push_back(sums);
        sums[pieces_[i].state.index()] += pieces_[i].end - pieces_[i].begin;
    }
    before_.push_back(sums);
}

std::size_t WarpPieces::firstEndingAfter(double cycle) const {
    const auto found = std::partition_point(pieces_.begin(), pieces_.end(),
                                            [&](const WarpPiece& piece) { return piece.end <= cycle; });
    return static_cast<std::size_t>(found - pieces_.begin());
}

const WarpPiece* WarpPieces::at(double cycle) const {
    const std::size_t found = firstEndingAfter(cycle);
    return found < pieces_.size() && pieces_[found].begin <= cycle ? &pieces_[found] : nullptr;
}

void WarpPieces::add(StateCycles& sums, std::size_t first, std::size_t last) const {
    const auto one = [&](const WarpPiece& piece) { sums[piece.state.index()] += piece.end - piece.begin; };
    const std::size_t firstBlock = (first + blockSize - 1) / blockSize, lastBlock = last / blockSize;
    if (firstBlock >= lastBlock) {
        for (std::size_t i = first; i < last; ++i) one(pieces_[i]);
        return;
    }
    for (std::size_t i = first; i < firstBlock * blockSize; ++i) one(pieces_[i]);
    for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += before_[lastBlock][s] - before_[firstBlock][s];
    for (std::size_t i = lastBlock * blockSize; i < last; ++i) one(pieces_[i]);
}

StateCycles WarpPieces::cycles(double from, double to) const {
    StateCycles sums{};
    if (!(from < to)) return sums;
    const std::size_t first = firstEndingAfter(from);
    std::size_t last = first; // the first that is not wholly before `to`
    if (first < pieces_.size()) last = std::max(first, firstEndingAfter(to));
    add(sums, first, last);
    const auto cut = [&](std::size_t i, double amount) { sums[pieces_[i].state.index()] += amount; };
    if (last > first && pieces_[first].begin < from) cut(first, pieces_[first].begin - from);
    if (last < pieces_.size() && pieces_[last].begin < to) cut(last, to - std::max(from, pieces_[last].begin));
    return sums;
}

PieceBar WarpPieces::merged(std::size_t first, std::size_t last) const {
    if (last == first + 1) {
        const WarpPiece& piece = pieces_[first];
        const bool issuing = piece.state.issues();
        const double cycles = piece.end - piece.begin;
        return {piece.begin,
                piece.end,
                issuing ? cycles : 0,
                issuing ? 0 : cycles,
                issuing ? piece.state : WarpState::issuing(token_string::TokenKind::Compute),
                issuing ? WarpState::waiting(timeline::Stall::None) : piece.state,
                static_cast<std::uint32_t>(first),
                1};
    }
    StateCycles sums{};
    add(sums, first, last);
    const std::size_t issues = largest(sums, 0, token_string::tokenKindCount);
    const std::size_t waits = largest(sums, token_string::tokenKindCount, warpStateCount);
    PieceBar bar{pieces_[first].begin,
                 pieces_[last - 1].end,
                 0,
                 0,
                 WarpState::at(issues),
                 WarpState::at(waits),
                 static_cast<std::uint32_t>(first),
                 static_cast<std::uint32_t>(last - first)};
    for (std::size_t s = 0; s < sums.size(); ++s)
        (s < token_string::tokenKindCount ? bar.issuing : bar.waiting) += sums[s];
    return bar;
}

std::vector<PieceBar> WarpPieces::bars(double from, double to, double pixel) const {
    std::vector<PieceBar> bars;
    std::size_t i = firstEndingAfter(from);
    while (i < pieces_.size() && pieces_[i].begin < to) {
        // Those that begin in one pixel become one; the last of them only where it is no wider than a pixel.
        // Pixels count from cycle 0, so that a row looks the same while it is moved.
        const double limit = (std::floor(pieces_[i].begin / pixel) + 1) * pixel;
        std::size_t last = i + 1, step = 1; // galloping: most merges are of few pieces
        while (last + step <= pieces_.size() && pieces_[last + step - 1].begin < limit) {
            last += step;
            step *= 2;
        }
        const auto begin = pieces_.begin() + static_cast<std::ptrdiff_t>(last);
        const auto end = pieces_.begin() + static_cast<std::ptrdiff_t>(std::min(last + step, pieces_.size()));
        last = static_cast<std::size_t>(
            std::partition_point(begin, end, [&](const WarpPiece& piece) { return piece.begin < limit; }) -
            pieces_.begin());
        const WarpPiece& straddling = pieces_[last - 1];
        if (last > i + 1 && straddling.end > limit && straddling.end - straddling.begin > pixel) --last;
        bars.push_back(merged(i, last));
        i = last;
    }
    return bars;
}

} // namespace warpstring::gui
