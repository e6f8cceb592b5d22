// SPDX-License-Identifier: GPL-3.0-or-later
// What repeated timings say: the figures, the rule by which outliers are left out, the rule by which sampling
// stops. docs/measuring.md gives the reasons.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpstring::records {

/// When to stop sampling.
struct StopRule {
    double standardError = 0.01; ///< stop once the mean's standard error is below this fraction of the mean
    int leastSamples = 10;
    int mostSamples = 100;
    double mostSeconds = 2.0; ///< of kernel time, warm-up left out; leastSamples are taken all the same

    friend bool operator==(const StopRule&, const StopRule&) = default;
};

/// A sample is left out when it is farther than `deviations` robust standard deviations (1.4826 MAD) from the
/// median, and by more than `fraction` of the median.
struct ExclusionRule {
    double deviations = 5.0;
    double fraction = 0.02;

    friend bool operator==(const ExclusionRule&, const ExclusionRule&) = default;
};

[[nodiscard]] std::string describe(const StopRule& rule);
[[nodiscard]] std::string describe(const ExclusionRule& rule);

/// In the unit of the samples. Figures are of the samples that were kept; with none, everything is zero.
struct SampleStatistics {
    std::size_t kept = 0;
    std::vector<std::size_t> excluded; ///< indices of those left out, ascending
    double median = 0, mean = 0, min = 0, max = 0;
    double mad = 0;           ///< median absolute deviation from the median
    double standardError = 0; ///< of the mean: sample standard deviation / sqrt(kept)
};

[[nodiscard]] double medianOf(std::vector<double> values);
/// The value below which `fraction` of the values lie, interpolated. Zero for no values.
[[nodiscard]] double quantileOf(std::vector<double> values, double fraction);

[[nodiscard]] SampleStatistics statisticsOf(const std::vector<double>& samples, const ExclusionRule& rule = {});

/// Whether another sample is wanted. Samples are in nanoseconds.
[[nodiscard]] bool wantsMore(const std::vector<double>& samplesNs, const StopRule& stop,
                             const ExclusionRule& exclusion);

} // namespace warpstring::records
