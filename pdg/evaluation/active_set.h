// SPDX-License-Identifier: GPL-3.0-or-later
// The work-items of a group that execute something.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpstring::evaluation {

inline constexpr int maxGroupSize = 1024;

/// A set of work-items by their linear number in the group, x first.
class ActiveSet {
public:
    [[nodiscard]] static ActiveSet all(int groupSize);

    void insert(int item) { words_[static_cast<unsigned>(item) >> 6] |= std::uint64_t{1} << (item & 63); }
    [[nodiscard]] bool contains(int item) const {
        return (words_[static_cast<unsigned>(item) >> 6] >> (item & 63)) & 1;
    }
    /// Whether it holds one of the work-items `first` to `end - 1`.
    [[nodiscard]] bool anyOf(int first, int end) const;
    [[nodiscard]] bool empty() const;
    [[nodiscard]] int count() const;
    /// Warps with at least one active work-item.
    [[nodiscard]] int activeWarps(int warpSize) const;

    ActiveSet& operator&=(const ActiveSet& other);
    ActiveSet& operator|=(const ActiveSet& other);
    /// Set difference.
    ActiveSet& operator-=(const ActiveSet& other);
    friend ActiveSet operator&(ActiveSet a, const ActiveSet& b) { return a &= b; }
    friend ActiveSet operator|(ActiveSet a, const ActiveSet& b) { return a |= b; }
    friend ActiveSet operator-(ActiveSet a, const ActiveSet& b) { return a -= b; }
    friend bool operator==(const ActiveSet&, const ActiveSet&) = default;
    friend auto operator<=>(const ActiveSet&, const ActiveSet&) = default;

private:
    std::array<std::uint64_t, maxGroupSize / 64> words_{};
};

} // namespace warpstring::evaluation
