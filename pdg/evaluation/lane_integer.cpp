// SPDX-License-Identifier: GPL-3.0-or-later
// Integer operations and conversions on lane values, wrapped as the machine does.
#include <algorithm>
#include <bit>
#include <limits>

#include "pdg/evaluation/lane_affine.h"
#include "pdg/evaluation/lane_choice.h"
#include "pdg/evaluation/lane_fold.h"
#include "pdg/evaluation/lane_range.h"

namespace warpstring::evaluation {

using namespace lanes;

namespace {

constexpr std::int64_t limit64 = std::numeric_limits<std::int64_t>::max() / 4;

bool isUnsignedOp(ExprOp op) {
    return op == ExprOp::UDiv || op == ExprOp::URem || op == ExprOp::ULess || op == ExprOp::ULessEqual ||
           op == ExprOp::UMin || op == ExprOp::UMax || op == ExprOp::LShr;
}

LaneValue applyWide(ExprOp op, int bits, const LaneValue& a, const LaneValue& b, const Box& box,
                    std::vector<SplitHint>& hints) {
    switch (op) {
    case ExprOp::Add: return sum(a, b);
    case ExprOp::Sub: return difference(a, b);
    case ExprOp::Mul: return product(a, b, box);
    case ExprOp::UMin:
    case ExprOp::SMin: return minimum(a, b, box, hints);
    case ExprOp::UMax:
    case ExprOp::SMax: return maximum(a, b, box, hints);
    default: break;
    }
    if (!b.isUniformConstant()) return {};
    const std::int64_t constant = b.low[0];
    switch (op) {
    case ExprOp::Shl:
        return constant >= 0 && constant < bits && constant < 62 ? scaledBy(a, std::int64_t{1} << constant)
                                                                 : LaneValue{};
    case ExprOp::LShr:
    case ExprOp::AShr:
        if (constant < 0 || constant >= 62 || (op == ExprOp::LShr && !isNonNegative(a, box))) return {};
        return quotient(a, std::int64_t{1} << constant, box, hints);
    case ExprOp::UDiv:
    case ExprOp::SDiv:
        if (constant <= 0 || !isNonNegative(a, box)) return {};
        return quotient(a, constant, box, hints);
    case ExprOp::URem:
    case ExprOp::SRem:
        if (constant <= 0 || !isNonNegative(a, box)) return {};
        return remainder(a, constant, box, hints);
    case ExprOp::And: {
        // A mask of low ones is a remainder (section 3.1: t & (2^i - 1) is t mod 2^i), of high ones what it
        // leaves.
        if (constant >= 0 && (constant & (constant + 1)) == 0 && constant < limit64)
            return remainder(a, constant + 1, box, hints);
        const std::int64_t cleared = ~constant;
        if (cleared >= 0 && (cleared & (cleared + 1)) == 0) {
            const auto low = remainder(a, cleared + 1, box, hints);
            return low.isUnknown() ? LaneValue{} : difference(a, low);
        }
        // Ones between others: what is below the upper end, without what is below the lower one.
        if (const int zeros = std::countr_zero(static_cast<std::uint64_t>(constant)); constant > 0) {
            const std::int64_t lowest = std::int64_t{1} << zeros;
            const std::int64_t end = constant + lowest;
            if (end > 0 && (end & (end - 1)) == 0) {
                const auto all = remainder(a, end, box, hints);
                const auto low = remainder(a, lowest, box, hints);
                return all.isUnknown() || low.isUnknown() ? LaneValue{} : difference(all, low);
            }
        }
        return {};
    }
    default: return {};
    }
}

/// Whether `low` only has bits below every bit of `high`, at all points: high is a multiple of a power of two
/// that low does not reach.
bool liesBelow(const LaneValue& low, const LaneValue& high, const Box& box) {
    if (!high.isExact()) return false;
    std::uint64_t bits = 0;
    for (const std::int64_t value : high.low) bits |= static_cast<std::uint64_t>(value);
    for (const auto& term : high.terms) bits |= static_cast<std::uint64_t>(term.coefficient);
    const int shift = std::min(std::countr_zero(bits), 62);
    const auto extent = termExtent(low, box);
    if (!extent) return false;
    for (std::size_t item = 0; item < low.width(); ++item) {
        std::int64_t least = 0;
        std::int64_t most = 0;
        if (__builtin_add_overflow(low.lowAt(item), extent->least, &least) ||
            __builtin_add_overflow(low.highAt(item), extent->most, &most))
            return false;
        if (least < 0 || most >= std::int64_t{1} << shift) return false;
    }
    return true;
}

} // namespace

LaneValue applyInteger(ExprOp op, int bits, int operandBits, const LaneValue& a, const LaneValue& b,
                       const Box& box, std::vector<SplitHint>& hints) {
    const bool isBoolean = operandBits == 1 && (op == ExprOp::And || op == ExprOp::Or || op == ExprOp::Xor);
    const auto known = [&](const LaneValue& v) {
        return v.isUnknown() && operandBits == 1 ? LaneValue::range({0}, {1}) : v;
    };
    if (isBoolean) return logical(op, known(a), known(b));
    if (a.kind == LaneValue::Kind::Integer && b.kind == LaneValue::Kind::Integer && a.isFixed() && b.isFixed())
        return foldLanes(op, bits, operandBits, a, b);
    if (a.kind != LaneValue::Kind::Integer || b.kind != LaneValue::Kind::Integer) {
        // x mod m and x & m are bounded whatever x is.
        if (b.isUniformConstant() && b.low[0] > 0 && (op == ExprOp::URem || op == ExprOp::And))
            return LaneValue::range({0}, {op == ExprOp::URem ? b.low[0] - 1 : b.low[0]});
        return anything(bits);
    }
    // Compilers write additions that carry nothing so: (row << 6) | column.
    if ((op == ExprOp::Or || op == ExprOp::Xor) && (liesBelow(a, b, box) || liesBelow(b, a, box)))
        op = ExprOp::Add;
    if (isIntegerComparison(op) && operandBits == 1) {
        if (op != ExprOp::Equal && op != ExprOp::NotEqual) return anything(1);
        return compare(op, a, b, box);
    }
    const bool asUnsignedValues = isUnsignedOp(op);
    const LaneValue x = asUnsignedValues ? unsignedOf(a, operandBits, box) : a;
    const LaneValue y = asUnsignedValues ? unsignedOf(b, operandBits, box) : b;
    if (x.isUnknown() || y.isUnknown()) return anything(bits);
    if (isIntegerComparison(op)) return compare(op, x, y, box);
    const LaneValue result = applyWide(op, bits, x, y, box, hints);
    return result.isUnknown() ? anything(bits) : wrapped(result, bits, box);
}

LaneValue applyConversion(ExprOp op, int bits, int operandBits, const LaneValue& a, const Box& box) {
    if (a.kind != LaneValue::Kind::Integer) {
        if (op == ExprOp::ZExt && operandBits < 63)
            return LaneValue::range({0}, {(std::int64_t{1} << operandBits) - 1});
        return anything(bits);
    }
    if (op == ExprOp::Trunc) return wrapped(a, bits, box);
    if (operandBits == 1) {
        if (op == ExprOp::ZExt) return a;
        return scaledBy(a, -1); // a true bit extends to all ones
    }
    return op == ExprOp::ZExt ? unsignedOf(a, operandBits, box) : a;
}

} // namespace warpstring::evaluation
