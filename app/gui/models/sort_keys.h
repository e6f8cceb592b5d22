// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting many rows by keys that are worked out once a row.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace warpstring::gui {

/// Of a row that has no key.
inline constexpr double missingKey = std::numeric_limits<double>::quiet_NaN();

/// Numbers of rows, each there once, in ascending order.
void sortRows(std::vector<std::uint32_t>& rows);

/// Sorts `rows`, which ascend, by `keys`, one a row; equal ones stay in order, and those without a key (NaN)
/// come last whatever the direction.
void sortByKeys(std::vector<std::uint32_t>& rows, const std::vector<double>& keys, bool descending);

/// Positions in the order of people: digits count as numbers, so that "n=64" comes before "n=1024". Equal words
/// have the same; empty ones have none (NaN).
[[nodiscard]] std::vector<double> ranksOf(const std::vector<const std::string*>& words);

/// Whether `a` comes before `b` in that order.
[[nodiscard]] bool naturallyLess(const std::string& a, const std::string& b);

} // namespace warpstring::gui
