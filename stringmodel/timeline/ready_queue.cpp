// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/ready_queue.h"

#include <algorithm>
#include <bit>

namespace warpstring::timeline {

ReadyQueue::ReadyQueue(std::size_t warps)
    : leaves_(std::bit_ceil(std::max<std::size_t>(warps, 2))), times_(2 * leaves_, neverKey),
      warps_(2 * leaves_) {
    for (std::size_t i = 0; i < leaves_; ++i) warps_[leaves_ + i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = leaves_ - 1; i > 0; --i) warps_[i] = warps_[2 * i];
}

void ReadyQueue::set(std::uint32_t warp, double time) {
    std::uint64_t* const times = times_.data();
    std::uint32_t* const warps = warps_.data();
    std::size_t at = leaves_ + warp;
    auto winner = std::bit_cast<std::uint64_t>(time + 0.0); // no zero below zero
    times[at] = winner;
    while (at > 1) {
        // Handed up in registers and chosen by masks: who wins cannot be foretold. Of equals it is the warp
        // with the lower number, which stands on the left.
        const std::size_t other = at ^ 1;
        const bool isLost = times[other] < winner + (at & 1);
        const std::uint64_t mask = -static_cast<std::uint64_t>(isLost);
        winner ^= (winner ^ times[other]) & mask;
        warp ^= (warp ^ warps[other]) & static_cast<std::uint32_t>(mask);
        at >>= 1;
        times[at] = winner;
        warps[at] = warp;
    }
}

double ReadyQueue::firstBeside(std::uint32_t warp) const {
    const std::uint64_t* const times = times_.data();
    std::uint64_t first = neverKey;
    for (std::size_t at = leaves_ + warp; at > 1; at >>= 1) first = std::min(first, times[at ^ 1]);
    return std::bit_cast<double>(first);
}

} // namespace warpstring::timeline
