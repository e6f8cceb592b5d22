// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/regret.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/records/accuracy.h"

namespace warpstring::search {

namespace {

void sortByModel(std::vector<MeasuredVariant>& variants) {
    const auto key = [](const MeasuredVariant& variant) {
        return variant.predicted.value_or(std::numeric_limits<double>::infinity());
    };
    std::sort(variants.begin(), variants.end(), [&](const MeasuredVariant& a, const MeasuredVariant& b) {
        return std::pair(key(a), a.name) < std::pair(key(b), b.name);
    });
}

void rank(Regret& regret, const std::vector<MeasuredVariant>& variants) {
    std::vector<records::PredictedPoint> points;
    for (const MeasuredVariant& variant : variants)
        if (variant.predicted) points.push_back({variant.name, "all", *variant.predicted, variant.measured});
    const auto rankings = records::rankFamilies(points);
    if (rankings.empty()) return;
    regret.tau = rankings.front().tau();
    regret.pairs = rankings.front().pairs;
}

} // namespace

std::optional<Regret> regretOf(const std::vector<MeasuredVariant>& given) {
    std::vector<MeasuredVariant> variants = given;
    sortByModel(variants);
    if (variants.size() < 2 || !variants.front().predicted) return std::nullopt;
    Regret regret;
    regret.variants = variants.size();
    regret.pick = variants.front();
    const auto [best, worst] = std::minmax_element(
        variants.begin(), variants.end(),
        [](const MeasuredVariant& a, const MeasuredVariant& b) { return a.measured < b.measured; });
    regret.best = *best;
    const auto of = [&](double measured) { return measured / regret.best.measured - 1; };
    regret.ofPick = of(regret.pick.measured);
    regret.ofBetterOfTwo = of(std::min(variants[0].measured, variants[1].measured));
    regret.ofWorst = of(worst->measured);
    const auto count = static_cast<double>(variants.size());
    regret.ofRandom =
        of(std::accumulate(variants.begin(), variants.end(), 0.0,
                           [](double sum, const auto& variant) { return sum + variant.measured; }) /
           count);
    const auto isTied = [&](const MeasuredVariant& variant) {
        return of(variant.measured) <= records::tieFraction;
    };
    regret.runs =
        static_cast<std::size_t>(std::find_if(variants.begin(), variants.end(), isTied) - variants.begin()) + 1;
    const auto good = static_cast<double>(std::count_if(variants.begin(), variants.end(), isTied));
    regret.randomRuns = (count + 1) / (good + 1); // the mean place of the first of them in a random order
    rank(regret, variants);
    return regret;
}

std::vector<double> inModelOrder(std::vector<MeasuredVariant> variants) {
    sortByModel(variants);
    std::vector<double> times;
    times.reserve(variants.size());
    for (const MeasuredVariant& variant : variants) times.push_back(variant.measured);
    return times;
}

std::vector<double> bestSoFar(const std::vector<double>& times) {
    std::vector<double> best;
    best.reserve(times.size());
    for (const double time : times) best.push_back(best.empty() ? time : std::min(best.back(), time));
    return best;
}

std::vector<double> expectedBestSoFar(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const std::size_t n = times.size();
    std::vector<double> expected;
    expected.reserve(n);
    for (std::size_t k = 1; k <= n; ++k) {
        // The i-th fastest is the least of k with probability C(n - 1 - i, k - 1) / C(n, k), i from 0; from one
        // i to the next this changes by a factor of (n - i - k) / (n - 1 - i).
        double probability = static_cast<double>(k) / static_cast<double>(n), sum = 0;
        for (std::size_t i = 0; i + k <= n; ++i) {
            sum += probability * times[i];
            if (i + 1 < n) probability *= static_cast<double>(n - i - k) / static_cast<double>(n - 1 - i);
        }
        expected.push_back(sum);
    }
    return expected;
}

std::vector<double> annealedBestSoFar(const SearchSpace& space, const VariantTime& measured,
                                      std::size_t evaluations, std::uint64_t seeds) {
    std::vector<double> sums(evaluations, 0);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        std::vector<double> times;
        const VariantTime noted = [&](VariantId id) {
            const auto time = measured(id);
            // A run that fails tells nothing, but is one.
            times.push_back(time.value_or(std::numeric_limits<double>::infinity()));
            return time;
        };
        static_cast<void>(anneal(space, {evaluations, seed, std::nullopt}, noted));
        const std::vector<double> best = bestSoFar(times);
        for (std::size_t k = 0; k < evaluations && !best.empty(); ++k)
            sums[k] += best[std::min(k, best.size() - 1)];
    }
    for (double& sum : sums) sum /= static_cast<double>(std::max<std::uint64_t>(seeds, 1));
    return sums;
}

} // namespace warpstring::search
