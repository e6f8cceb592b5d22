// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/model_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "calibration/fit.h"

namespace warpstring::fit {

namespace {

/// Of the switch while the place of the maximum is looked for; then the true maximum.
constexpr double searchEdge = 10;
/// A column of the sensitivities of which less than this part is its own is told by others together with it.
constexpr double leastOwnPart = 1e-4;
/// A parameter whose standard error is larger than this part of its value is not told. The condition of all
/// columns says nothing of one that stands alone.
constexpr double mostRelativeError = 0.5;
/// Errors below 0.01 % count as that: one exact hit would make the mean zero.
constexpr double leastError = 1e-4;

using Points = std::vector<const FitPoint*>;

std::vector<double> measuredOf(const Points& points) {
    std::vector<double> measured;
    measured.reserve(points.size());
    for (const auto* point : points) measured.push_back(point->measuredUs);
    return measured;
}

/// What each parameter would be if it alone made a typical time: one start; the others are parts of it.
std::vector<double> scalesOf(const ModelExpression& model, const Points& points) {
    const std::size_t count = model.parameters().size();
    std::vector<double> scales(count, 1.0);
    for (std::size_t j = 0; j < count; ++j) {
        if (model.isShare()[j]) {
            scales[j] = 0.5;
            continue;
        }
        std::vector<double> estimates;
        for (const auto* point : points) {
            std::vector<double> none(count, 0.0), one(count, 0.0);
            for (std::size_t k = 0; k < count; ++k)
                if (model.isShare()[k]) none[k] = one[k] = 0.5;
            one[j] = 1;
            const double slope =
                std::abs(model.value(point->features, one) - model.value(point->features, none));
            if (slope > 0 && std::isfinite(slope)) estimates.push_back(point->measuredUs / slope);
        }
        if (estimates.empty()) continue;
        std::nth_element(estimates.begin(),
                         estimates.begin() + static_cast<std::ptrdiff_t>(estimates.size() / 4),
                         estimates.end());
        scales[j] = estimates[estimates.size() / 4];
    }
    return scales;
}

calibration::FitResult fittedFrom(const ModelExpression& model, const Points& points,
                                  const std::vector<double>& start, Sharpness sharpness) {
    return calibration::fitNonNegative(measuredOf(points), start,
                                       [&](const std::vector<double>& parameters, std::size_t i) {
                                           return model.value(points[i]->features, parameters, sharpness);
                                       });
}

/// The best of several starts: softly first, then with the true maximum from where that ended.
calibration::FitResult bestFit(const ModelExpression& model, const Points& points) {
    const std::vector<double> scales = scalesOf(model, points);
    calibration::FitResult best;
    double least = std::numeric_limits<double>::infinity();
    for (const double share : {0.5, 0.1, 1.0, 0.02}) {
        std::vector<double> start = scales;
        for (std::size_t j = 0; j < start.size(); ++j)
            if (!model.isShare()[j]) start[j] *= share;
        const auto soft = fittedFrom(model, points, start, {searchEdge});
        std::vector<double> next = soft.converged ? soft.values : start;
        // A start must be above 0: what lies at the bound may leave it again.
        for (std::size_t j = 0; j < next.size(); ++j) next[j] = std::max(next[j], 1e-3 * scales[j]);
        auto hard = fittedFrom(model, points, next, {});
        if (!hard.converged || !(hard.residual < least)) continue;
        least = hard.residual;
        best = std::move(hard);
    }
    return best;
}

/// d ln(modelled) / d ln(parameter) of each point, a column for each parameter.
std::vector<std::vector<double>> sensitivities(const ModelExpression& model, const Points& points,
                                               const std::vector<double>& values) {
    std::vector<std::vector<double>> columns;
    for (std::size_t j = 0; j < values.size(); ++j) {
        std::vector<double> column;
        for (const auto* point : points) {
            const double step = 1e-5 * values[j];
            auto more = values, less = values;
            more[j] += step;
            less[j] -= step;
            const double change =
                step > 0
                    ? (model.value(point->features, more) - model.value(point->features, less)) / (2 * step)
                    : 0;
            column.push_back(change * values[j] / point->measuredUs);
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// What is left of a column beside the span of the others, as a part of its length, and which of the others it
/// takes: by modified Gram-Schmidt.
double ownPart(const std::vector<std::vector<double>>& columns, std::size_t own,
               const std::set<std::size_t>& others) {
    std::vector<std::vector<double>> base;
    for (const auto k : others) {
        auto column = columns[k];
        for (int twice = 0; twice < 2; ++twice)
            for (const auto& direction : base) {
                const double along = dot(direction, column);
                for (std::size_t i = 0; i < column.size(); ++i) column[i] -= along * direction[i];
            }
        const double length = std::sqrt(dot(column, column));
        if (length <= 1e-9 * std::sqrt(dot(columns[k], columns[k]))) continue;
        for (double& entry : column) entry /= length;
        base.push_back(std::move(column));
    }
    auto rest = columns[own];
    for (int twice = 0; twice < 2; ++twice)
        for (const auto& direction : base) {
            const double along = dot(direction, rest);
            for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= along * direction[i];
        }
    return std::sqrt(dot(rest, rest) / dot(columns[own], columns[own]));
}

/// The smallest set of the others that a column can be told from no more with; empty where it stands alone.
std::set<std::size_t> partnersOf(const std::vector<std::vector<double>>& columns, std::size_t own,
                                 std::set<std::size_t> others) {
    if (ownPart(columns, own, others) > leastOwnPart) return {};
    for (const auto other : std::vector<std::size_t>(others.begin(), others.end())) {
        auto fewer = others;
        fewer.erase(other);
        if (ownPart(columns, own, fewer) <= leastOwnPart) others = std::move(fewer);
    }
    return others;
}

void tellIdentified(const ModelExpression& model, const Points& points, const calibration::FitResult& fit,
                    FittedModel& result) {
    const auto columns = sensitivities(model, points, fit.values);
    std::set<std::size_t> free;
    for (std::size_t j = 0; j < fit.values.size(); ++j) {
        FittedParameter parameter{model.parameters()[j], fit.values[j], fit.standardErrors[j],
                                  fit.identified[j], ""};
        if (model.isShare()[j]) parameter.value = std::min(parameter.value, 1.0);
        const double length = std::sqrt(dot(columns[j], columns[j]) / static_cast<double>(points.size()));
        if (model.isShare()[j] && fit.values[j] >= 1)
            parameter.reason = "at its bound of 1";
        else if (length < 1e-7)
            parameter.reason = fit.values[j] < 1e-9 ? "at its bound of 0" : "no launch depends on it";
        else
            free.insert(j);
        result.parameters.push_back(std::move(parameter));
    }
    for (const auto j : free) {
        auto others = free;
        others.erase(j);
        const auto partners = partnersOf(columns, j, others);
        auto& parameter = result.parameters[j];
        if (partners.empty()) {
            if (!(parameter.standardError <= mostRelativeError * parameter.value))
                parameter.reason = "its standard error is above half of its value";
            continue;
        }
        std::set<std::string> names{parameter.name};
        for (const auto k : partners) names.insert(model.parameters()[k]);
        std::vector<std::string> group(names.begin(), names.end());
        parameter.reason = "not to be told from ";
        bool isFirst = true;
        for (const auto& name : group)
            if (name != parameter.name) parameter.reason += (isFirst ? "" : ", ") + name, isFirst = false;
        if (std::find(result.inseparable.begin(), result.inseparable.end(), group) == result.inseparable.end())
            result.inseparable.push_back(std::move(group));
    }
    for (auto& parameter : result.parameters) {
        parameter.isIdentified = parameter.reason.empty();
        if (!parameter.isIdentified && !parameter.reason.starts_with("its standard"))
            parameter.standardError = std::numeric_limits<double>::infinity();
    }
}

double geometricMean(const std::vector<double>& errors) {
    if (errors.empty()) return 0;
    double sum = 0;
    for (const double error : errors) sum += std::log(std::max(std::abs(error), leastError));
    return std::exp(sum / static_cast<double>(errors.size()));
}

} // namespace

Result<FittedModel> fitModel(const ModelExpression& model, const std::vector<FitPoint>& points) {
    Points fitted;
    std::set<std::string> kernels;
    for (const auto& point : points)
        if (!point.isHeldOut) {
            fitted.push_back(&point);
            kernels.insert(point.kernel);
        }
    if (fitted.size() < model.parameters().size())
        return Diagnostic{"fit.too-few-points",
                          Severity::Error,
                          {},
                          std::to_string(fitted.size()) + " measured launches do not tell " +
                              std::to_string(model.parameters().size()) + " parameters",
                          "measure more launches, or leave parameters out of the model"};
    const auto fit = bestFit(model, fitted);
    if (!fit.converged)
        return Diagnostic{"fit.not-converged",
                          Severity::Error,
                          {},
                          "the fit does not converge from any start",
                          "is there a launch for which the model divides by 0?"};
    FittedModel result;
    result.residual = fit.residual;
    result.condition = fit.condition;
    result.kernels = kernels.size();
    tellIdentified(model, fitted, fit, result);
    for (const auto& point : points)
        result.points.push_back({point, model.value(point.features, fit.values), 0});
    for (const auto& kernel : kernels) {
        Points others;
        for (const auto* point : fitted)
            if (point->kernel != kernel) others.push_back(point);
        if (others.size() < model.parameters().size()) continue;
        const auto without = bestFit(model, others);
        if (!without.converged) continue;
        for (auto& point : result.points)
            if (!point.point.isHeldOut && point.point.kernel == kernel)
                point.withoutKernelUs = model.value(point.point.features, without.values);
    }
    std::vector<double> seen, left, held;
    for (const auto& point : result.points) {
        (point.point.isHeldOut ? held : seen).push_back(point.error());
        if (point.withoutKernelUs > 0) left.push_back(point.errorWithoutKernel());
    }
    result.fittedError = geometricMean(seen);
    result.leftOutError = geometricMean(left);
    result.heldOutError = geometricMean(held);
    return result;
}

} // namespace warpstring::fit
