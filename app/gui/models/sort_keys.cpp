// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/sort_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

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

} // namespace

void sortByKeys(std::vector<std::uint32_t>& rows, const std::vector<double>& keys, bool descending) {
    struct Keyed {
        double key;
        std::uint32_t row;
        bool missing;
    };
    std::vector<Keyed> keyed(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool missing = std::isnan(keys[i]);
        keyed[i] = {missing      ? std::numeric_limits<double>::infinity()
                    : descending ? -keys[i]
                                 : keys[i],
                    rows[i], missing};
    }
    std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) {
        if (a.key != b.key) return a.key < b.key;
        return a.missing != b.missing ? b.missing : a.row < b.row;
    });
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
