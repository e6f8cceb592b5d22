// SPDX-License-Identifier: GPL-3.0-or-later
// Which warp is due next. A tournament: a change of one warp's time replays the matches on its way to the top,
// and the best of the others is known without playing any.
#pragma once

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

    /// When the warp is due; `never` takes it out.
    void set(std::uint32_t warp, double time);

    [[nodiscard]] bool empty() const { return nodes_[1].time == never; }
    [[nodiscard]] std::uint32_t first() const { return nodes_[1].warp; }
    /// When the first of the other warps is due.
    [[nodiscard]] double firstBeside(std::uint32_t warp) const;

private:
    struct Node {
        double time = never;
        std::uint32_t warp = 0;
    };
    std::size_t leaves_;
    std::vector<Node> nodes_; ///< 1: the winner of all; of node n the players are 2 n and 2 n + 1
};

} // namespace warpstring::timeline
