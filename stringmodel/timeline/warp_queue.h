// SPDX-License-Identifier: GPL-3.0-or-later
// The warps of a scheduler, the oldest first, and when each of them can go on, as far as is known.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace warpstring::timeline {

class WarpQueue {
public:
    static constexpr double never = std::numeric_limits<double>::infinity();
    static constexpr std::size_t atOnce = 64;

    /// A warp younger than all others, of which it is not known yet when it can go on. Returns its place.
    std::size_t add(std::uint32_t warp) {
        warps_.push_back(warp);
        ready_.push_back(never);
        pipeSets_.push_back(0);
        return warps_.size() - 1;
    }
    /// Those behind it move up by a place.
    void remove(std::size_t place) {
        warps_.erase(warps_.begin() + static_cast<std::ptrdiff_t>(place));
        ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(place));
        pipeSets_.erase(pipeSets_.begin() + static_cast<std::ptrdiff_t>(place));
    }
    /// Its next operation has its operands at `ready`, and takes those pipes.
    void set(std::size_t place, double ready, std::uint32_t pipeSet) {
        ready_[place] = ready;
        pipeSets_[place] = pipeSet;
    }
    /// It cannot go on before.
    void postpone(std::size_t place, double until) { ready_[place] = until; }

    [[nodiscard]] std::size_t size() const { return warps_.size(); }
    [[nodiscard]] std::uint32_t warp(std::size_t place) const { return warps_[place]; }
    [[nodiscard]] double ready(std::size_t place) const { return ready_[place]; }
    [[nodiscard]] std::uint32_t pipeSet(std::size_t place) const { return pipeSets_[place]; }
    /// Which of the `atOnce` warps from that place on can go on at `now`, a bit each.
    [[nodiscard]] std::uint64_t readyBy(double now, std::size_t from) const {
        const std::size_t count = std::min(atOnce, ready_.size() - from);
        const double* const ready = ready_.data() + from;
        std::uint64_t mask = 0; // without branches: which it is cannot be foretold
        for (std::size_t i = 0; i < count; ++i) mask |= std::uint64_t{ready[i] <= now} << i;
        return mask;
    }
    /// When the first of them can go on.
    [[nodiscard]] double first() const {
        // Minima of their own, none of which waits for another.
        std::array<double, 4> least{never, never, never, never};
        const std::size_t whole = ready_.size() / least.size() * least.size();
        for (std::size_t i = 0; i < whole; i += least.size())
            for (std::size_t k = 0; k < least.size(); ++k) least[k] = std::min(least[k], ready_[i + k]);
        for (std::size_t i = whole; i < ready_.size(); ++i) least[0] = std::min(least[0], ready_[i]);
        return std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
    }

private:
    // By place; apart, for all times are looked at and few warps.
    std::vector<std::uint32_t> warps_;
    std::vector<double> ready_; ///< cycles
    std::vector<std::uint32_t> pipeSets_;
};

} // namespace warpstring::timeline
