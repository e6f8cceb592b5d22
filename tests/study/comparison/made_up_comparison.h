// SPDX-License-Identifier: GPL-3.0-or-later
// A small comparison with figures made up, and sets for it.
#pragma once

#include "core/records/accuracy_sets.h"
#include "study/comparison/comparison.h"

namespace warpstring::comparison {

/// A launch "k1,n=1" of the kernel "k" in the sample of that folder, of the family "f".
inline ComparedLaunch madeUpLaunch(const std::string& folder, const std::string& kernel,
                                   const std::string& launch, double simulatedUs, double measuredUs) {
    ComparedLaunch made;
    made.launch = launch;
    made.file = "samples/" + folder + "/" + launch + ".toml";
    made.kernel = kernel;
    made.family = folder;
    made.spec = "a-spec";
    made.device = "A GPU";
    made.driver = "1.2";
    made.takenAt = "2026-11-21T16:00:00Z";
    made.boundBy = "bandwidth";
    made.limiter = "registers";
    made.kernelTime.simulated = simulatedUs;
    made.kernelTime.measured = measuredUs;
    made.warpLatency.simulated = 2 * simulatedUs;
    made.warpLatency.measured = 2 * measuredUs;
    return made;
}

/// Errors: tuned a/x -10 %, +10 %; checked a/y +50 %, b/z +150 %; apart micro/m x 10. One more is listed apart.
inline Comparison madeUpComparison() {
    Comparison comparison;
    comparison.launches = {
        madeUpLaunch("a", "x", "x,n=1", 90, 100),  madeUpLaunch("a", "x", "x,n=2", 220, 200),
        madeUpLaunch("a", "y", "y,n=1", 150, 100), madeUpLaunch("b", "z", "z|1", 250, 100),
        madeUpLaunch("b", "z", "z,n=2", 1, 100),   madeUpLaunch("micro", "m", "m", 1000, 100)};
    ComparedLaunch& aside = comparison.launches[4];
    aside.kernelTime.exclusion = aside.warpLatency.exclusion = Exclusion::WrongOutputs;
    comparison.launches[2].takenAt = "2026-11-22T01:00:00Z";
    comparison.launches[0].warpLatency.exclusion = Exclusion::NotAskedFor;
    return comparison;
}

inline records::AccuracySets madeUpSets() {
    records::AccuracySets sets;
    sets.file = "samples/accuracy.toml";
    sets.margin = 0.01;
    sets.sets = {{"tuned-on", "for tuning", false, {{"a/x", {}}}, {}},
                 {"checked-on", "", false, {{"a/y", {}}, {"b/*", {}}}, {}},
                 {"micro", "", true, {{"micro/*", {}}}, {}}};
    sets.suites = {{"all-of-a", "those of a", {{"x,*", {}}, {"y,*", {}}}, {}, {}}};
    sets.targets = {
        {"all", records::Quantity::KernelTime, records::AccuracyMetric::Mape, 0.15, false, "z of b", {}},
        {"tuned-on",
         records::Quantity::KernelTime,
         records::AccuracyMetric::GeometricMeanError,
         0.11,
         true,
         "",
         {}},
        {"all-of-a", records::Quantity::KernelTime, records::AccuracyMetric::BestPicked, 1, false, "", {}},
        {"all-of-a", records::Quantity::KernelTime, records::AccuracyMetric::LeastTau, 0.9, false, "", {}}};
    sets.causes = {{{"b/z", {}}, std::nullopt, "A cache that is not modelled."}};
    return sets;
}

} // namespace warpstring::comparison
