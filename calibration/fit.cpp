// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/fit.h"

#include <ceres/ceres.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace warpstring::calibration {

namespace {

/// A parameter whose standard error is larger than this part of its value is not told by the data.
constexpr double mostRelativeError = 0.5;
/// Relative sensitivities with a condition above this cannot be told apart.
constexpr double mostCondition = 1e6;

/// All residuals at once; the parameters are multiples of their scales.
struct Residuals {
    const std::vector<double>& measured;
    const std::vector<double>& scale;
    const FitModel& model;

    bool operator()(double const* const* parameters, double* residuals) const {
        std::vector<double> values(scale.size());
        for (std::size_t j = 0; j < scale.size(); ++j) values[j] = parameters[0][j] * scale[j];
        for (std::size_t i = 0; i < measured.size(); ++i) {
            residuals[i] = model(values, i) / measured[i] - 1;
            if (!std::isfinite(residuals[i])) return false;
        }
        return true;
    }
};

/// Standard errors from the Jacobian at the solution, and what is identified. Parameters at their bound of 0
/// are taken as fixed: they are not identified, and those that are free are told as if they were not there.
void assess(const Eigen::MatrixXd& jacobian, double squares, const std::vector<double>& scale,
            FitResult& result) {
    std::vector<Eigen::Index> free;
    for (Eigen::Index j = 0; j < jacobian.cols(); ++j) {
        const auto at = static_cast<std::size_t>(j);
        if (result.values[at] > 1e-7 * scale[at] && jacobian.col(j).norm() > 1e-9) free.push_back(j);
    }
    if (free.empty() || jacobian.rows() < static_cast<Eigen::Index>(free.size())) return;
    // Columns of length one: the condition is that of telling parameters apart, whatever their units.
    const Eigen::MatrixXd chosen = jacobian(Eigen::all, free);
    const Eigen::MatrixXd scaled = chosen.colwise().normalized();
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(scaled);
    const auto& singular = svd.singularValues();
    const double least = singular(singular.size() - 1);
    result.condition = least > 0 ? singular(0) / least : std::numeric_limits<double>::infinity();

    const double freedom = static_cast<double>(
        std::max<Eigen::Index>(1, jacobian.rows() - static_cast<Eigen::Index>(free.size())));
    const Eigen::MatrixXd normal = chosen.transpose() * chosen;
    const Eigen::MatrixXd covariance =
        normal.completeOrthogonalDecomposition().pseudoInverse() * (squares / freedom);
    for (std::size_t k = 0; k < free.size(); ++k) {
        const auto at = static_cast<std::size_t>(free[k]);
        const auto place = static_cast<Eigen::Index>(k);
        result.standardErrors[at] = std::sqrt(std::max(0.0, covariance(place, place))) * scale[at];
        result.identified[at] = result.standardErrors[at] <= mostRelativeError * result.values[at] &&
                                result.condition < mostCondition;
    }
}

} // namespace

FitResult fitNonNegative(const std::vector<double>& measured, const std::vector<double>& start,
                         const FitModel& model) {
    FitResult result;
    result.points = measured.size();
    result.values = start;
    result.standardErrors.assign(start.size(), std::numeric_limits<double>::infinity());
    result.identified.assign(start.size(), false);
    if (measured.empty() || start.empty()) return result;

    const auto count = static_cast<int>(start.size());
    std::vector<double> factors(start.size(), 1.0);
    const Residuals residuals{measured, start, model};
    auto* cost = new ceres::DynamicNumericDiffCostFunction<Residuals>(new Residuals(residuals));
    cost->AddParameterBlock(count);
    cost->SetNumResiduals(static_cast<int>(measured.size()));
    ceres::Problem problem; // owns the cost function
    problem.AddResidualBlock(cost, nullptr, factors.data());
    for (int j = 0; j < count; ++j) problem.SetParameterLowerBound(factors.data(), j, 0.0);
    ceres::Solver::Options options;
    options.linear_solver_type = ceres::DENSE_QR;
    options.max_num_iterations = 200;
    options.function_tolerance = 1e-14;
    options.parameter_tolerance = 1e-12;
    options.gradient_tolerance = 1e-14;
    options.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem, &summary);
    result.converged = summary.IsSolutionUsable();
    for (std::size_t j = 0; j < start.size(); ++j) result.values[j] = factors[j] * start[j];

    Eigen::VectorXd at(static_cast<Eigen::Index>(measured.size()));
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian(at.size(), count);
    double* blocks[] = {jacobian.data()};
    const double* parameters[] = {factors.data()};
    if (!cost->Evaluate(parameters, at.data(), blocks)) return result;
    const double squares = at.squaredNorm();
    result.residual = std::sqrt(squares / static_cast<double>(measured.size()));
    if (result.converged) assess(jacobian, squares, start, result);
    return result;
}

FitResult fitLine(const std::vector<double>& at, const std::vector<double>& measured) {
    double least = std::numeric_limits<double>::infinity(), most = 0, lowest = least, highest = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (at[i] < least) least = at[i], lowest = measured[i];
        if (at[i] > most) most = at[i], highest = measured[i];
    }
    const double slope =
        most > least ? std::max((highest - lowest) / (most - least), highest / most * 1e-3) : 1.0;
    const double first = std::max(lowest - slope * least, std::abs(lowest) * 1e-3);
    return fitNonNegative(measured, {first > 0 ? first : 1.0, slope > 0 ? slope : 1.0},
                          [&](const std::vector<double>& p, std::size_t i) { return p[0] + p[1] * at[i]; });
}

} // namespace warpstring::calibration
