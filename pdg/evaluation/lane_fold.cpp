// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_fold.h"

#include <algorithm>
#include <optional>

#include "pdg/evaluation/lane_range.h"

namespace warpstring::evaluation::lanes {

namespace {

/// fold(x, y) of every work-item, wrapped to `bits`; an operand of one entry is the same for all.
template <class Fold>
Lanes foldEach(int bits, const Lanes& a, const Lanes& b, Fold fold) {
    Lanes out(std::max(a.size(), b.size()));
    const auto run = [&](auto x, auto y, auto wrapOne) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = wrapOne(fold(static_cast<std::uint64_t>(x(i)), static_cast<std::uint64_t>(y(i))));
    };
    const auto each = [&](auto wrapOne) { // a loop for each shape, which leaves nothing to ask inside
        const auto every = [](const Lanes& lanes) {
            return [from = lanes.data()](std::size_t i) { return from[i]; };
        };
        const auto same = [](const Lanes& lanes) { return [value = lanes[0]](std::size_t) { return value; }; };
        if (a.size() == b.size())
            run(every(a), every(b), wrapOne);
        else if (a.size() == 1)
            run(same(a), every(b), wrapOne);
        else
            run(every(a), same(b), wrapOne);
    };
    if (bits == 1)
        each([](std::uint64_t value) { return static_cast<std::int64_t>(value & 1); });
    else if (bits == 32)
        each([](std::uint64_t value) { return std::int64_t{static_cast<std::int32_t>(value)}; });
    else
        each([unused = 64 - bits](std::uint64_t value) {
            return static_cast<std::int64_t>(value << unused) >> unused; // wrap(), inlined
        });
    return out;
}

/// The operations that are defined for all operands, and shifts of all by one distance that is; as foldInteger
/// does them, but chosen once for all work-items.
std::optional<Lanes> foldTotal(ExprOp op, int bits, int operandBits, const Lanes& a, const Lanes& b) {
    const auto each = [&](auto fold) { return std::optional(foldEach(bits, a, b, fold)); };
    const bool oneShift = b.size() == 1 && b[0] >= 0 && b[0] < bits;
    switch (op) {
    case ExprOp::Add: return each([](auto x, auto y) { return x + y; });
    case ExprOp::Sub: return each([](auto x, auto y) { return x - y; });
    case ExprOp::Mul: return each([](auto x, auto y) { return x * y; });
    case ExprOp::And: return each([](auto x, auto y) { return x & y; });
    case ExprOp::Or: return each([](auto x, auto y) { return x | y; });
    case ExprOp::Xor: return each([](auto x, auto y) { return x ^ y; });
    case ExprOp::Shl:
        if (!oneShift) return std::nullopt;
        return each([](auto x, auto y) { return x << y; });
    case ExprOp::LShr: {
        if (!oneShift) return std::nullopt;
        const std::uint64_t mask = asUnsigned(-1, operandBits);
        return each([mask](auto x, auto y) { return (x & mask) >> y; });
    }
    case ExprOp::AShr:
        if (!oneShift) return std::nullopt;
        return each(
            [](auto x, auto y) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(x) >> y); });
    default: return std::nullopt;
    }
}

bool isDivision(ExprOp op) {
    return op == ExprOp::UDiv || op == ExprOp::SDiv || op == ExprOp::URem || op == ExprOp::SRem;
}

} // namespace

LaneValue foldLanes(ExprOp op, int bits, int operandBits, const LaneValue& a, const LaneValue& b) {
    if (auto folded = foldTotal(op, bits, operandBits, a.low, b.low))
        return LaneValue::integers(std::move(*folded));
    const std::size_t width = std::max(a.width(), b.width());
    const auto any = anything(bits);
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        if (foldInteger(op, bits, operandBits, a.lowAt(i), b.lowAt(i), low[i])) {
            high[i] = low[i];
            continue;
        }
        // What has no value, any value will do for: a loop's work-items that have left it divide by zero.
        if (isDivision(op) && b.lowAt(i) == 0) continue;
        if (any.isUnknown()) return {};
        low[i] = any.lowAt(0);
        high[i] = any.highAt(0);
    }
    return LaneValue::range(std::move(low), std::move(high));
}

} // namespace warpstring::evaluation::lanes
