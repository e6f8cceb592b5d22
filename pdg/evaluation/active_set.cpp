// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/active_set.h"

namespace warpstring {

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

int ActiveSet::activeWarps(int warpSize) const {
    int warps = 0;
    for (int first = 0; first < maxGroupSize; first += warpSize) {
        bool active = false;
        for (int item = first; item < first + warpSize && item < maxGroupSize && !active;) {
            const auto word = words_[static_cast<unsigned>(item) >> 6] >> (item & 63);
            const int inWord = 64 - (item & 63);
            const int wanted = first + warpSize - item < inWord ? first + warpSize - item : inWord;
            const auto mask = wanted == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << wanted) - 1;
            active = (word & mask) != 0;
            item += wanted;
        }
        warps += active ? 1 : 0;
    }
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

} // namespace warpstring
