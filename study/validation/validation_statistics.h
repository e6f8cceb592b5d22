// SPDX-License-Identifier: GPL-3.0-or-later
// How predictions and measurements of many kernels lie together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/validation/validation_row.h"

namespace warpstring::validation {

/// Of the ratios predicted / measured. With none, everything is zero.
struct RatioStatistics {
    std::size_t count = 0;
    double mean = 0, deviation = 0; ///< the population's, as the thesis' formulas 4.1 and 4.2 have them
    double geometricMean = 0;       ///< exp of the mean logarithm: which side the predictions err to
    double geometricDeviation = 0;  ///< exp of the logarithms' deviation; 1 where there is none
    double typicalFactor = 0;       ///< geometric mean of max(p/m, m/p): how far they err
};

[[nodiscard]] RatioStatistics ratioStatistics(const std::vector<double>& ratios);

/// Kernels whose max(p/m, m/p) lies above `low` and not above `high`; the first bin has 1 in it.
struct FactorBin {
    double low = 1;
    double high = 0; ///< infinite for the last
    std::size_t count = 0;
};

/// What the kernels with a feature err by, beside those without.
struct FeatureStatistics {
    std::string feature;
    RatioStatistics with, without;
};

struct ValidationStatistics {
    std::size_t kernels = 0, notSimulated = 0, notMeasured = 0, wrongOutputs = 0;
    RatioStatistics all;
    RatioStatistics simple; ///< kernels of the thesis' kind, feature "simple"
    std::vector<FactorBin> histogram;
    std::vector<FeatureStatistics> features; ///< by typical factor, the worst first
    std::vector<std::size_t> worst;          ///< rows by factor, the worst first
};

/// `mostWorst`: how many of the worst rows are listed.
[[nodiscard]] ValidationStatistics validationStatistics(const std::vector<ValidationRow>& rows,
                                                        std::size_t mostWorst);

} // namespace warpstring::validation
