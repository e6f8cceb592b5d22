// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_value.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "pdg/evaluation/floor_divide.h"

namespace warpstring {

LaneValue LaneValue::integers(std::vector<std::int64_t> values) {
    LaneValue result;
    result.kind = Kind::Integer;
    result.low = std::move(values);
    return result;
}

LaneValue LaneValue::range(std::vector<std::int64_t> low, std::vector<std::int64_t> high) {
    LaneValue result = integers(std::move(low));
    result.high = std::move(high);
    const std::size_t width = result.width();
    bool exact = true;
    for (std::size_t i = 0; i < width && exact; ++i) exact = result.lowAt(i) == result.highAt(i);
    if (exact) result.high.clear();
    return result;
}

LaneValue LaneValue::reals(std::vector<double> values) {
    LaneValue result;
    result.kind = Kind::Float;
    result.real = std::move(values);
    return result;
}

std::optional<Extent> termExtent(const LaneValue& value, const Box& box) {
    Extent extent;
    for (const auto& term : value.terms) {
        std::int64_t reach = 0;
        auto& side = term.coefficient < 0 ? extent.least : extent.most;
        if (__builtin_mul_overflow(term.coefficient, box.variables[term.variable].count - 1, &reach) ||
            __builtin_add_overflow(side, reach, &side))
            return std::nullopt;
    }
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max() / 2;
    if (extent.least < -limit || extent.most > limit) return std::nullopt;
    return extent;
}

namespace {

using Lanes = std::vector<std::int64_t>;
constexpr std::int64_t limit64 = std::numeric_limits<std::int64_t>::max() / 4;

std::int64_t leastOf(int bits) {
    return bits >= 64 ? std::numeric_limits<std::int64_t>::min() : -(std::int64_t{1} << (bits - 1));
}
std::int64_t mostOf(int bits) {
    return bits >= 64 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << (bits - 1)) - 1;
}

LaneValue anything(int bits) {
    if (bits == 1) return LaneValue::range({0}, {1});
    if (bits > 32) return {};
    return LaneValue::range({leastOf(bits)}, {mostOf(bits)});
}

/// The interval of each work-item over the whole box; nullopt when unknown or too large.
struct Hull {
    Lanes low, high;
    [[nodiscard]] std::int64_t lowAt(std::size_t i) const { return low.size() == 1 ? low[0] : low[i]; }
    [[nodiscard]] std::int64_t highAt(std::size_t i) const { return high.size() == 1 ? high[0] : high[i]; }
    [[nodiscard]] std::size_t width() const { return std::max(low.size(), high.size()); }
};

std::optional<Hull> hullOf(const LaneValue& value, const Box& box) {
    if (value.kind != LaneValue::Kind::Integer) return std::nullopt;
    const auto extent = termExtent(value, box);
    if (!extent) return std::nullopt;
    Hull hull{value.low, value.high.empty() ? value.low : value.high};
    for (auto& entry : hull.low)
        if (__builtin_add_overflow(entry, extent->least, &entry)) return std::nullopt;
    for (auto& entry : hull.high)
        if (__builtin_add_overflow(entry, extent->most, &entry)) return std::nullopt;
    return hull;
}

/// Brings values into the signed range of `bits`, work-item by work-item, where all of one's points wrap alike.
LaneValue wrapped(LaneValue value, int bits, const Box& box) {
    if (value.isUnknown()) return value;
    const auto extent = termExtent(value, box);
    if (!extent) return anything(bits);
    if (bits >= 64) return value;
    const std::int64_t least = leastOf(bits), most = mostOf(bits);
    const std::size_t width = value.width();
    bool fits = true;
    for (std::size_t i = 0; i < width && fits; ++i)
        fits = value.lowAt(i) + extent->least >= least && value.highAt(i) + extent->most <= most;
    if (fits) return value;
    if (bits == 1) {
        if (!value.isFixed()) return anything(1);
        for (auto& entry : value.low) entry &= 1;
        return value;
    }
    Lanes low(width), high(value.high.empty() ? 0 : width);
    const std::int64_t span = std::int64_t{1} << bits;
    for (std::size_t i = 0; i < width; ++i) {
        const auto window = [&](std::int64_t x) {
            const std::int64_t shifted = x - least;
            return shifted >= 0 ? shifted / span : -((-shifted + span - 1) / span);
        };
        const std::int64_t first = window(value.lowAt(i) + extent->least);
        if (first != window(value.highAt(i) + extent->most)) return anything(bits);
        low[i] = value.lowAt(i) - first * span;
        if (!high.empty()) high[i] = value.highAt(i) - first * span;
    }
    value.low = std::move(low);
    value.high = std::move(high);
    return value;
}

/// The same value read as unsigned: never negative afterwards, or an interval.
LaneValue unsignedOf(LaneValue value, int bits, const Box& box) {
    if (value.isUnknown()) return value;
    const auto extent = termExtent(value, box);
    if (!extent) return {};
    const std::size_t width = value.width();
    bool negative = false;
    for (std::size_t i = 0; i < width && !negative; ++i) negative = value.lowAt(i) + extent->least < 0;
    if (!negative) return value;
    if (bits == 1) return value;
    if (bits >= 63) return {};
    const std::int64_t span = std::int64_t{1} << bits;
    Lanes low(width), high(value.high.empty() ? 0 : width);
    for (std::size_t i = 0; i < width; ++i) {
        const bool below = value.highAt(i) + extent->most < 0;
        if (!below && value.lowAt(i) + extent->least < 0) return LaneValue::range({0}, {span - 1});
        low[i] = value.lowAt(i) + (below ? span : 0);
        if (!high.empty()) high[i] = value.highAt(i) + (below ? span : 0);
    }
    value.low = std::move(low);
    value.high = std::move(high);
    return value;
}

std::vector<LaneValue::Term> combine(const std::vector<LaneValue::Term>& a,
                                     const std::vector<LaneValue::Term>& b, std::int64_t scale,
                                     bool& overflow) {
    std::vector<LaneValue::Term> terms = a;
    for (const auto& term : b) {
        std::int64_t scaled = 0;
        overflow |= __builtin_mul_overflow(term.coefficient, scale, &scaled);
        const auto same = std::find_if(terms.begin(), terms.end(),
                                       [&](const auto& t) { return t.variable == term.variable; });
        if (same == terms.end())
            terms.push_back({term.variable, scaled});
        else
            overflow |= __builtin_add_overflow(same->coefficient, scaled, &same->coefficient);
    }
    std::erase_if(terms, [](const auto& term) { return term.coefficient == 0; });
    std::sort(terms.begin(), terms.end(), [](const auto& x, const auto& y) { return x.variable < y.variable; });
    return terms;
}

template <class Combine>
bool zip(const Lanes& a, const Lanes& b, Lanes& out, Combine combineEntries) {
    const std::size_t width = std::max(a.size(), b.size());
    out.resize(width);
    for (std::size_t i = 0; i < width; ++i)
        if (!combineEntries(a.size() == 1 ? a[0] : a[i], b.size() == 1 ? b[0] : b[i], out[i])) return false;
    return true;
}

LaneValue addOrSubtract(bool subtract, const LaneValue& a, const LaneValue& b) {
    LaneValue sum;
    bool overflow = false;
    sum.terms = combine(a.terms, b.terms, subtract ? -1 : 1, overflow);
    if (overflow) return {};
    const auto apply = [&](std::int64_t x, std::int64_t y, std::int64_t& out) {
        return !(subtract ? __builtin_sub_overflow(x, y, &out) : __builtin_add_overflow(x, y, &out));
    };
    sum.kind = LaneValue::Kind::Integer;
    if (a.high.empty() && b.high.empty()) return zip(a.low, b.low, sum.low, apply) ? sum : LaneValue{};
    const Lanes& aHigh = a.high.empty() ? a.low : a.high;
    const Lanes& bHigh = b.high.empty() ? b.low : b.high;
    if (!zip(a.low, subtract ? bHigh : b.low, sum.low, apply) ||
        !zip(aHigh, subtract ? b.low : bHigh, sum.high, apply))
        return {};
    return sum;
}

LaneValue scaledBy(const LaneValue& a, std::int64_t factor) {
    LaneValue product;
    product.kind = LaneValue::Kind::Integer;
    if (factor == 0) return LaneValue::constant(0);
    bool overflow = false;
    product.terms = combine({}, a.terms, factor, overflow);
    product.low = a.low;
    product.high = a.high;
    if (factor < 0 && !product.high.empty()) std::swap(product.low, product.high);
    for (auto* lanes : {&product.low, &product.high})
        for (auto& entry : *lanes) overflow |= __builtin_mul_overflow(entry, factor, &entry);
    return overflow ? LaneValue{} : product;
}

LaneValue multiply(const LaneValue& a, const LaneValue& b, const Box& box) {
    if (a.isUniformConstant()) return scaledBy(b, a.low[0]);
    if (b.isUniformConstant()) return scaledBy(a, b.low[0]);
    const auto x = hullOf(a, box);
    const auto y = hullOf(b, box);
    if (!x || !y) return {};
    const std::size_t width = std::max(x->width(), y->width());
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        std::int64_t corners[4];
        bool overflow = false;
        overflow |= __builtin_mul_overflow(x->lowAt(i), y->lowAt(i), &corners[0]);
        overflow |= __builtin_mul_overflow(x->lowAt(i), y->highAt(i), &corners[1]);
        overflow |= __builtin_mul_overflow(x->highAt(i), y->lowAt(i), &corners[2]);
        overflow |= __builtin_mul_overflow(x->highAt(i), y->highAt(i), &corners[3]);
        if (overflow) return {};
        low[i] = *std::min_element(corners, corners + 4);
        high[i] = *std::max_element(corners, corners + 4);
    }
    return LaneValue::range(std::move(low), std::move(high));
}

/// Where a divisor cuts through the progression of a variable, splitting it by residues helps.
void hintResidues(const LaneValue& value, std::int64_t modulus, const Box& box, std::vector<SplitHint>& hints) {
    for (const auto& term : value.terms) {
        const std::int64_t divisor = std::gcd(term.coefficient, modulus);
        const auto residues = static_cast<std::uint64_t>(modulus / divisor);
        if (residues > 1 && box.variables[term.variable].count > 1) hints.push_back({term.variable, residues});
    }
}

/// a div m or a mod m for a constant m > 0, rounded down: what arithmetic shifts and masks of negative numbers
/// do and divisions do not.
LaneValue divideByConstant(bool remainder, const LaneValue& a, std::int64_t m, const Box& box,
                           std::vector<SplitHint>& hints) {
    const auto hull = hullOf(a, box);
    if (!hull) return remainder ? LaneValue::range({0}, {m - 1}) : LaneValue{};
    const std::size_t width = hull->width();
    // Within one multiple of m the quotient is fixed and the remainder affine.
    bool oneQuotient = true;
    for (std::size_t i = 0; i < width && oneQuotient; ++i)
        oneQuotient = floorDivide(hull->lowAt(i), m) == floorDivide(hull->highAt(i), m);
    if (oneQuotient) {
        Lanes quotient(width);
        for (std::size_t i = 0; i < width; ++i) quotient[i] = floorDivide(hull->lowAt(i), m);
        const auto q = LaneValue::integers(std::move(quotient));
        return remainder ? addOrSubtract(true, a, scaledBy(q, m)) : q;
    }
    // Where every term moves by whole multiples of m, the remainder is fixed and the quotient affine.
    const bool aligned =
        std::all_of(a.terms.begin(), a.terms.end(), [&](const auto& t) { return t.coefficient % m == 0; });
    if (aligned && a.isExact()) {
        LaneValue result;
        result.kind = LaneValue::Kind::Integer;
        result.low = a.low;
        for (auto& entry : result.low) {
            const std::int64_t floored = floorDivide(entry, m);
            entry = remainder ? entry - floored * m : floored;
        }
        if (!remainder)
            for (const auto& term : a.terms) result.terms.push_back({term.variable, term.coefficient / m});
        return result;
    }
    hintResidues(a, m, box, hints);
    if (remainder) return LaneValue::range({0}, {m - 1});
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        low[i] = floorDivide(hull->lowAt(i), m);
        high[i] = floorDivide(hull->highAt(i), m);
    }
    return LaneValue::range(std::move(low), std::move(high));
}

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

/// Work-item by work-item on values that are the same at every point.
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
        // Undefined for this work-item, which may not be active at all.
        if (any.isUnknown()) return {};
        low[i] = any.lowAt(0);
        high[i] = any.highAt(0);
    }
    return LaneValue::range(std::move(low), std::move(high));
}

LaneValue compare(ExprOp op, const LaneValue& a, const LaneValue& b, const Box& box) {
    const auto difference = addOrSubtract(true, a, b);
    const auto hull = hullOf(difference, box);
    if (!hull) return LaneValue::range({0}, {1});
    // An affine difference whose steps share a divisor misses zero when the divisor does not divide it.
    std::int64_t divisor = 0;
    for (const auto& term : difference.terms) divisor = std::gcd(divisor, term.coefficient);
    const std::size_t width = hull->width();
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        const std::int64_t least = hull->lowAt(i), most = hull->highAt(i);
        bool holds = false, fails = false;
        switch (op) {
        case ExprOp::Equal:
        case ExprOp::NotEqual:
            holds = least == 0 && most == 0;
            fails = least > 0 || most < 0 ||
                    (difference.isExact() && divisor != 0 && difference.lowAt(i) % divisor != 0);
            if (op == ExprOp::NotEqual) std::swap(holds, fails);
            break;
        case ExprOp::ULess:
        case ExprOp::SLess:
            holds = most < 0;
            fails = least >= 0;
            break;
        default:
            holds = most <= 0;
            fails = least > 0;
            break;
        }
        low[i] = holds ? 1 : 0;
        high[i] = fails ? 0 : 1;
    }
    // All work-items alike: one entry says so, and a choice that hangs on it is made once.
    const auto alike = [](const Lanes& lanes) {
        return std::all_of(lanes.begin(), lanes.end(), [&](auto lane) { return lane == lanes[0]; });
    };
    if (alike(low) && alike(high)) return LaneValue::range({low[0]}, {high[0]});
    return LaneValue::range(std::move(low), std::move(high));
}

LaneValue logical(ExprOp op, const LaneValue& a, const LaneValue& b) {
    const std::size_t width = std::max(a.width(), b.width());
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        const auto al = a.lowAt(i), ah = a.highAt(i), bl = b.lowAt(i), bh = b.highAt(i);
        switch (op) {
        case ExprOp::And:
            low[i] = al & bl;
            high[i] = ah & bh;
            break;
        case ExprOp::Or:
            low[i] = al | bl;
            high[i] = ah | bh;
            break;
        default: // exclusive or
            if (al == ah && bl == bh)
                low[i] = high[i] = al ^ bl;
            else {
                low[i] = 0;
                high[i] = 1;
            }
        }
    }
    return LaneValue::range(std::move(low), std::move(high));
}

/// A choice that goes one way on one part of the box and the other way on the rest.
void hintHalves(const LaneValue& a, const LaneValue& b, const Box& box, std::vector<SplitHint>& hints) {
    const LaneValue::Term* widest = nullptr;
    for (const auto* side : {&a, &b})
        for (const auto& term : side->terms)
            if (box.variables[term.variable].count > 1 &&
                (widest == nullptr ||
                 box.variables[term.variable].count > box.variables[widest->variable].count))
                widest = &term;
    if (widest != nullptr) hints.push_back({widest->variable, 1});
}

LaneValue minimumOrMaximum(bool minimum, const LaneValue& a, const LaneValue& b, const Box& box,
                           std::vector<SplitHint>& hints) {
    const auto order = compare(ExprOp::SLessEqual, a, b, box);
    if (order.isFixed() && order.low.size() == 1) return (order.low[0] == 1) == minimum ? a : b;
    if (order.isFixed() && a.isExact() && b.isExact() && a.terms == b.terms)
        return applySelect(order, minimum ? a : b, minimum ? b : a, box, hints);
    hintHalves(a, b, box, hints);
    const auto x = hullOf(a, box);
    const auto y = hullOf(b, box);
    if (!x || !y) return {};
    const std::size_t width = std::max(x->width(), y->width());
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        low[i] = minimum ? std::min(x->lowAt(i), y->lowAt(i)) : std::max(x->lowAt(i), y->lowAt(i));
        high[i] = minimum ? std::min(x->highAt(i), y->highAt(i)) : std::max(x->highAt(i), y->highAt(i));
    }
    return LaneValue::range(std::move(low), std::move(high));
}

bool isUnsignedOp(ExprOp op) {
    return op == ExprOp::UDiv || op == ExprOp::URem || op == ExprOp::ULess || op == ExprOp::ULessEqual ||
           op == ExprOp::UMin || op == ExprOp::UMax || op == ExprOp::LShr;
}

bool isNonNegative(const LaneValue& value, const Box& box) {
    const auto hull = hullOf(value, box);
    return hull && *std::min_element(hull->low.begin(), hull->low.end()) >= 0;
}

LaneValue applyWide(ExprOp op, int bits, const LaneValue& a, const LaneValue& b, const Box& box,
                    std::vector<SplitHint>& hints) {
    switch (op) {
    case ExprOp::Add: return addOrSubtract(false, a, b);
    case ExprOp::Sub: return addOrSubtract(true, a, b);
    case ExprOp::Mul: return multiply(a, b, box);
    case ExprOp::UMin:
    case ExprOp::SMin: return minimumOrMaximum(true, a, b, box, hints);
    case ExprOp::UMax:
    case ExprOp::SMax: return minimumOrMaximum(false, a, b, box, hints);
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
        return divideByConstant(false, a, std::int64_t{1} << constant, box, hints);
    case ExprOp::UDiv:
    case ExprOp::SDiv:
        if (constant <= 0 || !isNonNegative(a, box)) return {};
        return divideByConstant(false, a, constant, box, hints);
    case ExprOp::URem:
    case ExprOp::SRem:
        if (constant <= 0 || !isNonNegative(a, box)) return {};
        return divideByConstant(true, a, constant, box, hints);
    case ExprOp::And: {
        // A mask of low ones is a remainder (section 3.1: t & (2^i - 1) is t mod 2^i), of high ones what it
        // leaves.
        if (constant >= 0 && (constant & (constant + 1)) == 0 && constant < limit64)
            return divideByConstant(true, a, constant + 1, box, hints);
        const std::int64_t cleared = ~constant;
        if (cleared >= 0 && (cleared & (cleared + 1)) == 0) {
            const auto low = divideByConstant(true, a, cleared + 1, box, hints);
            return low.isUnknown() ? LaneValue{} : addOrSubtract(true, a, low);
        }
        return {};
    }
    default: return {};
    }
}

} // namespace

namespace {

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

LaneValue applySelect(const LaneValue& condition, const LaneValue& a, const LaneValue& b, const Box& box,
                      std::vector<SplitHint>& hints) {
    const LaneValue decided =
        condition.kind == LaneValue::Kind::Integer ? condition : LaneValue::range({0}, {1});
    if (decided.isUniformConstant()) return decided.low[0] != 0 ? a : b;
    if (a.kind == LaneValue::Kind::Float && b.kind == LaneValue::Kind::Float && decided.isFixed()) {
        const std::size_t width = std::max({decided.width(), a.real.size(), b.real.size()});
        std::vector<double> values(width);
        for (std::size_t i = 0; i < width; ++i) values[i] = decided.lowAt(i) != 0 ? a.realAt(i) : b.realAt(i);
        return LaneValue::reals(std::move(values));
    }
    if (a.kind != LaneValue::Kind::Integer || b.kind != LaneValue::Kind::Integer) return {};
    LaneValue x = a, y = b;
    if (x.terms != y.terms || !decided.isFixed()) hintHalves(a, b, box, hints);
    if (x.terms != y.terms) {
        const auto hx = hullOf(a, box);
        const auto hy = hullOf(b, box);
        if (!hx || !hy) return {};
        x = LaneValue::range(hx->low, hx->high);
        y = LaneValue::range(hy->low, hy->high);
    }
    const std::size_t width = std::max({decided.width(), x.width(), y.width()});
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        const bool mayA = decided.highAt(i) != 0, mayB = decided.lowAt(i) == 0;
        low[i] = mayA && mayB ? std::min(x.lowAt(i), y.lowAt(i)) : mayA ? x.lowAt(i) : y.lowAt(i);
        high[i] = mayA && mayB ? std::max(x.highAt(i), y.highAt(i)) : mayA ? x.highAt(i) : y.highAt(i);
    }
    LaneValue result = LaneValue::range(std::move(low), std::move(high));
    result.terms = x.terms;
    return result;
}

} // namespace warpstring
