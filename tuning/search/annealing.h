// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated annealing (GSL's) over the variants of a space that is too large to be gone through.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "tuning/search/search_space.h"

namespace warpstring::search {

struct AnnealingOptions {
    std::uint64_t evaluations = 1000; ///< of variants that were not evaluated before in this chain
    std::uint64_t seed = 1;
    std::optional<VariantId> start; ///< where it is valid; else a random one
};

/// Time of a variant, us; nothing where it has none. Asked once for each variant of a chain.
using VariantTime = std::function<std::optional<double>(VariantId)>;

/// One chain: from variant to variant that differ in one value (in two where no such one is valid), on the
/// logarithm of their times, while it cools. The same seed is the same chain. Returns the fastest variant;
/// nothing where none of those that were looked at has a time.
[[nodiscard]] std::optional<VariantId> anneal(const SearchSpace& space, const AnnealingOptions& options,
                                              const VariantTime& timeOf);

} // namespace warpstring::search
