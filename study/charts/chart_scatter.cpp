// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated over measured, both logarithmic.
#include <algorithm>
#include <cmath>
#include <map>

#include "study/charts/chart_words.h"

namespace warpstring::charts {

namespace {

/// Groups with a colour and a shape of their own; what is beyond shares one.
constexpr std::size_t mostGroups = 24;

std::string groupOf(const comparison::ComparedLaunch& launch, ChartGrouping by) {
    if (by == ChartGrouping::Spec) return launch.spec;
    if (by == ChartGrouping::Device) return launch.device;
    // "matmul,n=1024": the problem's size is not what sets families apart here.
    const std::string family = launch.family.substr(0, launch.family.find(','));
    return family.empty() ? launch.kernel : family;
}

} // namespace

ChartData scatterOf(const comparison::Comparison& comparison, const ChartOptions& options) {
    ChartData chart;
    chart.kind = ChartKind::Scatter;
    chart.title = quantityText(options.quantity, true) + ", simulated over measured";
    chart.subtitle = comparisonSubtitle(comparison, options);
    const std::string unit = quantityUnit(options.quantity);
    chart.x.title = "measured " + quantityText(options.quantity) + ", " + unit;
    chart.y.title = "simulated " + quantityText(options.quantity) + ", " + unit;
    chart.bands = {0.1, 0.2};
    const ChartedLaunches charted = chartedLaunches(comparison, options);
    chart.notes = charted.notes;
    std::map<std::string, std::size_t> counts;
    std::vector<std::string> names;
    std::size_t without = 0, excluded = 0;
    double least = HUGE_VAL, most = 0;
    const auto drawn = [&](const comparison::ComparedQuantity& values) {
        return values.simulated && values.measured && *values.simulated > 0 && *values.measured > 0;
    };
    for (const std::size_t index : charted.indices) {
        const comparison::ComparedLaunch& launch = comparison.launches[index];
        if (!drawn(launch.of(options.quantity))) continue;
        if (++counts[groupOf(launch, options.by)] == 1) names.push_back(groupOf(launch, options.by));
    }
    if (names.size() > mostGroups) {
        std::stable_sort(names.begin(), names.end(),
                         [&](const auto& a, const auto& b) { return counts[a] > counts[b]; });
        const std::size_t more = names.size() - (mostGroups - 1);
        for (std::size_t i = 0; i < mostGroups - 1; ++i)
            chart.series.push_back({names[i], SeriesRole::Points, {ChartColour::Of::Series, i}, i, {}});
        chart.series.push_back({"the " + std::to_string(more) + " smallest others",
                                SeriesRole::Points,
                                {ChartColour::Of::Muted, 0},
                                0,
                                {}});
    } else
        for (std::size_t i = 0; i < names.size(); ++i)
            chart.series.push_back({names[i], SeriesRole::Points, {ChartColour::Of::Series, i}, i, {}});
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < names.size(); ++i) places[names[i]] = std::min(i, chart.series.size() - 1);
    for (const std::size_t index : charted.indices) {
        const comparison::ComparedLaunch& launch = comparison.launches[index];
        const comparison::ComparedQuantity& values = launch.of(options.quantity);
        if (!drawn(values)) {
            ++without;
            continue;
        }
        ChartPoint point;
        point.x = *values.measured;
        point.y = *values.simulated;
        point.excluded = !values.isCounted();
        excluded += point.excluded ? 1 : 0;
        point.name = chartedName(launch, charted.differ, true);
        point.detail = valuesText(values, options.quantity);
        point.launch = index;
        least = std::min({least, point.x, point.y});
        most = std::max({most, point.x, point.y});
        chart.series[places[groupOf(launch, options.by)]].points.push_back(std::move(point));
    }
    if (excluded > 0)
        chart.notes.push_back("Hollow: " + counted(excluded, "point") + " listed apart, not in the MAPE.");
    if (without > 0)
        chart.notes.push_back("Without a point: " + counted(without, "launch") +
                              " without a simulated or a measured value.");
    if (most <= 0) least = 1, most = 10;
    const double room = std::max(1.15, std::pow(most / least, 0.03));
    chart.x.logarithmic = chart.y.logarithmic = true;
    chart.x.low = chart.y.low = least / room;
    chart.x.high = chart.y.high = most * room;
    return chart;
}

} // namespace warpstring::charts
