// SPDX-License-Identifier: GPL-3.0-or-later
// Which warp is due next. A tournament: a change of one warp's time replays the matches on its way to the top,
// and the best of the others is known without playing any.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace warpstring {

class ReadyQueue {
public:
    static constexpr double never = std::numeric_limits<double>::infinity();

    /// Nobody of `warps` is due.
    explicit ReadyQueue(std::size_t warps)
        : leaves_(std::bit_ceil(warps < 2 ? 2 : warps)), nodes_(2 * leaves_) {
        for (std::size_t i = 0; i < leaves_; ++i) nodes_[leaves_ + i].warp = static_cast<std::uint32_t>(i);
        for (std::size_t i = leaves_ - 1; i > 0; --i) nodes_[i].warp = nodes_[2 * i].warp;
    }

    /// When the warp is due; `never` takes it out.
    void set(std::uint32_t warp, double time) {
        std::size_t at = leaves_ + warp;
        nodes_[at].time = time;
        while ((at >>= 1) > 0) {
            const Node& left = nodes_[2 * at];
            const Node& right = nodes_[2 * at + 1];
            nodes_[at] = right.time < left.time ? right : left; // of equals the warp with the lower number
        }
    }

    [[nodiscard]] bool empty() const { return nodes_[1].time == never; }
    [[nodiscard]] std::uint32_t first() const { return nodes_[1].warp; }
    /// When the first of the other warps is due.
    [[nodiscard]] double firstBeside(std::uint32_t warp) const {
        double time = never;
        for (std::size_t at = leaves_ + warp; at > 1; at >>= 1)
            time = nodes_[at ^ 1].time < time ? nodes_[at ^ 1].time : time;
        return time;
    }

private:
    struct Node {
        double time = never;
        std::uint32_t warp = 0;
    };
    std::size_t leaves_;
    std::vector<Node> nodes_; ///< 1: the winner of all; of node n the players are 2 n and 2 n + 1
};

} // namespace warpstring
