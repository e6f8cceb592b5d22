// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons with figures made up, for charts.
#pragma once

#include <cmath>
#include <string>

#include "study/comparison/comparison.h"

namespace warpstring::gui::test {

inline comparison::ComparedLaunch charted(const std::string& variant, int n, double simulatedUs,
                                          double measuredUs) {
    comparison::ComparedLaunch made;
    made.launch = variant + ",n=" + std::to_string(n);
    made.file = "samples/" + variant + ".toml";
    made.kernel = variant;
    made.family = "problem,n=" + std::to_string(n);
    made.spec = "a-spec";
    made.device = "A GPU";
    made.driver = "1.2";
    made.swept = {{"n", std::to_string(n)}};
    made.kernelTime.simulated = simulatedUs;
    made.kernelTime.measured = measuredUs;
    made.kernelTime.measuredMad = 0.05 * measuredUs;
    made.warpLatency.simulated = 10 * simulatedUs;
    made.warpLatency.measured = 10 * measuredUs;
    made.parts.emplace();
    made.parts->byStall = true;
    for (std::size_t part = 0; part < timeline::stallCount; ++part)
        made.parts->cycles[part] = static_cast<double>(part + 1) * simulatedUs;
    return made;
}

/// As compare() makes them; of one spec, device and state of the caches.
inline void summarise(comparison::Comparison& comparison) {
    for (const records::Quantity quantity : {records::Quantity::KernelTime, records::Quantity::WarpLatency}) {
        comparison::ComparisonSummary summary;
        summary.spec = comparison.launches.front().spec;
        summary.device = comparison.launches.front().device;
        summary.quantity = quantity;
        std::vector<records::PredictedPoint> points;
        for (const comparison::ComparedLaunch& launch : comparison.launches)
            if (const auto& of = launch.of(quantity); of.isCounted())
                points.push_back({launch.launch, launch.family, *of.simulated, *of.measured});
            else if (of.exclusion != comparison::Exclusion::NotAskedFor)
                ++summary.excluded;
        summary.accuracy = accuracyOf(points);
        if (quantity == records::Quantity::KernelTime) summary.families = rankFamilies(points);
        comparison.summaries.push_back(std::move(summary));
    }
}

/// Two variants over n = 512 to 4096. One point is apart, one has bounds, one a warp latency not asked for.
inline comparison::Comparison chartedComparison() {
    comparison::Comparison comparison;
    for (const int n : {512, 1024, 2048, 4096}) {
        const double time = n * n * 1e-4;
        comparison.launches.push_back(charted("naive", n, 1.1 * time, time));
        comparison.launches.push_back(charted("tiled <fast>", n, 0.4 * time, 0.5 * time));
    }
    comparison.launches[2].kernelTime.exclusion = comparison::Exclusion::WrongOutputs;
    comparison.launches[4].kernelTime.lowerBound = 0.9 * *comparison.launches[4].kernelTime.simulated;
    comparison.launches[4].kernelTime.upperBound = 1.2 * *comparison.launches[4].kernelTime.simulated;
    comparison.launches[5].warpLatency.exclusion = comparison::Exclusion::NotAskedFor;
    summarise(comparison);
    return comparison;
}

/// `count` launches with errors up to 20 %, the later the worse.
inline comparison::Comparison manyLaunches(std::size_t count) {
    comparison::Comparison comparison;
    for (std::size_t i = 0; i < count; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(count);
        const double time = std::pow(10, 1 + 3 * std::fmod(part * 37, 1.0));
        comparison.launches.push_back(charted("k", static_cast<int>(i), time * (1 + 0.2 * part), time));
    }
    summarise(comparison);
    return comparison;
}

} // namespace warpstring::gui::test
