// SPDX-License-Identifier: GPL-3.0-or-later
// A model's parameters from measured launches: values, whether the launches tell them, and how far the model
// is off for launches that it has seen and for kernels that it has not.
#pragma once

#include <string>
#include <vector>

#include "study/fit/model_expression.h"

namespace warpstring::fit {

struct FitPoint {
    std::string launch;
    std::string kernel; ///< what is left out together: "matmul.cl: matmul_tiled"
    double measuredUs = 0;
    std::vector<double> features; ///< in the order of the model's
    bool isHeldOut = false;       ///< predicted, not fitted to
};

struct FittedParameter {
    std::string name;
    double value = 0;         ///< microseconds for each unit of its feature; a share from 0 to 1
    double standardError = 0; ///< infinite where the launches do not bound it
    bool isIdentified = false;
    std::string reason; ///< why not: "at its bound of 0", "no launch depends on it", ...
};

struct FittedPoint {
    FitPoint point;
    double modelledUs = 0;
    double withoutKernelUs = 0; ///< by the fit to all other kernels; 0: none, it is held out or the only one

    [[nodiscard]] double error() const { return modelledUs / point.measuredUs - 1; }
    [[nodiscard]] double errorWithoutKernel() const { return withoutKernelUs / point.measuredUs - 1; }
};

struct FittedModel {
    std::vector<FittedParameter> parameters;
    std::vector<FittedPoint> points;
    double residual = 0;  ///< root mean square of the relative errors of the points that it is fitted to
    double condition = 1; ///< of the relative sensitivities of parameters that are not at a bound
    /// Names of parameters of which only combinations are told.
    std::vector<std::vector<std::string>> inseparable;
    double fittedError = 0, leftOutError = 0, heldOutError = 0; ///< geometric means of |relative error|
    std::size_t kernels = 0;
};

/// Parameters of at least 0 that make the sum of (modelled / measured - 1)^2 least, the best of several starts.
/// Codes: fit.too-few-points, fit.not-converged.
[[nodiscard]] Result<FittedModel> fitModel(const ModelExpression& model, const std::vector<FitPoint>& points);

} // namespace warpstring::fit
