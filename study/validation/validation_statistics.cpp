// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/validation_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace warpstring::validation {

namespace {

constexpr std::array<double, 7> binEdges{1.1, 1.25, 1.5, 2, 3, 5, std::numeric_limits<double>::infinity()};

std::vector<FactorBin> histogramOf(const std::vector<ValidationRow>& rows) {
    std::vector<FactorBin> bins;
    double low = 1;
    for (const double high : binEdges) {
        bins.push_back({low, high, 0});
        low = high;
    }
    for (const ValidationRow& row : rows)
        if (row.isCompared())
            ++std::find_if(bins.begin(), bins.end(), [&](const FactorBin& bin) {
                  return row.factor() <= bin.high;
              })->count;
    return bins;
}

std::vector<FeatureStatistics> featuresOf(const std::vector<ValidationRow>& rows) {
    std::set<std::string> names;
    for (const ValidationRow& row : rows)
        if (row.isCompared()) names.insert(row.features.begin(), row.features.end());
    std::vector<FeatureStatistics> all;
    for (const std::string& name : names) {
        std::vector<double> with, without;
        for (const ValidationRow& row : rows)
            if (row.isCompared()) (row.has(name) ? with : without).push_back(row.ratio());
        all.push_back({name, ratioStatistics(with), ratioStatistics(without)});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.with.typicalFactor > b.with.typicalFactor; });
    return all;
}

} // namespace

RatioStatistics ratioStatistics(const std::vector<double>& ratios) {
    RatioStatistics statistics;
    statistics.count = ratios.size();
    if (ratios.empty()) return statistics;
    const auto count = static_cast<double>(ratios.size());
    double sum = 0, sumOfLogs = 0, sumOfFactors = 0;
    for (const double ratio : ratios) {
        sum += ratio;
        sumOfLogs += std::log(ratio);
        sumOfFactors += std::fabs(std::log(ratio));
    }
    const double mean = sum / count, meanLog = sumOfLogs / count;
    double squares = 0, squaresOfLogs = 0;
    for (const double ratio : ratios) {
        squares += (ratio - mean) * (ratio - mean);
        squaresOfLogs += (std::log(ratio) - meanLog) * (std::log(ratio) - meanLog);
    }
    statistics.mean = mean;
    statistics.deviation = std::sqrt(squares / count);
    statistics.geometricMean = std::exp(meanLog);
    statistics.geometricDeviation = std::exp(std::sqrt(squaresOfLogs / count));
    statistics.typicalFactor = std::exp(sumOfFactors / count);
    return statistics;
}

ValidationStatistics validationStatistics(const std::vector<ValidationRow>& rows, std::size_t mostWorst) {
    ValidationStatistics statistics;
    statistics.kernels = rows.size();
    std::vector<double> all, simple;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ValidationRow& row = rows[i];
        if (!row.predictedUs) ++statistics.notSimulated;
        if (row.status == "wrong-output")
            ++statistics.wrongOutputs;
        else if (!row.measuredUs)
            ++statistics.notMeasured;
        if (!row.isCompared()) continue;
        statistics.worst.push_back(i);
        all.push_back(row.ratio());
        if (row.has("simple")) simple.push_back(row.ratio());
    }
    statistics.all = ratioStatistics(all);
    statistics.simple = ratioStatistics(simple);
    statistics.histogram = histogramOf(rows);
    statistics.features = featuresOf(rows);
    std::stable_sort(statistics.worst.begin(), statistics.worst.end(),
                     [&](std::size_t a, std::size_t b) { return rows[a].factor() > rows[b].factor(); });
    if (statistics.worst.size() > mostWorst) statistics.worst.resize(mostWorst);
    return statistics;
}

} // namespace warpstring::validation
