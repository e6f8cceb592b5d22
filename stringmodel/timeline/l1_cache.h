// SPDX-License-Identifier: GPL-3.0-or-later
// The first-level data cache of a multiprocessor: lines of sectors, least recently used out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warpstring {

class L1Cache {
public:
    /// Associative in sets of `ways` lines; no bytes: every access misses.
    L1Cache(double bytes, int lineBytes);

    struct Lookup {
        std::uint32_t missing = 0; ///< sectors to fetch
        double ready = 0;          ///< when those that were asked for before arrive
    };
    /// Sectors of a line, at `now`. Those that miss count as there from the next call on; `arrive` tells when.
    [[nodiscard]] Lookup read(std::int64_t line, std::uint32_t sectors, bool allocate);
    void arrive(std::int64_t line, std::uint32_t sectors, double when);

private:
    static constexpr std::size_t ways = 16;
    struct Line {
        std::int64_t number = INT64_MIN;
        std::uint32_t present = 0;
        std::uint64_t used = 0;
        std::array<float, 4> ready{};
    };
    [[nodiscard]] std::size_t setOf(std::int64_t line) const;

    std::size_t sets_;
    std::vector<Line> lines_;
    std::uint64_t clock_ = 0;
};

} // namespace warpstring
