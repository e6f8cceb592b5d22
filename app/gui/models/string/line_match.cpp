// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/line_match.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace warpstring::gui {

namespace {

/// Lines that differ on either side, beyond which they are matched by their place: the table has a byte for
/// each pair, 25 MB then, and takes some 50 ms.
constexpr std::size_t mostDifferent = 5000;

std::vector<std::string_view> linesOf(const std::string& text) {
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.data() + begin, end - begin);
        begin = end + 1;
    }
    return lines;
}

/// A number for each line: the same for the same text.
std::vector<int> numbered(const std::vector<std::string_view>& lines,
                          std::unordered_map<std::string_view, int>& numbers) {
    std::vector<int> numbersOf;
    numbersOf.reserve(lines.size());
    for (const std::string_view line : lines)
        numbersOf.push_back(numbers.emplace(line, static_cast<int>(numbers.size())).first->second);
    return numbersOf;
}

/// Sets matched[j] for the longest common subsequence of a[from, aEnd) and b[from, bEnd).
void matchCommon(const std::vector<int>& a, std::size_t aBegin, std::size_t aEnd, const std::vector<int>& b,
                 std::size_t bBegin, std::size_t bEnd, std::vector<int>& matched) {
    const std::size_t rows = aEnd - aBegin, columns = bEnd - bBegin;
    if (rows > mostDifferent || columns > mostDifferent) return;
    enum Step : std::uint8_t { Match, SkipA, SkipB };
    std::vector<std::uint8_t> steps(rows * columns);
    std::vector<int> below(columns + 1), longest(columns + 1); // of the rows i + 1 and i
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t j = columns; j-- > 0;) {
            std::uint8_t& step = steps[i * columns + j];
            if (a[aBegin + i] == b[bBegin + j]) {
                step = Match;
                longest[j] = below[j + 1] + 1;
            } else {
                step = below[j] >= longest[j + 1] ? SkipA : SkipB;
                longest[j] = std::max(below[j], longest[j + 1]);
            }
        }
        std::swap(below, longest);
    }
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
        const std::uint8_t step = steps[i * columns + j];
        if (step == Match) matched[bBegin + j] = static_cast<int>(aBegin + i) + 1;
        i += step != SkipB ? 1 : 0;
        j += step != SkipA ? 1 : 0;
    }
}

} // namespace

std::vector<int> linesBefore(const std::string& then, const std::string& now) {
    std::unordered_map<std::string_view, int> numbers;
    const auto a = numbered(linesOf(then), numbers), b = numbered(linesOf(now), numbers);
    std::vector<int> matched(b.size(), 0);
    std::size_t begin = 0, aEnd = a.size(), bEnd = b.size();
    for (; begin < std::min(aEnd, bEnd) && a[begin] == b[begin]; ++begin)
        matched[begin] = static_cast<int>(begin) + 1;
    for (; aEnd > begin && bEnd > begin && a[aEnd - 1] == b[bEnd - 1]; --aEnd, --bEnd)
        matched[bEnd - 1] = static_cast<int>(aEnd);
    matchCommon(a, begin, aEnd, b, begin, bEnd, matched);
    // Gaps of equal length on both sides: lines edited in place.
    for (std::size_t j = begin; j < bEnd;) {
        if (matched[j] != 0) {
            ++j;
            continue;
        }
        std::size_t end = j;
        while (end < bEnd && matched[end] == 0) ++end;
        const std::size_t from = j > 0 ? static_cast<std::size_t>(matched[j - 1]) : 0;
        const std::size_t to = end < b.size() ? static_cast<std::size_t>(matched[end]) - 1 : a.size();
        if (to - from == end - j)
            for (std::size_t k = j; k < end; ++k) matched[k] = static_cast<int>(from + (k - j)) + 1;
        j = end;
    }
    matched.insert(matched.begin(), 0);
    return matched;
}

} // namespace warpstring::gui
