// SPDX-License-Identifier: GPL-3.0-or-later
// What names and polynomials in them lie between: intervals, which decide most conditions without a look at
// sets.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/sets/point_set.h"

namespace warpstring::symbolic {

using Conjunction = std::vector<Condition>;

/// Least and greatest value; both ends belong to it.
struct NumberRange {
    double low = 0, high = 0;
};
using NameRanges = std::map<std::string, NumberRange>; ///< a name that is not there may be anything

[[nodiscard]] NumberRange rangeOf(const Polynomial& polynomial, const NameRanges& names);

/// Narrows by conditions on one name by itself: x >= 3, 15 - x >= 0, 2 x = 8.
void narrow(NameRanges& names, const Conjunction& where);

/// What the condition is wherever the names lie in their ranges, where that shows.
[[nodiscard]] std::optional<bool> decided(const Condition& condition, const NameRanges& names);

} // namespace warpstring::symbolic
