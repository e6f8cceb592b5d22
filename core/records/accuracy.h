// SPDX-License-Identifier: GPL-3.0-or-later
// How good predictions are: the metrics that are always given together, and the ranking of variants.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpstring::records {

/// What is predicted and measured of a launch.
enum class Quantity {
    KernelTime, ///< us
    WarpLatency ///< cycles
};

[[nodiscard]] std::string_view name(Quantity quantity);

/// One prediction beside its measurement, in the same unit. Both are positive.
struct PredictedPoint {
    std::string name;   ///< of the launch
    std::string family; ///< variants of one problem share it; empty: of none
    double simulated = 0;
    double measured = 0;

    /// |simulated - measured| / measured
    [[nodiscard]] double error() const;
};

struct Accuracy {
    std::size_t count = 0;
    double mape = 0;               ///< mean absolute relative error, as a fraction
    double medianError = 0;        ///< of the absolute relative errors
    double p90Error = 0;           ///< nine tenths are below it
    double geometricMeanError = 0; ///< errors below 0.01 % count as 0.01 %, or one exact hit would make it zero
    double geometricMeanRatio = 1; ///< of simulated to measured: above 1 the simulation is slower as a rule
    std::size_t within10 = 0, within20 = 0; ///< points with an error of at most 10 %, 20 %
    std::size_t within2x = 0;               ///< simulated between half and twice the measured
    std::size_t over = 0, under = 0;        ///< simulated above, below the measured
};

[[nodiscard]] Accuracy accuracyOf(const std::vector<PredictedPoint>& points);

/// Variants whose measurements differ by less than this fraction of the smaller are tied.
inline constexpr double tieFraction = 0.03;

/// Ranks count from 1, the fastest first; variants that are equal share one.
struct RankedVariant {
    std::string name;
    double simulated = 0, measured = 0;
    std::size_t simulatedRank = 0, measuredRank = 0;
};

struct FamilyRanking {
    std::string family;
    std::vector<RankedVariant> variants; ///< in the measured order
    std::size_t pairs = 0;               ///< of variants that are not tied
    std::size_t concordant = 0;          ///< pairs that the simulation puts in the measured order
    std::size_t discordant = 0;          ///< in the other; the rest are equal in the simulation
    std::string bestMeasured, bestSimulated;
    bool bestPicked = false; ///< the variant simulated as best is the measured best, or tied with it
    double loss = 0;         ///< measured time of the picked variant over that of the best, minus 1

    /// Kendall's tau over the pairs that are not tied; 1 when there is none.
    [[nodiscard]] double tau() const;
};

/// Families of two or more points, by name. Smaller is better.
[[nodiscard]] std::vector<FamilyRanking> rankFamilies(const std::vector<PredictedPoint>& points);

/// Several families together.
struct RankingTotals {
    std::size_t families = 0;
    std::size_t picked = 0; ///< families whose best variant was picked
    std::size_t pairs = 0, concordant = 0;
    double leastTau = 1;     ///< of the family that is ranked worst
    double meanTau = 1;      ///< over families, each with the same weight
    double greatestLoss = 0; ///< of the family whose pick costs most
};

[[nodiscard]] RankingTotals totalsOf(const std::vector<FamilyRanking>& rankings);

} // namespace warpstring::records
