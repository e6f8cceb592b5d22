// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/line_match.h"

#include <algorithm>
#include <string_view>

namespace warpstring::gui {

namespace {

/// Lines that differ on either side, beyond which they are matched by their place: the table would grow large.
constexpr std::size_t mostDifferent = 1500;

std::vector<std::string_view> linesOf(const std::string& text) {
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.data() + begin, end - begin);
        begin = end + 1;
    }
    return lines;
}

/// Sets matched[j] for the longest common subsequence of a[from, aEnd) and b[from, bEnd).
void matchCommon(const std::vector<std::string_view>& a, std::size_t aBegin, std::size_t aEnd,
                 const std::vector<std::string_view>& b, std::size_t bBegin, std::size_t bEnd,
                 std::vector<int>& matched) {
    const std::size_t rows = aEnd - aBegin, columns = bEnd - bBegin;
    if (rows > mostDifferent || columns > mostDifferent) return;
    std::vector<std::vector<int>> longest(rows + 1, std::vector<int>(columns + 1));
    for (std::size_t i = rows; i-- > 0;)
        for (std::size_t j = columns; j-- > 0;)
            longest[i][j] = a[aBegin + i] == b[bBegin + j] ? longest[i + 1][j + 1] + 1
                                                           : std::max(longest[i + 1][j], longest[i][j + 1]);
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
        if (a[aBegin + i] == b[bBegin + j])
            matched[bBegin + j++] = static_cast<int>(aBegin + i++) + 1;
        else
            ++(longest[i + 1][j] >= longest[i][j + 1] ? i : j);
    }
}

} // namespace

std::vector<int> linesBefore(const std::string& then, const std::string& now) {
    const auto a = linesOf(then), b = linesOf(now);
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
