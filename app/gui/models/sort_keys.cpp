// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/sort_keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace warpstring::gui {

namespace {

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }

/// The end of the digits at `from`, leading zeros passed over by the caller.
std::size_t endOfDigits(std::string_view text, std::size_t from) {
    while (from < text.size() && isDigit(text[from])) ++from;
    return from;
}

int compareNaturally(std::string_view a, std::string_view b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j])
                return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]) ? -1 : 1;
            ++i;
            ++j;
            continue;
        }
        while (i < a.size() && a[i] == '0') ++i;
        while (j < b.size() && b[j] == '0') ++j;
        const std::size_t endA = endOfDigits(a, i), endB = endOfDigits(b, j);
        if (endA - i != endB - j) return endA - i < endB - j ? -1 : 1;
        if (const int order = a.substr(i, endA - i).compare(b.substr(j, endB - j)); order != 0) return order;
        i = endA;
        j = endB;
    }
    if (i < a.size()) return 1;
    if (j < b.size()) return -1;
    return a.compare(b); // "01" and "1" are told apart
}

struct Keyed {
    std::uint64_t key;
    std::uint32_t row;
};

constexpr int digitBits = 11;
constexpr std::size_t digitValues = std::size_t{1} << digitBits;
constexpr int digits = 6; ///< of a key

constexpr std::size_t digitOf(std::uint64_t key, int digit) {
    return key >> digit * digitBits & (digitValues - 1);
}
static_assert(digits * digitBits >= 64);

/// Whole numbers in the order that the keys are sorted in; NaN is the last.
std::uint64_t bitsInOrder(double key, bool descending) {
    if (std::isnan(key)) return ~std::uint64_t{0};
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    const auto bits = std::bit_cast<std::uint64_t>(key + 0.0); // -0 is 0
    const std::uint64_t ascending = (bits & sign) != 0 ? ~bits : bits | sign;
    return descending ? ~ascending : ascending;
}

} // namespace

void sortRows(std::vector<std::uint32_t>& rows) {
    if (std::is_sorted(rows.begin(), rows.end())) return;
    std::vector<bool> among(std::size_t{*std::max_element(rows.begin(), rows.end())} + 1);
    for (const std::uint32_t row : rows) among[row] = true;
    std::size_t next = 0;
    for (std::size_t row = 0; row < among.size(); ++row)
        if (among[row]) rows[next++] = std::uint32_t(row);
}

void sortByKeys(std::vector<std::uint32_t>& rows, const std::vector<double>& keys, bool descending) {
    std::vector<Keyed> keyed(rows.size()), sorted(rows.size());
    std::array<std::array<std::uint32_t, digitValues>, digits>
        places{}; // first how many of each, then the next free
    for (std::size_t i = 0; i < rows.size(); ++i) {
        keyed[i] = {bitsInOrder(keys[i], descending), rows[i]};
        for (int digit = 0; digit < digits; ++digit) ++places[digit][digitOf(keyed[i].key, digit)];
    }
    // Digit by digit from the last, each pass keeping the order of the one before.
    for (int digit = 0; digit < digits; ++digit) {
        auto& place = places[digit];
        if (std::find(place.begin(), place.end(), rows.size()) != place.end()) continue; // all have the same
        std::uint32_t start = 0;
        for (std::uint32_t& count : place) start += std::exchange(count, start);
        for (const Keyed& each : keyed) sorted[place[digitOf(each.key, digit)]++] = each;
        keyed.swap(sorted);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = keyed[i].row;
}

std::vector<double> ranksOf(const std::vector<const std::string*>& words) {
    // Most columns have few different words; only those are sorted.
    std::unordered_map<std::string_view, double> ranks;
    ranks.reserve(words.size());
    for (const std::string* word : words) ranks.emplace(*word, 0);
    std::vector<std::string_view> different;
    different.reserve(ranks.size());
    for (const auto& [word, rank] : ranks) different.push_back(word);
    std::sort(different.begin(), different.end(),
              [](std::string_view a, std::string_view b) { return compareNaturally(a, b) < 0; });
    for (std::size_t i = 0; i < different.size(); ++i) ranks[different[i]] = static_cast<double>(i);
    std::vector<double> result(words.size());
    for (std::size_t i = 0; i < words.size(); ++i)
        result[i] = words[i]->empty() ? std::numeric_limits<double>::quiet_NaN() : ranks[*words[i]];
    return result;
}

bool naturallyLess(const std::string& a, const std::string& b) { return compareNaturally(a, b) < 0; }

} // namespace warpstring::gui
