// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `warpstring chart`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/common/plan_options.h"
#include "study/charts/chart_makers.h"

namespace warpstring::cli {

struct ChartCommandOptions : PlanOptions {
    std::optional<charts::ChartKind> kind; ///< nothing: the HTML report of all of them, or curves
    bool ofTuning = false;                 ///< curves of `tune`: `launches` are files of it
    std::vector<std::string> records;
    std::string device;
    bool anyDevice = false;
    bool cold = false;
    charts::ChartOptions chart;
    std::string project, baseline; ///< Deltas: where the baseline is pinned, and its name; empty: the last one
    bool dark = false;
    int width = 0, height = 0; ///< pixels; 0: what the chart needs
    std::string output;

    void addTo(CLI::App& program);
};

/// What is wrong with the options beyond what each of them tells: chart.unknown-format, chart.no-baseline.
[[nodiscard]] Diagnostics checkOptions(const ChartCommandOptions& options);

} // namespace warpstring::cli
