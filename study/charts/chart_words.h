// SPDX-License-Identifier: GPL-3.0-or-later
// What the makers of charts have in common: which launches are meant, what they are called, how axes end.
#pragma once

#include <string>
#include <vector>

#include "study/charts/chart_makers.h"

namespace warpstring::charts {

/// Of what a comparison has more than one: only then it is named.
struct ChartDistinctions {
    bool specs = false, devices = false, caches = false;
};

/// The launches that a chart is of, and what was left out.
struct ChartedLaunches {
    std::vector<std::size_t> indices; ///< in Comparison::launches
    ChartDistinctions differ;
    std::vector<std::string> notes;
};

[[nodiscard]] ChartedLaunches chartedLaunches(const comparison::Comparison& comparison,
                                              const ChartOptions& options);

/// "matmul-naive,n=512, NVIDIA H200, caches cold"
[[nodiscard]] std::string chartedName(const comparison::ComparedLaunch& launch, const ChartDistinctions& differ,
                                      bool withSpec);
/// Exact values, the error, why it is excluded: a line each.
[[nodiscard]] std::string valuesText(const comparison::ComparedQuantity& quantity, records::Quantity of);
/// "kernel time" or "warp latency", with a capital where a sentence begins.
[[nodiscard]] std::string quantityText(records::Quantity quantity, bool capital = false);
/// "us" or "cycles"
[[nodiscard]] const char* quantityUnit(records::Quantity quantity);
/// "3 launches", "1 launch"
[[nodiscard]] std::string counted(std::size_t count, const std::string& what);

/// From 0 to a little above the largest value, or logarithmic where all are positive and span `factor` or more;
/// then from a round value on where bars begin at it.
void fitAxis(ChartAxis& axis, const std::vector<double>& values, double factor, bool fromTick = false);
/// Every finite value and whisker of the series.
[[nodiscard]] std::vector<double> valuesOf(const std::vector<ChartSeries>& series);

} // namespace warpstring::charts
