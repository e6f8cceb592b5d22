// SPDX-License-Identifier: GPL-3.0-or-later
// Where an L1 cache gathers what stores write before it sends it on to L2.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstring::timeline {

/// The lines that stores have touched last. A store to a line that is still among them joins it: vectors
/// written an element at a time, and unaligned ones, reach L2 as the lines that they fill. Of such stores some
/// come too late, the more the more lines each touches. Where many stores would fill a line, most go by
/// themselves.
class WriteBuffer {
public:
    /// `lines`: that it holds at once; 0: stores never join. `stores`: that fill a line at most.
    WriteBuffer(int lines, int stores) : lines_(static_cast<std::size_t>(lines)), stores_(stores) {}

    /// What a part of a store adds to what goes to L2.
    struct Added {
        double sectors = 0, lines = 0;
    };
    /// `touched`: lines that the store touches, this one among them.
    Added write(std::int64_t line, std::uint32_t sectors, std::size_t touched, double now);

private:
    struct Held {
        std::int64_t line = 0;
        std::uint32_t sectors = 0;
        double since = 0; ///< cycles
        int stores = 1;
        double asked = 0, sent = 0; ///< sectors, each store by itself and together
    };
    std::size_t lines_;
    int stores_;
    double late_ = 0; ///< of a store, since one came too late
    std::size_t next_ = 0;
    std::vector<Held> held_; ///< in a circle, `next_` the oldest once it is full
};

} // namespace warpstring::timeline
