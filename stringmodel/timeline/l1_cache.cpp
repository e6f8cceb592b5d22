// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/l1_cache.h"

#include <algorithm>
#include <span>

namespace warpstring {

L1Cache::L1Cache(double bytes, int lineBytes)
    : sets_(static_cast<std::size_t>(bytes / lineBytes / ways)), lines_(sets_ * ways) {}

std::size_t L1Cache::setOf(std::int64_t line) const {
    // Hashed, as hardware does, so that powers of two do not meet in one set.
    auto mixed = static_cast<std::uint64_t>(line) * 0x9e3779b97f4a7c15ull;
    mixed ^= mixed >> 32;
    return mixed % sets_ * ways;
}

L1Cache::Lookup L1Cache::read(std::int64_t number, std::uint32_t sectors, bool allocate) {
    if (sets_ == 0) return {sectors, 0};
    const auto set = std::span(lines_).subspan(setOf(number), ways);
    ++clock_;
    for (auto& line : set) {
        if (line.number != number) continue;
        line.used = clock_;
        Lookup found{sectors & ~line.present, 0};
        for (std::size_t s = 0; s < line.ready.size(); ++s)
            if ((sectors & line.present) >> s & 1) found.ready = std::max<double>(found.ready, line.ready[s]);
        if (allocate) line.present |= sectors;
        return found;
    }
    if (!allocate) return {sectors, 0};
    auto& oldest =
        *std::min_element(set.begin(), set.end(), [](const Line& a, const Line& b) { return a.used < b.used; });
    oldest = {number, sectors, clock_, {}};
    return {sectors, 0};
}

void L1Cache::arrive(std::int64_t number, std::uint32_t sectors, double when) {
    if (sets_ == 0) return;
    for (auto& line : std::span(lines_).subspan(setOf(number), ways))
        if (line.number == number)
            for (std::size_t s = 0; s < line.ready.size(); ++s)
                if (sectors >> s & 1) line.ready[s] = static_cast<float>(when);
}

} // namespace warpstring
