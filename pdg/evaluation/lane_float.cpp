// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point operations on lane values: exact per work-item or unknown.
#include <algorithm>
#include <cmath>

#include "pdg/evaluation/lane_value.h"

namespace warpstring::evaluation {

namespace {

double rounded(double value, int bits) {
    return bits == 32 ? static_cast<double>(static_cast<float>(value)) : value;
}

double compute(ExprOp op, int bits, double a, double b, double c) {
    switch (op) {
    case ExprOp::FAdd: return rounded(a + b, bits);
    case ExprOp::FSub: return rounded(a - b, bits);
    case ExprOp::FMul: return rounded(a * b, bits);
    case ExprOp::FDiv: return rounded(a / b, bits);
    case ExprOp::FNeg: return -a;
    case ExprOp::FMad:
        return bits == 32 ? static_cast<double>(
                                std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)))
                          : std::fma(a, b, c);
    case ExprOp::FAbs: return std::fabs(a);
    case ExprOp::FMin: return std::fmin(a, b);
    case ExprOp::FMax: return std::fmax(a, b);
    case ExprOp::FSqrt: return rounded(std::sqrt(a), bits);
    case ExprOp::FFloor: return std::floor(a);
    case ExprOp::FloatConvert: return rounded(a, bits);
    default: return 0;
    }
}

bool holds(ExprOp op, double a, double b) {
    switch (op) {
    case ExprOp::FEqual: return a == b;
    case ExprOp::FNotEqual: return a < b || a > b;
    case ExprOp::FLess: return a < b;
    default: return a <= b;
    }
}

} // namespace

LaneValue applyFloat(ExprOp op, int bits, const LaneValue& a, const LaneValue& b, const LaneValue& c) {
    const bool comparison =
        op == ExprOp::FEqual || op == ExprOp::FNotEqual || op == ExprOp::FLess || op == ExprOp::FLessEqual;
    const auto isFloat = [](const LaneValue& v) { return v.kind == LaneValue::Kind::Float; };
    const int operands = op == ExprOp::FMad ? 3
                         : op == ExprOp::FNeg || op == ExprOp::FAbs || op == ExprOp::FSqrt ||
                                 op == ExprOp::FFloor || op == ExprOp::FloatConvert
                             ? 1
                             : 2;
    if (!isFloat(a) || (operands > 1 && !isFloat(b)) || (operands > 2 && !isFloat(c)))
        return comparison ? LaneValue::range({0}, {1}) : LaneValue{};
    std::size_t width = a.real.size();
    if (operands > 1) width = std::max(width, b.real.size());
    if (operands > 2) width = std::max(width, c.real.size());
    if (comparison) {
        std::vector<std::int64_t> truth(width);
        for (std::size_t i = 0; i < width; ++i) truth[i] = holds(op, a.realAt(i), b.realAt(i)) ? 1 : 0;
        return LaneValue::integers(std::move(truth));
    }
    std::vector<double> values(width);
    for (std::size_t i = 0; i < width; ++i)
        values[i] =
            compute(op, bits, a.realAt(i), operands > 1 ? b.realAt(i) : 0, operands > 2 ? c.realAt(i) : 0);
    return LaneValue::reals(std::move(values));
}

} // namespace warpstring::evaluation
