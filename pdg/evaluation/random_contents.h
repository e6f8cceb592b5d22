// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that stand for what nobody tells: hashes of where they are found, so that the same place holds the
// same number in every run and for every work-item that looks there.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace warpstring::evaluation {

/// Evenly distributed over 64 bits (the finaliser of splitmix64, for each part).
[[nodiscard]] constexpr std::uint64_t randomBits(std::initializer_list<std::uint64_t> place) {
    std::uint64_t bits = 0;
    for (const std::uint64_t part : place) {
        bits = (bits ^ part) + 0x9e3779b97f4a7c15U;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
        bits ^= bits >> 31;
    }
    return bits;
}

/// Of least to most, which are not further apart than 2^63.
[[nodiscard]] constexpr std::int64_t randomBetween(std::int64_t least, std::int64_t most, std::uint64_t bits) {
    const std::uint64_t values = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least) + 1;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + (values == 0 ? bits : bits % values));
}

} // namespace warpstring::evaluation
