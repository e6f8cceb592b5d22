// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_affine.h"

#include <algorithm>
#include <numeric>

#include "pdg/evaluation/floor_divide.h"
#include "pdg/evaluation/lane_range.h"

namespace warpstring::evaluation::lanes {

namespace {

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

/// Where a divisor cuts through the progression of a variable, splitting it by residues helps.
void hintResidues(const LaneValue& value, std::int64_t modulus, const Box& box, std::vector<SplitHint>& hints) {
    for (const auto& term : value.terms) {
        const std::int64_t divisor = std::gcd(term.coefficient, modulus);
        const auto residues = static_cast<std::uint64_t>(modulus / divisor);
        if (residues > 1 && box.variables[term.variable].count > 1) hints.push_back({term.variable, residues});
    }
}

LaneValue divideByConstant(bool isRemainder, const LaneValue& a, std::int64_t m, const Box& box,
                           std::vector<SplitHint>& hints) {
    const auto hull = hullOf(a, box);
    if (!hull) return isRemainder ? LaneValue::range({0}, {m - 1}) : LaneValue{};
    const std::size_t width = hull->width();
    const FloorDivisor by(m);
    // Within one multiple of m the quotient is fixed and the remainder affine.
    bool oneQuotient = true;
    for (std::size_t i = 0; i < width && oneQuotient; ++i)
        oneQuotient = by.divide(hull->lowAt(i)) == by.divide(hull->highAt(i));
    if (oneQuotient) {
        Lanes quotient(width);
        for (std::size_t i = 0; i < width; ++i) quotient[i] = by.divide(hull->lowAt(i));
        const auto q = LaneValue::integers(std::move(quotient));
        return isRemainder ? difference(a, scaledBy(q, m)) : q;
    }
    // Where every term moves by whole multiples of m, the remainder is fixed and the quotient affine.
    const bool aligned =
        std::all_of(a.terms.begin(), a.terms.end(), [&](const auto& t) { return t.coefficient % m == 0; });
    if (aligned && a.isExact()) {
        LaneValue result;
        result.kind = LaneValue::Kind::Integer;
        result.low = a.low;
        for (auto& entry : result.low) {
            const std::int64_t floored = by.divide(entry);
            entry = isRemainder ? entry - floored * m : floored;
        }
        if (!isRemainder)
            for (const auto& term : a.terms) result.terms.push_back({term.variable, term.coefficient / m});
        return result;
    }
    hintResidues(a, m, box, hints);
    if (isRemainder) return LaneValue::range({0}, {m - 1});
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        low[i] = by.divide(hull->lowAt(i));
        high[i] = by.divide(hull->highAt(i));
    }
    return LaneValue::range(std::move(low), std::move(high));
}

} // namespace

LaneValue sum(const LaneValue& a, const LaneValue& b) { return addOrSubtract(false, a, b); }
LaneValue difference(const LaneValue& a, const LaneValue& b) { return addOrSubtract(true, a, b); }

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

LaneValue product(const LaneValue& a, const LaneValue& b, const Box& box) {
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

LaneValue quotient(const LaneValue& a, std::int64_t m, const Box& box, std::vector<SplitHint>& hints) {
    return divideByConstant(false, a, m, box, hints);
}
LaneValue remainder(const LaneValue& a, std::int64_t m, const Box& box, std::vector<SplitHint>& hints) {
    return divideByConstant(true, a, m, box, hints);
}

} // namespace warpstring::evaluation::lanes
