// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a search for programs: "warpstring.tune/1" (docs/json.md), and all its variants as a table.
#pragma once

#include <string>
#include <vector>

#include "tuning/search/measured_variants.h"
#include "tuning/search/tune_answer.h"

namespace warpstring::search {

/// `measured`: of each device, or empty where nothing was measured.
[[nodiscard]] std::string toJson(const std::string& launch, const SearchSpace& space,
                                 const SearchResult& result, const std::vector<DeviceAnswer>& answers,
                                 const std::vector<MeasuredSearch>& measured = {});

/// A line for each variant and device: rank, times, what became of it, and a column for each name of the space.
[[nodiscard]] std::string toCsv(const SearchSpace& space, const SearchResult& result);

} // namespace warpstring::search
