// SPDX-License-Identifier: GPL-3.0-or-later
// Random decisions that are the same on every machine: the standard library's distributions are not.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace warpstring::random_kernels {

/// A stream of splitmix64 (Steele, Lea, Flood, OOPSLA 2014), whose state is mixed from two numbers so that
/// neighbours give no shifted copies of one stream.
class Draws {
public:
    Draws(std::uint64_t seed, std::uint64_t index) : state_(mix(mix(seed + golden) + index * golden)) {}

    std::uint64_t word() { return mix(state_ += golden); }
    /// From low to high, both included. Precondition: low <= high, and the span is far below 2^64.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(word() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return between(0, 99) < percent; }
    /// Preconditions of the three: there is something to choose from, and not all weights are 0.
    template <class T>
    const T& of(const std::vector<T>& choices) {
        return choices[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(choices.size()) - 1))];
    }
    std::int64_t of(std::initializer_list<std::int64_t> choices) {
        return choices.begin()[between(0, static_cast<std::int64_t>(choices.size()) - 1)];
    }
    /// An index, by weight.
    int weighted(std::initializer_list<int> weights) {
        std::int64_t sum = 0;
        for (const int weight : weights) sum += weight;
        std::int64_t left = between(0, sum - 1);
        int index = 0;
        for (const int weight : weights) {
            if (left < weight) break;
            left -= weight;
            ++index;
        }
        return index;
    }

private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
        return z ^ (z >> 31U);
    }

    std::uint64_t state_;
};

} // namespace warpstring::random_kernels
