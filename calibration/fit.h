// SPDX-License-Identifier: GPL-3.0-or-later
// Non-negative parameters of a small model, by least squares on relative residuals (Ceres).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace warpstring::calibration {

/// What the model gives for measurement `point` with `parameters`; in the unit of the measurements.
using FitModel = std::function<double(const std::vector<double>& parameters, std::size_t point)>;

struct FitResult {
    bool converged = false;
    std::vector<double> values;         ///< at least 0
    std::vector<double> standardErrors; ///< of each, in its unit; infinite where the data do not bound it
    std::vector<bool> identified;       ///< whether the data tell the parameter apart from others and from 0
    double residual = 0;                ///< root mean square of (model - measured) / measured
    double condition =
        1; ///< of the sensitivities, each scaled to length one: largest over smallest singular value
    std::size_t points = 0;
};

/// Minimises the sum of ((model - measured) / measured)^2 over parameters of at least 0, from `start`, whose
/// entries are above 0 and set each parameter's scale. Measurements are above 0.
[[nodiscard]] FitResult fitNonNegative(const std::vector<double>& measured, const std::vector<double>& start,
                                       const FitModel& model);

/// measured = first + second * at: the line through measurements, both coefficients at least 0.
[[nodiscard]] FitResult fitLine(const std::vector<double>& at, const std::vector<double>& measured);

} // namespace warpstring::calibration
