// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of comparisons and of batches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/batch/batch_row.h"
#include "study/charts/chart_data.h"
#include "study/comparison/comparison.h"

namespace warpstring::charts {

/// What points are coloured by.
enum class ChartGrouping { Family, Spec, Device };

struct ChartOptions {
    records::Quantity quantity = records::Quantity::KernelTime;
    ChartGrouping by = ChartGrouping::Family; ///< Scatter
    std::string swept; ///< Sweep: Launch::swept to draw over; empty: the one with most values
    std::optional<records::CacheState> cache; ///< only records of this state; nothing: all
};

/// A row a launch and device: what was measured, and what each spec gives. Launches without either value are
/// told in the notes.
[[nodiscard]] ChartData barsOf(const comparison::Comparison& comparison, const ChartOptions& options = {});

/// Excluded points are drawn hollow; the metrics of the subtitle are without them.
[[nodiscard]] ChartData scatterOf(const comparison::Comparison& comparison, const ChartOptions& options = {});

/// A curve: time over a swept value, all else of a launch being the same.
struct SweepSeries {
    struct Point {
        std::string text; ///< the swept value: "1024", "16x16"
        std::optional<double> simulated, measured;
        std::optional<double> lowerBound, upperBound; ///< of simulated
        double measuredMad = 0;
        bool excluded = false;
        std::string name, detail;
        std::size_t launch = 0;
    };
    std::string variant; ///< the launch file, with the other swept values where they differ
    std::string spec, device;
    records::CacheState cache = records::CacheState::Warm;
    std::vector<Point> points; ///< in the order of the launches
};

/// The names that any launch was swept by, in the order of their appearance.
[[nodiscard]] std::vector<std::string> sweptNames(const comparison::Comparison& comparison);
[[nodiscard]] std::vector<std::string> sweptNames(const std::vector<batch::BatchRow>& rows);
/// The curves over one swept value; launches without it are left out.
[[nodiscard]] std::vector<SweepSeries> sweepSeries(const comparison::Comparison& comparison,
                                                   const ChartOptions& options);
[[nodiscard]] std::vector<SweepSeries> sweepSeries(const std::vector<batch::BatchRow>& rows,
                                                   const ChartOptions& options);
/// Axes are logarithmic where the values span a factor of 8 and more.
[[nodiscard]] ChartData sweepChart(const std::vector<SweepSeries>& series, const ChartOptions& options);

/// Fails with chart.unknown-swept, which lists the names that there are, or chart.nothing-swept.
[[nodiscard]] Result<ChartData> sweepOf(const comparison::Comparison& comparison,
                                        const ChartOptions& options = {});
/// Simulated alone: the rows of a batch.
[[nodiscard]] Result<ChartData> sweepOf(const std::vector<batch::BatchRow>& rows,
                                        const ChartOptions& options = {});

/// Where the cycles of a warp go.
[[nodiscard]] ChartData stacksOf(const comparison::Comparison& comparison, const ChartOptions& options = {});
[[nodiscard]] ChartData stacksOf(const std::vector<batch::BatchRow>& rows);

/// Changes of the simulated value per launch, now against `pinned`, as fractions: faster is better. Launches
/// that only one of them has are told in the notes.
[[nodiscard]] ChartData deltasOf(const comparison::Comparison& now, const comparison::Comparison& pinned,
                                 const ChartOptions& options = {});

/// "nvidia-h200 against NVIDIA H200 (driver 580.1), 30 points, MAPE 6.3 %", of the points that are not
/// excluded.
[[nodiscard]] std::string comparisonSubtitle(const comparison::Comparison& comparison,
                                             const ChartOptions& options);

} // namespace warpstring::charts
