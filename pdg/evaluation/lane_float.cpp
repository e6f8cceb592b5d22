// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point operations on lane values: exact per work-item or unknown.
#include <algorithm>
#include <cmath>

#include "pdg/evaluation/lane_value.h"
#include "pdg/evaluation/lane_zip.h"

namespace warpstring::evaluation {

namespace {

double rounded(double value, int bits) {
    return bits == 32 ? static_cast<double>(static_cast<float>(value)) : value;
}

int operandCount(ExprOp op) {
    switch (op) {
    case ExprOp::FMad: return 3;
    case ExprOp::FNeg:
    case ExprOp::FAbs:
    case ExprOp::FSqrt:
    case ExprOp::FFloor:
    case ExprOp::FloatConvert: return 1;
    default: return 2;
    }
}

RealLanes ofOne(ExprOp op, int bits, const RealLanes& a) {
    const auto each = [&](auto fold) {
        return lanes::zipped<RealLanes>(a, a, [fold](double x, double) { return fold(x); });
    };
    switch (op) {
    case ExprOp::FNeg: return each([](double x) { return -x; });
    case ExprOp::FAbs: return each([](double x) { return std::fabs(x); });
    case ExprOp::FSqrt: return each([bits](double x) { return rounded(std::sqrt(x), bits); });
    case ExprOp::FFloor: return each([](double x) { return std::floor(x); });
    default: return each([bits](double x) { return rounded(x, bits); });
    }
}

RealLanes ofTwo(ExprOp op, int bits, const RealLanes& a, const RealLanes& b) {
    const auto each = [&](auto fold) { return lanes::zipped<RealLanes>(a, b, fold); };
    const auto eachRounded = [&](auto fold) {
        if (bits != 32) return each(fold);
        return each([fold](double x, double y) { return rounded(fold(x, y), 32); });
    };
    switch (op) {
    case ExprOp::FAdd: return eachRounded([](double x, double y) { return x + y; });
    case ExprOp::FSub: return eachRounded([](double x, double y) { return x - y; });
    case ExprOp::FMul: return eachRounded([](double x, double y) { return x * y; });
    case ExprOp::FDiv: return eachRounded([](double x, double y) { return x / y; });
    case ExprOp::FMin: return each([](double x, double y) { return std::fmin(x, y); });
    case ExprOp::FMax: return each([](double x, double y) { return std::fmax(x, y); });
    default: return each([](double, double) { return 0.0; });
    }
}

RealLanes multipliedAndAdded(int bits, const LaneValue& a, const LaneValue& b, const LaneValue& c) {
    RealLanes values(std::max({a.real.size(), b.real.size(), c.real.size()}));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = a.realAt(i), y = b.realAt(i), z = c.realAt(i);
        values[i] = bits == 32 ? static_cast<double>(std::fma(static_cast<float>(x), static_cast<float>(y),
                                                              static_cast<float>(z)))
                               : std::fma(x, y, z);
    }
    return values;
}

Lanes truthOf(ExprOp op, const RealLanes& a, const RealLanes& b) {
    const auto each = [&](auto holds) {
        return lanes::zipped<Lanes>(a, b, [holds](double x, double y) { return holds(x, y) ? 1 : 0; });
    };
    switch (op) {
    case ExprOp::FEqual: return each([](double x, double y) { return x == y; });
    case ExprOp::FNotEqual: return each([](double x, double y) { return x < y || x > y; });
    case ExprOp::FLess: return each([](double x, double y) { return x < y; });
    default: return each([](double x, double y) { return x <= y; });
    }
}

} // namespace

LaneValue applyFloat(ExprOp op, int bits, const LaneValue& a, const LaneValue& b, const LaneValue& c) {
    const bool comparison =
        op == ExprOp::FEqual || op == ExprOp::FNotEqual || op == ExprOp::FLess || op == ExprOp::FLessEqual;
    const auto isFloat = [](const LaneValue& v) { return v.kind == LaneValue::Kind::Float; };
    const int operands = operandCount(op);
    if (!isFloat(a) || (operands > 1 && !isFloat(b)) || (operands > 2 && !isFloat(c)))
        return comparison ? LaneValue::range({0}, {1}) : LaneValue{};
    if (comparison) return LaneValue::integers(truthOf(op, a.real, b.real));
    return LaneValue::reals(operands == 1   ? ofOne(op, bits, a.real)
                            : operands == 2 ? ofTwo(op, bits, a.real, b.real)
                                            : multipliedAndAdded(bits, a, b, c));
}

} // namespace warpstring::evaluation
