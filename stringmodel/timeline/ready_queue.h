// SPDX-License-Identifier: GPL-3.0-or-later
// Which warp is due next. A tournament: a change of one warp's time replays the matches on its way to the top,
// and the best of the others is known without playing any.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace warpstring::timeline {

class ReadyQueue {
public:
    static constexpr double never = std::numeric_limits<double>::infinity();

    /// Nobody of `warps` is due.
    explicit ReadyQueue(std::size_t warps);

    /// When the warp is due, not below 0; `never` takes it out.
    void set(std::uint32_t warp, double time);

    [[nodiscard]] bool empty() const { return times_[1] == neverKey; }
    [[nodiscard]] std::uint32_t first() const { return warps_[1]; }
    /// When the first of the other warps is due.
    [[nodiscard]] double firstBeside(std::uint32_t warp) const;

private:
    /// Times as their bits, whose order is theirs where none is below 0.
    static constexpr std::uint64_t neverKey = std::bit_cast<std::uint64_t>(never);

    std::size_t leaves_;
    // By node. 1: the winner of all; of node n the players are 2 n and 2 n + 1.
    std::vector<std::uint64_t> times_;
    std::vector<std::uint32_t> warps_;
};

} // namespace warpstring::timeline
