// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/accuracy.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/records/sample_statistics.h"

namespace warpstring::records {

namespace {

constexpr double leastError = 1e-4;

using Variants = std::vector<const PredictedPoint*>;

bool areTied(double one, double other) { return std::abs(one - other) < tieFraction * std::min(one, other); }

FamilyRanking rank(const std::string& family, const Variants& variants) {
    FamilyRanking ranking;
    ranking.family = family;
    for (const PredictedPoint* variant : variants) {
        const auto faster = [&](auto quantity) {
            return std::count_if(variants.begin(), variants.end(),
                                 [&](const auto* other) { return other->*quantity < variant->*quantity; });
        };
        ranking.variants.push_back({variant->name, variant->simulated, variant->measured,
                                    1 + static_cast<std::size_t>(faster(&PredictedPoint::simulated)),
                                    1 + static_cast<std::size_t>(faster(&PredictedPoint::measured))});
    }
    std::stable_sort(ranking.variants.begin(), ranking.variants.end(),
                     [](const auto& a, const auto& b) { return a.measuredRank < b.measuredRank; });
    for (std::size_t i = 0; i < variants.size(); ++i) {
        for (std::size_t j = i + 1; j < variants.size(); ++j) {
            const PredictedPoint& one = *variants[i];
            const PredictedPoint& other = *variants[j];
            if (areTied(one.measured, other.measured)) continue;
            ++ranking.pairs;
            if (one.simulated == other.simulated) continue;
            const bool sameOrder = (one.measured < other.measured) == (one.simulated < other.simulated);
            ++(sameOrder ? ranking.concordant : ranking.discordant);
        }
    }
    const auto& best = **std::min_element(variants.begin(), variants.end(), [](const auto* a, const auto* b) {
        return a->measured < b->measured;
    });
    const auto& picked = **std::min_element(variants.begin(), variants.end(), [](const auto* a, const auto* b) {
        return a->simulated < b->simulated;
    });
    ranking.bestMeasured = best.name;
    ranking.bestSimulated = picked.name;
    ranking.bestPicked = &best == &picked || areTied(best.measured, picked.measured);
    ranking.loss = picked.measured / best.measured - 1;
    return ranking;
}

} // namespace

std::string_view name(Quantity quantity) {
    return quantity == Quantity::KernelTime ? "kernel time" : "warp latency";
}

double PredictedPoint::error() const { return std::abs(simulated - measured) / measured; }

double FamilyRanking::tau() const {
    if (pairs == 0) return 1;
    return (static_cast<double>(concordant) - static_cast<double>(discordant)) / static_cast<double>(pairs);
}

Accuracy accuracyOf(const std::vector<PredictedPoint>& points) {
    Accuracy accuracy;
    accuracy.count = points.size();
    if (points.empty()) return accuracy;
    std::vector<double> errors;
    double sum = 0;
    double logarithms = 0;
    double ratios = 0;
    for (const PredictedPoint& point : points) {
        const double error = point.error();
        errors.push_back(error);
        sum += error;
        logarithms += std::log(std::max(error, leastError));
        ratios += std::log(point.simulated / point.measured);
        accuracy.within10 += error <= 0.1 ? 1 : 0;
        accuracy.within20 += error <= 0.2 ? 1 : 0;
        accuracy.within2x +=
            point.simulated <= 2 * point.measured && point.measured <= 2 * point.simulated ? 1 : 0;
        accuracy.over += point.simulated > point.measured ? 1 : 0;
        accuracy.under += point.simulated < point.measured ? 1 : 0;
    }
    const auto count = static_cast<double>(points.size());
    accuracy.mape = sum / count;
    accuracy.geometricMeanError = std::exp(logarithms / count);
    accuracy.geometricMeanRatio = std::exp(ratios / count);
    accuracy.medianError = medianOf(errors);
    accuracy.p90Error = quantileOf(std::move(errors), 0.9);
    return accuracy;
}

std::vector<FamilyRanking> rankFamilies(const std::vector<PredictedPoint>& points) {
    std::map<std::string, Variants> families;
    for (const PredictedPoint& point : points)
        if (!point.family.empty()) families[point.family].push_back(&point);
    std::vector<FamilyRanking> rankings;
    for (const auto& [family, variants] : families)
        if (variants.size() >= 2) rankings.push_back(rank(family, variants));
    return rankings;
}

RankingTotals totalsOf(const std::vector<FamilyRanking>& rankings) {
    RankingTotals totals;
    totals.families = rankings.size();
    double taus = 0;
    for (const FamilyRanking& ranking : rankings) {
        totals.picked += ranking.bestPicked ? 1 : 0;
        totals.pairs += ranking.pairs;
        totals.concordant += ranking.concordant;
        totals.leastTau = std::min(totals.leastTau, ranking.tau());
        totals.greatestLoss = std::max(totals.greatestLoss, ranking.loss);
        taus += ranking.tau();
    }
    if (!rankings.empty()) totals.meanTau = taus / static_cast<double>(rankings.size());
    return totals;
}

} // namespace warpstring::records
