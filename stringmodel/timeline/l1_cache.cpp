// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/l1_cache.h"

#include <algorithm>

namespace warpstring::timeline {

L1Cache::L1Cache(double bytes, int lineBytes) : sets_(static_cast<std::size_t>(bytes / lineBytes / ways)) {}

std::size_t L1Cache::setOf(std::int64_t line) const {
    // As many lines as there are sets, one after another, lie in as many sets: what lies together stays as long
    // as it fits (bench/device/l1-kept.toml). Where each such run begins is hashed, so that powers of two do
    // not meet.
    const auto number = static_cast<std::uint64_t>(line);
    auto mixed = number / sets_.size() * 0x9e3779b97f4a7c15ull;
    mixed ^= mixed >> 32;
    return (number + mixed) % sets_.size();
}

L1Cache::Lookup L1Cache::read(std::int64_t number, std::uint32_t sectors, bool allocate) {
    if (sets_.empty()) return {sectors, 0};
    Set& set = sets_[setOf(number)];
    ++clock_;
    if (const std::size_t way = set.find(number); way < ways) {
        const bool isGone = set.used[way] < omission_.until &&
                            (set.brought[way] >= omission_.since || set.used[way] < omission_.since);
        set.used[way] = clock_;
        if (isGone) {
            set.brought[way] = clock_;
            set.present[way] = 0;
        }
        Lookup found{sectors & ~set.present[way], 0};
        const auto& ready = set.ready[way];
        for (std::size_t s = 0; s < ready.size(); ++s)
            if ((sectors & set.present[way]) >> s & 1) found.ready = std::max<double>(found.ready, ready[s]);
        if (allocate) set.present[way] |= sectors;
        return found;
    }
    if (!allocate) return {sectors, 0};
    const auto oldest =
        static_cast<std::size_t>(std::min_element(set.used.begin(), set.used.end()) - set.used.begin());
    set.numbers[oldest] = number;
    set.present[oldest] = sectors;
    set.used[oldest] = set.brought[oldest] = clock_;
    set.ready[oldest] = {};
    ++brought_;
    return {sectors, 0};
}

void L1Cache::arrive(std::int64_t number, std::uint32_t sectors, double when) {
    if (sets_.empty()) return;
    Set& set = sets_[setOf(number)];
    const std::size_t way = set.find(number);
    if (way == ways) return;
    for (std::size_t s = 0; s < set.ready[way].size(); ++s)
        if (sectors >> s & 1) set.ready[way][s] = static_cast<float>(when);
}

} // namespace warpstring::timeline
