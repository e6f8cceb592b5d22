// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <numbers>

#include "samples/references/references.h"

namespace warpstring::samples {

namespace {

/// The normal distribution.
double normal(double d) { return 0.5 * std::erfc(-d / std::numbers::sqrt2); }

} // namespace

std::vector<double> blackScholesReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    if (buffer != "call" && buffer != "put") return {};
    const auto price = launch.buffer("price");
    const auto strike = launch.buffer("strike");
    const auto years = launch.buffer("years");
    const double rate = launch.number("rate");
    const double volatility = launch.number("volatility");
    std::vector<double> values;
    for (const std::uint64_t i : indices) {
        const double s = price[i], k = strike[i], t = years[i];
        const double deviation = volatility * std::sqrt(t);
        const double d1 = (std::log(s / k) + (rate + 0.5 * volatility * volatility) * t) / deviation;
        const double d2 = d1 - deviation;
        const double discounted = k * std::exp(-rate * t);
        values.push_back(buffer == "call" ? s * normal(d1) - discounted * normal(d2)
                                          : discounted * normal(-d2) - s * normal(-d1));
    }
    return values;
}

} // namespace warpstring::samples
