// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/sample_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace warpstring::records {

std::string describe(const StopRule& rule) {
    std::ostringstream text;
    text << "until the mean's standard error is below " << 100 * rule.standardError << " % of the mean, "
         << rule.leastSamples << " to " << rule.mostSamples << " samples, at most " << rule.mostSeconds
         << " s of kernel time";
    return text.str();
}

std::string describe(const ExclusionRule& rule) {
    std::ostringstream text;
    text << "farther than " << rule.deviations << " x 1.4826 MAD and " << 100 * rule.fraction
         << " % from the median";
    return text.str();
}

double quantileOf(std::vector<double> values, double fraction) {
    if (values.empty()) return 0;
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::ptrdiff_t>(place);
    const auto at = values.begin() + below;
    std::nth_element(values.begin(), at, values.end());
    const double low = *at;
    if (at + 1 == values.end()) return low;
    const double high = *std::min_element(at + 1, values.end());
    return low + (place - static_cast<double>(below)) * (high - low);
}

double medianOf(std::vector<double> values) { return quantileOf(std::move(values), 0.5); }

SampleStatistics statisticsOf(const std::vector<double>& samples, const ExclusionRule& rule) {
    SampleStatistics statistics;
    if (samples.empty()) return statistics;
    const double centre = medianOf(samples);
    std::vector<double> distances;
    for (const double sample : samples) distances.push_back(std::abs(sample - centre));
    const double limit =
        std::max(rule.deviations * 1.4826 * medianOf(distances), rule.fraction * std::abs(centre));
    std::vector<double> kept;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (distances[i] > limit)
            statistics.excluded.push_back(i);
        else
            kept.push_back(samples[i]);
    }

    const auto count = static_cast<double>(kept.size());
    statistics.kept = kept.size();
    statistics.median = medianOf(kept);
    statistics.mean = std::accumulate(kept.begin(), kept.end(), 0.0) / count;
    statistics.min = *std::min_element(kept.begin(), kept.end());
    statistics.max = *std::max_element(kept.begin(), kept.end());
    double squares = 0;
    for (double& sample : kept) {
        squares += (sample - statistics.mean) * (sample - statistics.mean);
        sample = std::abs(sample - statistics.median);
    }
    statistics.mad = medianOf(kept);
    if (kept.size() > 1) statistics.standardError = std::sqrt(squares / (count - 1) / count);
    return statistics;
}

bool wantsMore(const std::vector<double>& samplesNs, const StopRule& stop, const ExclusionRule& exclusion) {
    const auto count = static_cast<int>(samplesNs.size());
    if (count < std::max(stop.leastSamples, 1)) return true;
    if (count >= stop.mostSamples) return false;
    if (std::accumulate(samplesNs.begin(), samplesNs.end(), 0.0) > stop.mostSeconds * 1e9) return false;
    const auto statistics = statisticsOf(samplesNs, exclusion);
    return statistics.standardError > stop.standardError * statistics.mean;
}

} // namespace warpstring::records
