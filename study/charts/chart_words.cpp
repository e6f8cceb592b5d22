// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/charts/chart_words.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/text/text_format.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::charts {

using records::CacheState;

namespace {

/// 1, 2 or 5 times a power of ten, at most `value`.
double tickBelow(double value) {
    const double decade = std::pow(10, std::floor(std::log10(value)));
    return decade * (value >= 5 * decade ? 5 : value >= 2 * decade ? 2 : 1);
}

} // namespace

ChartedLaunches chartedLaunches(const comparison::Comparison& comparison, const ChartOptions& options) {
    ChartedLaunches charted;
    std::set<std::string> specs, devices;
    std::set<CacheState> caches;
    std::size_t otherCache = 0, notAsked = 0;
    for (std::size_t i = 0; i < comparison.launches.size(); ++i) {
        const comparison::ComparedLaunch& launch = comparison.launches[i];
        if (options.cache && launch.cache != *options.cache) {
            ++otherCache;
            continue;
        }
        if (launch.of(options.quantity).exclusion == comparison::Exclusion::NotAskedFor) {
            ++notAsked;
            continue;
        }
        charted.indices.push_back(i);
        specs.insert(launch.spec);
        devices.insert(launch.device);
        caches.insert(launch.cache);
    }
    charted.differ = {specs.size() > 1, devices.size() > 1, caches.size() > 1};
    if (otherCache > 0)
        charted.notes.push_back(
            "Left out: " + counted(otherCache, "launch") + " measured with caches " +
            std::string(name(*options.cache == CacheState::Warm ? CacheState::Cold : CacheState::Warm)) + ".");
    if (!comparison.unmeasured.empty())
        charted.notes.push_back("Left out: " + counted(comparison.unmeasured.size(), "launch") +
                                " without a measurement.");
    if (notAsked > 0)
        charted.notes.push_back("Left out: " + counted(notAsked, "launch") + " measured without warp latency.");
    return charted;
}

std::string chartedName(const comparison::ComparedLaunch& launch, const ChartDistinctions& differ,
                        bool withSpec) {
    std::string text = launch.launch;
    if (withSpec && differ.specs) text += ", " + launch.spec;
    if (differ.devices) text += ", " + launch.device;
    if (differ.caches && launch.cache == CacheState::Cold) text += ", caches cold";
    return text;
}

std::string valuesText(const comparison::ComparedQuantity& quantity, records::Quantity of) {
    const std::string unit = quantityUnit(of);
    std::string text;
    const auto line = [&](const std::string& more) { text += (text.empty() ? "" : "\n") + more; };
    if (quantity.measured)
        line("measured " + comparison::figureText(quantity.measured) + " " + unit +
             (quantity.measuredMad > 0 ? " +- " + formatted("%.2g", quantity.measuredMad) : ""));
    if (quantity.simulated) {
        std::string bounds;
        if (quantity.lowerBound && quantity.upperBound)
            bounds = std::isfinite(*quantity.upperBound)
                         ? " (" + comparison::figureText(quantity.lowerBound) + " to " +
                               comparison::figureText(quantity.upperBound) + ")"
                         : " (at least " + comparison::figureText(quantity.lowerBound) + ")";
        line("simulated " + comparison::figureText(quantity.simulated) + " " + unit + bounds);
    }
    if (quantity.signedError()) line("error " + errorText(quantity));
    if (!quantity.isCounted())
        line("apart: " + quantity.reason() + (quantity.detail.empty() ? "" : " (" + quantity.detail + ")"));
    return text;
}

std::string quantityText(records::Quantity quantity, bool capital) {
    if (quantity == records::Quantity::KernelTime) return capital ? "Kernel time" : "kernel time";
    return capital ? "Warp latency" : "warp latency";
}

const char* quantityUnit(records::Quantity quantity) {
    return quantity == records::Quantity::KernelTime ? "us" : "cycles";
}

std::string counted(std::size_t count, const std::string& what) {
    const bool hisses = what.ends_with("ch") || what.ends_with("s");
    return std::to_string(count) + " " + what + (count == 1 ? "" : hisses ? "es" : "s");
}

void fitAxis(ChartAxis& axis, const std::vector<double>& values, double factor, bool fromTick) {
    axis.low = 0;
    axis.high = 1;
    if (values.empty()) return;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    axis.logarithmic = *least > 0 && *most / *least >= factor;
    if (axis.logarithmic) {
        const double room = std::pow(*most / *least, 0.04);
        axis.low = fromTick ? tickBelow(*least / room) : *least / room;
        axis.high = *most * room;
        return;
    }
    axis.high = *most > 0 ? *most * 1.06 : 1;
    axis.low = *least < 0 ? *least * 1.06 : 0;
}

std::vector<double> valuesOf(const std::vector<ChartSeries>& series) {
    std::vector<double> values;
    for (const ChartSeries& each : series)
        for (const ChartPoint& point : each.points) {
            if (std::isfinite(point.y)) values.push_back(point.y);
            for (const auto& whisker : {point.low, point.high})
                if (whisker && std::isfinite(*whisker) && *whisker > 0) values.push_back(*whisker);
        }
    return values;
}

std::string comparisonSubtitle(const comparison::Comparison& comparison, const ChartOptions& options) {
    std::string text;
    std::size_t told = 0, more = 0;
    for (const comparison::ComparisonSummary& summary : comparison.summaries) {
        if (summary.quantity != options.quantity || (options.cache && summary.cache != *options.cache))
            continue;
        if (summary.accuracy.count == 0 && summary.excluded == 0) continue;
        if (told == 3) {
            ++more;
            continue;
        }
        ++told;
        std::set<std::string> drivers;
        for (const comparison::ComparedLaunch& launch : comparison.launches)
            if (launch.device == summary.device && !launch.driver.empty()) drivers.insert(launch.driver);
        std::string driver;
        for (const std::string& each : drivers) driver += (driver.empty() ? " (driver " : ", ") + each;
        if (!driver.empty()) driver += ")";
        text += (text.empty() ? "" : "; ") + summary.spec + " against " + summary.device + driver +
                (summary.ownDevice ? "" : ", another device") +
                (summary.cache == CacheState::Cold ? ", caches cold" : "") + ", " +
                counted(summary.accuracy.count, "point");
        if (summary.accuracy.count > 0) text += ", MAPE " + comparison::percentFigure(summary.accuracy.mape);
        if (summary.excluded > 0) text += ", " + std::to_string(summary.excluded) + " apart";
    }
    if (more > 0) text += "; and " + std::to_string(more) + " more";
    return text;
}

} // namespace warpstring::charts
