// SPDX-License-Identifier: GPL-3.0-or-later
// How good the model's choice is where variants were measured: what it costs beside the best one, and how many
// measurements its order saves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuning/search/annealing.h"

namespace warpstring::search {

/// Times in one unit.
struct MeasuredVariant {
    std::string name;
    std::optional<double> predicted; ///< nothing where the model refuses it: it comes last in the model's order
    double measured = 0;             ///< positive
};

/// Fractions: 0.02 is 2 % slower than the best measured variant.
struct Regret {
    std::size_t variants = 0;
    MeasuredVariant pick; ///< the first in the model's order
    MeasuredVariant best; ///< measured
    double ofPick = 0;
    double ofBetterOfTwo = 0; ///< of the first two in the model's order, both measured
    double ofRandom = 0;      ///< expected of one that is drawn at random
    double ofWorst = 0;
    double tau = 1; ///< Kendall's, over the pairs that are not tied when measured
    std::size_t pairs = 0;
    std::size_t runs =
        0; ///< measurements in the model's order until one is tied with the best (records::tieFraction)
    double randomRuns = 0; ///< the same in a random order, expected
};

/// Nothing for fewer than two variants, or where the model says nothing of any.
[[nodiscard]] std::optional<Regret> regretOf(const std::vector<MeasuredVariant>& variants);

/// Measured times in the model's order; equal predictions in the order of their names.
[[nodiscard]] std::vector<double> inModelOrder(std::vector<MeasuredVariant> variants);
/// The least of the first k times, for k from 1 on.
[[nodiscard]] std::vector<double> bestSoFar(const std::vector<double>& times);
/// Expected where each order is as likely as any other: exact, by the hypergeometric distribution of the least.
[[nodiscard]] std::vector<double> expectedBestSoFar(std::vector<double> times);
/// Of annealing that knows measured times alone: the mean over seeds from 1 on, up to `evaluations` variants.
/// Where a chain ends sooner, its best stays.
[[nodiscard]] std::vector<double> annealedBestSoFar(const SearchSpace& space, const VariantTime& measured,
                                                    std::size_t evaluations, std::uint64_t seeds);

} // namespace warpstring::search
