// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons for tests and benchmarks: of samples with their measurements, and of launches made up.
#pragma once

#include <filesystem>
#include <random>
#include <string>

#include "app/gui/models/comparison/comparison_run.h"

namespace warpstring::gui::test {

inline ComparisonRequest comparisonRequestFor(const std::string& sample) {
    ComparisonRequest request;
    request.plan.launches = {std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples" / sample};
    request.plan.specs = {"nvidia-h200"};
    return request;
}

/// A folder of the samples against its measurements, on this thread. Made once a process.
inline const ComparisonOutcome& comparisonOf(const std::string& sample) {
    static std::map<std::string, ComparisonOutcome> made;
    const auto [place, isNew] = made.try_emplace(sample);
    if (isNew) place->second = runComparison(comparisonRequestFor(sample), {});
    return place->second;
}

/// As many launches with names, devices and values drawn from `seed`; some without a value.
inline std::shared_ptr<const comparison::Comparison> manyLaunches(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned end) { return random() % end; };
    auto comparison = std::make_shared<comparison::Comparison>();
    comparison->launches.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        comparison::ComparedLaunch& launch = comparison->launches[i];
        const std::string kernel = "kernel_" + std::to_string(below(20));
        launch.launch =
            kernel + ",n=" + std::to_string(1 + below(1U << 20U)) + ",tile=" + std::to_string(i % 64);
        launch.file = "samples/" + kernel + ".toml";
        launch.kernel = kernel;
        launch.family = below(4) == 0 ? "" : "family,n=" + std::to_string(below(500));
        launch.spec = below(2) == 0 ? "a" : "b";
        launch.device = below(2) == 0 ? "GPU one" : "GPU two";
        launch.cache = below(2) == 0 ? records::CacheState::Warm : records::CacheState::Cold;
        launch.boundBy = below(2) == 0 ? "bandwidth" : "latency";
        launch.takenAt = "2026-11-21T16:00:00Z";
        const double measured = 1 + static_cast<double>(below(100000)) / 7.0;
        for (auto* quantity : {&launch.kernelTime, &launch.warpLatency}) {
            if (below(50) == 0) {
                quantity->exclusion = comparison::Exclusion::NotMeasured;
                continue;
            }
            quantity->simulated = measured * (0.5 + static_cast<double>(below(1000)) / 1000.0);
            quantity->measured = measured;
            quantity->measuredLow = measured * 0.99;
            quantity->measuredHigh = measured * 1.01;
            quantity->measuredMad = measured * 0.01;
        }
    }
    comparison->summaries =
        comparison::summariesOf({}); // filled by those who want them: families of many take long
    return comparison;
}

} // namespace warpstring::gui::test
