// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/annealing.h"

#include <gsl/gsl_rng.h>
#include <gsl/gsl_siman.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <unordered_map>

namespace warpstring::search {

namespace {

// Temperatures in terms of the logarithm of times: at the first a variant that takes 1.6 times as long is taken
// every third time, at the last one that takes 1 % longer.
constexpr double hottest = 0.5, coldest = 0.01;
constexpr int movesAtTemperature = 10;
constexpr int movesAnEvaluation = 2; // many moves lead to variants that are known
constexpr double energyOfNone = 1e3; // of what has no time: beyond any logarithm of one
constexpr int mostTries = 64;        // for a valid neighbour
constexpr int mostRandomStarts = 1000;

class Chain {
public:
    Chain(const SearchSpace& space, const AnnealingOptions& options, const VariantTime& timeOf)
        : space_(space), timeOf_(timeOf), left_(options.evaluations) {}

    double energyOf(VariantId id) {
        if (const auto known = energies_.find(id); known != energies_.end()) return known->second;
        if (left_ == 0) return energyOfNone;
        --left_;
        const auto time = timeOf_(id);
        const double energy = time && *time > 0 ? std::log(*time) : energyOfNone;
        energies_.emplace(id, energy);
        if (energy < best_ || (energy == best_ && id < bestId_)) {
            best_ = energy;
            bestId_ = id;
        }
        return energy;
    }

    [[nodiscard]] VariantId neighbour(const gsl_rng* random, VariantId id) const {
        const Choice here = space_.choiceOf(id);
        for (int attempt = 0; attempt < mostTries; ++attempt) {
            Choice there = here;
            const int changes = attempt < mostTries / 2 ? 1 : 2;
            for (int change = 0; change < changes; ++change) move(random, there);
            if (there != here && space_.isValid(there)) return space_.idOf(there);
        }
        return id;
    }

    [[nodiscard]] std::optional<VariantId> randomVariant(const gsl_rng* random) const {
        Choice choice(space_.axes().size());
        for (int attempt = 0; attempt < mostRandomStarts; ++attempt) {
            for (std::size_t axis = 0; axis < choice.size(); ++axis)
                choice[axis] = gsl_rng_uniform_int(random, space_.axes()[axis].words.size());
            if (space_.isValid(choice)) return space_.idOf(choice);
        }
        std::optional<VariantId> first;
        static_cast<void>(space_.forEachValid([&](const Choice& valid) {
            first = space_.idOf(valid);
            return false;
        }));
        return first;
    }

    [[nodiscard]] std::optional<VariantId> best() const {
        return best_ < energyOfNone ? std::optional(bestId_) : std::nullopt;
    }

private:
    /// Another value of one axis: half of the time one beside it, since lists are mostly ordered.
    void move(const gsl_rng* random, Choice& choice) const {
        const std::size_t axis = gsl_rng_uniform_int(random, choice.size());
        const std::size_t values = space_.axes()[axis].words.size();
        if (values < 2) return;
        std::size_t& value = choice[axis];
        if (gsl_rng_uniform_int(random, 2) == 0)
            value = (value + 1 + gsl_rng_uniform_int(random, values - 1)) % values;
        else if (value == 0 || (value + 1 < values && gsl_rng_uniform_int(random, 2) == 0))
            ++value;
        else
            --value;
    }

    const SearchSpace& space_;
    const VariantTime& timeOf_;
    std::uint64_t left_;
    std::unordered_map<VariantId, double> energies_;
    double best_ = energyOfNone;
    VariantId bestId_ = std::numeric_limits<VariantId>::max();
};

/// What GSL copies byte by byte.
struct Position {
    Chain* chain;
    VariantId id;
};

Position& at(void* position) { return *static_cast<Position*>(position); }

double energy(void* position) { return at(position).chain->energyOf(at(position).id); }
void step(const gsl_rng* random, void* position, double) {
    at(position).id = at(position).chain->neighbour(random, at(position).id);
}
double distance(void* one, void* other) { return at(one).id == at(other).id ? 0 : 1; }

} // namespace

std::optional<VariantId> anneal(const SearchSpace& space, const AnnealingOptions& options,
                                const VariantTime& timeOf) {
    const std::unique_ptr<gsl_rng, void (*)(gsl_rng*)> random(gsl_rng_alloc(gsl_rng_mt19937), gsl_rng_free);
    gsl_rng_set(random.get(), static_cast<unsigned long>(options.seed));
    Chain chain(space, options, timeOf);
    std::optional<VariantId> start = options.start;
    if (!start || !space.isValid(space.choiceOf(*start))) start = chain.randomVariant(random.get());
    if (!start || options.evaluations == 0) return std::nullopt;
    const double temperatures = std::max(
        2.0, std::ceil(static_cast<double>(options.evaluations) * movesAnEvaluation / movesAtTemperature));
    gsl_siman_params_t parameters{};
    parameters.n_tries = 1;
    parameters.iters_fixed_T = movesAtTemperature;
    parameters.step_size = 1;
    parameters.k = 1;
    parameters.t_initial = hottest;
    parameters.mu_t = std::pow(hottest / coldest, 1 / temperatures);
    parameters.t_min = coldest;
    Position position{&chain, *start};
    gsl_siman_solve(random.get(), &position, energy, step, distance, nullptr, nullptr, nullptr, nullptr,
                    sizeof position, parameters);
    return chain.best();
}

} // namespace warpstring::search
