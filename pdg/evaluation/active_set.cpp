// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/active_set.h"

#include <algorithm>

namespace warpstring::evaluation {

ActiveSet ActiveSet::all(int groupSize) {
    ActiveSet set;
    for (int item = 0; item < groupSize; ++item) set.insert(item);
    return set;
}

bool ActiveSet::empty() const {
    for (const auto word : words_)
        if (word != 0) return false;
    return true;
}

int ActiveSet::count() const {
    int items = 0;
    for (const auto word : words_) items += std::popcount(word);
    return items;
}

bool ActiveSet::anyOf(int first, int end) const {
    for (int item = first; item < end;) {
        const auto word = words_[static_cast<unsigned>(item) >> 6] >> (item & 63);
        const int wanted = std::min(end - item, 64 - (item & 63));
        const auto mask = wanted == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << wanted) - 1;
        if ((word & mask) != 0) return true;
        item += wanted;
    }
    return false;
}

int ActiveSet::activeWarps(int warpSize) const {
    int warps = 0;
    for (int first = 0; first < maxGroupSize; first += warpSize)
        warps += anyOf(first, std::min(first + warpSize, maxGroupSize)) ? 1 : 0;
    return warps;
}

ActiveSet& ActiveSet::operator&=(const ActiveSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
}

ActiveSet& ActiveSet::operator|=(const ActiveSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
}

ActiveSet& ActiveSet::operator-=(const ActiveSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
}

} // namespace warpstring::evaluation
