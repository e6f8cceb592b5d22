// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/ready_queue.h"

#include <algorithm>
#include <bit>

namespace warpstring::timeline {

ReadyQueue::ReadyQueue(std::size_t warps)
    : leaves_(std::bit_ceil(std::max<std::size_t>(warps, 2))), nodes_(2 * leaves_) {
    for (std::size_t i = 0; i < leaves_; ++i) nodes_[leaves_ + i].warp = static_cast<std::uint32_t>(i);
    for (std::size_t i = leaves_ - 1; i > 0; --i) nodes_[i].warp = nodes_[2 * i].warp;
}

void ReadyQueue::set(std::uint32_t warp, double time) {
    Node* const nodes = nodes_.data();
    std::size_t at = leaves_ + warp;
    nodes[at].time = time;
    while ((at >>= 1) > 0) {
        // Chosen by index: who wins cannot be foretold. Of equals it is the warp with the lower number.
        const Node* players = nodes + 2 * at;
        nodes[at] = players[static_cast<std::size_t>(players[1].time < players[0].time)];
    }
}

double ReadyQueue::firstBeside(std::uint32_t warp) const {
    const Node* const nodes = nodes_.data();
    double time = never;
    for (std::size_t at = leaves_ + warp; at > 1; at >>= 1) time = std::min(time, nodes[at ^ 1].time);
    return time;
}

} // namespace warpstring::timeline
