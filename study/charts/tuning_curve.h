// SPDX-License-Identifier: GPL-3.0-or-later
// How soon a tuner finds a fast variant: the best time over the number of runs, by the order of the runs.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "study/charts/chart_data.h"

namespace warpstring::charts {

/// The best measured time after 1, 2, 3, ... runs, us.
struct TuningCurve {
    std::vector<double> model;     ///< in the model's order
    std::vector<double> random;    ///< expected in a random order
    std::vector<double> annealing; ///< without a model; empty where not every variant was measured
};

/// Of what `warpstring tune --curve FILE` writes. Fails with chart.not-a-curve.
[[nodiscard]] Result<TuningCurve> readTuningCurve(const std::string& text, const std::string& file);

/// Lines over runs, logarithmic from 100 runs on.
[[nodiscard]] ChartData tuningCurveChart(const TuningCurve& curve, const std::string& title);

} // namespace warpstring::charts
