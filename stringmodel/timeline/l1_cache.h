// SPDX-License-Identifier: GPL-3.0-or-later
// The first-level data cache of a multiprocessor: lines of sectors, least recently used out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warpstring::timeline {

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
    /// What a reader left out between two look-ups, by clock(): lines that were last found before `until` are
    /// not there for it, but for those that came before `since` and were found after it.
    struct Omission {
        std::uint64_t since = 0, until = 0;
    };
    /// Whose look-ups come next.
    void readFor(const Omission& omission) { omission_ = omission; }
    /// Lines that it holds.
    [[nodiscard]] double capacity() const { return static_cast<double>(sets_.size() * ways); }
    /// Look-ups so far.
    [[nodiscard]] std::uint64_t clock() const { return clock_; }
    /// Lines that have come, so far.
    [[nodiscard]] std::uint64_t brought() const { return brought_; }

private:
    static constexpr std::size_t ways = 16;
    /// The lines of a set, by kind of figure: a look-up reads the numbers alone.
    struct Set {
        std::array<std::int64_t, ways> numbers;
        std::array<std::uint64_t, ways> used{};
        std::array<std::uint64_t, ways> brought{};
        std::array<std::uint32_t, ways> present{};
        std::array<std::array<float, 4>, ways> ready{};
        Set() { numbers.fill(INT64_MIN); }

        [[nodiscard]] std::size_t find(std::int64_t number) const {
            std::size_t way = 0;
            while (way < ways && numbers[way] != number) ++way;
            return way;
        }
    };
    [[nodiscard]] std::size_t setOf(std::int64_t line) const;

    std::vector<Set> sets_;
    std::uint64_t clock_ = 0, brought_ = 0;
    Omission omission_;
};

} // namespace warpstring::timeline
