// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_fold.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "pdg/evaluation/lane_range.h"
#include "pdg/evaluation/lane_zip.h"

namespace warpstring::evaluation::lanes {

namespace {

/// fold(x, y) of every work-item, wrapped to `bits`.
template <class Fold>
Lanes foldEach(int bits, const Lanes& a, const Lanes& b, Fold fold) {
    const auto each = [&](auto wrapOne) {
        return zipped<Lanes>(a, b, [&](std::int64_t x, std::int64_t y) {
            return wrapOne(
                static_cast<std::uint64_t>(fold(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y))));
        });
    };
    if (bits == 1) return each([](std::uint64_t value) { return static_cast<std::int64_t>(value & 1); });
    if (bits == 32)
        return each([](std::uint64_t value) { return std::int64_t{static_cast<std::int32_t>(value)}; });
    return each([unused = 64 - bits](std::uint64_t value) {
        return static_cast<std::int64_t>(value << unused) >> unused; // wrap(), inlined
    });
}

std::int64_t signedOf(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// Comparisons, minima and maxima, as foldInteger does them.
std::optional<Lanes> foldOrder(ExprOp op, int bits, std::uint64_t mask, const Lanes& a, const Lanes& b) {
    const auto each = [&](auto fold) { return std::optional(foldEach(bits, a, b, fold)); };
    switch (op) {
    case ExprOp::Equal: return each([mask](auto x, auto y) { return ((x ^ y) & mask) == 0; });
    case ExprOp::NotEqual: return each([mask](auto x, auto y) { return ((x ^ y) & mask) != 0; });
    case ExprOp::ULess: return each([mask](auto x, auto y) { return (x & mask) < (y & mask); });
    case ExprOp::ULessEqual: return each([mask](auto x, auto y) { return (x & mask) <= (y & mask); });
    case ExprOp::SLess: return each([](auto x, auto y) { return signedOf(x) < signedOf(y); });
    case ExprOp::SLessEqual: return each([](auto x, auto y) { return signedOf(x) <= signedOf(y); });
    case ExprOp::UMin: return each([mask](auto x, auto y) { return std::min(x & mask, y & mask); });
    case ExprOp::UMax: return each([mask](auto x, auto y) { return std::max(x & mask, y & mask); });
    case ExprOp::SMin: return each([](auto x, auto y) { return std::min(signedOf(x), signedOf(y)); });
    case ExprOp::SMax: return each([](auto x, auto y) { return std::max(signedOf(x), signedOf(y)); });
    default: return std::nullopt;
    }
}

/// Divisions of all by one number above 0.
std::optional<Lanes> foldDivision(ExprOp op, int bits, std::uint64_t mask, const Lanes& a, const Lanes& b) {
    if (b.size() != 1 || b[0] <= 0 ||
        (static_cast<std::uint64_t>(b[0]) & mask) != static_cast<std::uint64_t>(b[0]))
        return std::nullopt;
    const auto each = [&](auto fold) { return std::optional(foldEach(bits, a, b, fold)); };
    const auto divisor = static_cast<std::uint64_t>(b[0]);
    if (std::has_single_bit(divisor)) {
        const int shift = std::countr_zero(divisor);
        if (op == ExprOp::UDiv) return each([mask, shift](auto x, auto) { return (x & mask) >> shift; });
        if (op == ExprOp::URem) return each([mask, divisor](auto x, auto) { return x & mask & (divisor - 1); });
    }
    switch (op) {
    case ExprOp::UDiv: return each([mask, divisor](auto x, auto) { return (x & mask) / divisor; });
    case ExprOp::URem: return each([mask, divisor](auto x, auto) { return (x & mask) % divisor; });
    case ExprOp::SDiv: return each([by = b[0]](auto x, auto) { return signedOf(x) / by; });
    case ExprOp::SRem: return each([by = b[0]](auto x, auto) { return signedOf(x) % by; });
    default: return std::nullopt;
    }
}

/// The operations that are defined for all operands, and shifts and divisions of all by one number that are; as
/// foldInteger does them, but chosen once for all work-items.
std::optional<Lanes> foldTotal(ExprOp op, int bits, int operandBits, const Lanes& a, const Lanes& b) {
    const auto each = [&](auto fold) { return std::optional(foldEach(bits, a, b, fold)); };
    const bool oneShift = b.size() == 1 && b[0] >= 0 && b[0] < bits;
    const std::uint64_t mask = asUnsigned(-1, operandBits);
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
    case ExprOp::LShr:
        if (!oneShift) return std::nullopt;
        return each([mask](auto x, auto y) { return (x & mask) >> y; });
    case ExprOp::AShr:
        if (!oneShift) return std::nullopt;
        return each([](auto x, auto y) { return signedOf(x) >> y; });
    case ExprOp::UDiv:
    case ExprOp::URem:
    case ExprOp::SDiv:
    case ExprOp::SRem: return foldDivision(op, bits, mask, a, b);
    default: return foldOrder(op, bits, mask, a, b);
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
