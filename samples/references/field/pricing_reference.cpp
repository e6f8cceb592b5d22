// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Payoffs are small beside prices: a step's roundings (2 u of a logarithm of 0.3, u of a price) are some 50
// times larger on their scale, and 32 steps add up at random.
constexpr double pathTolerance = 2e-5;

// The weights of up and down are differences of numbers near 1, 0.02 apart: they err by u / 0.02 = 3e-6, all to
// one side, by which 511 levels move prices by 3e-5 and discounts by as much; options are worth a tenth of
// prices.
constexpr double treeTolerance = 3e-4;

// Prices ten times larger than the options' values, and functions that err by a few units in the last place.
constexpr double closedTolerance = 1e-5;
constexpr double closedDoubleTolerance = 1e-13;

std::uint32_t spread(std::uint32_t number) {
    for (int i = 0; i < 2; ++i) number = (number ^ (number >> 16U)) * 0x45d9f3bU;
    return (number ^ (number >> 16U)) | 1U;
}

/// 23 bits in the middles of equal parts of 0 to 1.
double uniform(std::uint32_t bits) { return (static_cast<double>(bits >> 9U) + 0.5) * 0x1p-23; }

/// The generator with 64 bits of state.
class Congruence {
public:
    explicit Congruence(std::uint64_t state) : state_(state) {}
    double operator()() {
        const std::uint64_t old = state_;
        state_ = old * 6364136223846793005U + 1442695040888963407U;
        return uniform(
            std::rotr(static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U), static_cast<int>(old >> 59U)));
    }

private:
    std::uint64_t state_;
};

/// The generator with 32 bits of state.
class Shifts {
public:
    explicit Shifts(std::uint32_t state) : state_(state) {}
    double operator()() {
        state_ ^= state_ << 13U;
        state_ ^= state_ >> 17U;
        state_ ^= state_ << 5U;
        return uniform(state_);
    }

private:
    std::uint32_t state_;
};

std::vector<double> asianCall(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "payoffs") return {};
    const auto seed = static_cast<std::uint32_t>(launch.integer("seed"));
    const std::int64_t paths = launch.integer("PATHS"), steps = launch.integer("STEPS");
    const double price = launch.number("price"), strike = launch.number("strike");
    const double drift = launch.number("drift"), volatility = launch.number("volatility");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto own = static_cast<std::uint32_t>(index);
        Congruence next(std::uint64_t{spread(own + seed)} << 32U | spread(own ^ 0x5bd1e995U));
        double total = 0.0;
        for (std::int64_t path = 0; path < paths; ++path) {
            double logarithm = 0.0, sum = 0.0;
            for (std::int64_t step = 0; step < steps; step += 2) {
                const double radius = std::sqrt(-2.0 * std::log(next()));
                const double angle = 2.0 * std::numbers::pi * next();
                logarithm += drift + volatility * radius * std::cos(angle);
                sum += std::exp(logarithm);
                logarithm += drift + volatility * radius * std::sin(angle);
                sum += std::exp(logarithm);
            }
            total += std::max(price * sum / static_cast<double>(steps) - strike, 0.0);
        }
        values.push_back(total / static_cast<double>(paths));
    }
    return values;
}

std::vector<double> barrierPut(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "payoffs") return {};
    const auto seed = static_cast<std::uint32_t>(launch.integer("seed"));
    const std::int64_t paths = launch.integer("PATHS"), steps = launch.integer("STEPS");
    const double price = launch.number("price"), strike = launch.number("strike");
    const double drift = launch.number("drift"), volatility = launch.number("volatility");
    const double barrier = launch.number("barrierLogarithm");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        Shifts next(spread(static_cast<std::uint32_t>(index) + seed));
        double total = 0.0;
        for (std::int64_t path = 0; path < paths; ++path) {
            double logarithm = 0.0, room = 1.0;
            for (std::int64_t step = 0; step < steps; ++step) {
                double noise = -2.0;
                for (int i = 0; i < 4; ++i) noise += next();
                logarithm += drift + volatility * noise;
                room = std::min(room, (barrier - logarithm) * 16.0);
            }
            if (room > 0.0) total += room * std::max(strike - price * std::exp(logarithm), 0.0);
        }
        values.push_back(total / static_cast<double>(paths));
    }
    return values;
}

std::vector<double> binomialPut(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "values") return {};
    const auto levels = static_cast<std::size_t>(launch.integer("LEVELS"));
    const double rate = launch.number("rate"), volatility = launch.number("volatility");
    const auto prices = launch.buffer("prices"), strikes = launch.buffer("strikes"),
               years = launch.buffer("years");
    std::vector<double> values;
    for (const std::uint64_t option : indices) {
        const double interval = years[option] / static_cast<double>(levels);
        const double rise = std::exp(volatility * std::sqrt(interval));
        const double growth = std::exp(rate * interval);
        const double up = (growth - 1.0 / rise) / (rise - 1.0 / rise) / growth;
        const double down = 1.0 / growth - up;
        // What the put yields at once where the price has risen `net` times more often than it has fallen.
        std::vector<double> worth;
        const double price = prices[option], strike = strikes[option];
        for (std::size_t i = 0; i <= 2 * levels; ++i) {
            const double net = static_cast<double>(i) - static_cast<double>(levels);
            worth.push_back(strike - price * std::pow(rise, net));
        }
        std::vector<double> nodes;
        for (std::size_t j = 0; j <= levels; ++j) nodes.push_back(std::max(worth[2 * j], 0.0));
        for (std::size_t level = levels; level-- > 0;)
            for (std::size_t j = 0; j <= level; ++j)
                nodes[j] = std::max(up * nodes[j + 1] + down * nodes[j], worth[2 * j + levels - level]);
        values.push_back(nodes[0]);
    }
    return values;
}

std::vector<double> europeanOptions(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "calls" && buffer != "puts") return {};
    const double rate = launch.number("rate"), volatility = launch.number("volatility");
    const auto prices = launch.buffer("prices"), strikes = launch.buffer("strikes"),
               years = launch.buffer("years");
    const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
    std::vector<double> values;
    for (const std::uint64_t i : indices) {
        const double price = prices[i];
        const double width = volatility * std::sqrt(years[i]);
        const double later = strikes[i] * std::exp(-rate * years[i]);
        const double d = std::log(price / later) / width + width / 2.0;
        values.push_back(buffer == "calls" ? price * normal(d) - later * normal(d - width)
                                           : later * normal(width - d) - price * normal(-d));
    }
    return values;
}

} // namespace

References pricingReferences() {
    return {
        {"field-asian-call", {asianCall, pathTolerance}},
        {"field-barrier-put", {barrierPut, pathTolerance}},
        {"field-binomial-put", {binomialPut, treeTolerance}},
        {"field-european-options", {europeanOptions, closedTolerance}},
        {"field-european-options-double", {europeanOptions, closedDoubleTolerance}},
    };
}

} // namespace warpstring::samples::field
