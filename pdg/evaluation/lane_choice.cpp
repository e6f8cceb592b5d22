// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_choice.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "pdg/evaluation/lane_affine.h"
#include "pdg/evaluation/lane_range.h"

namespace warpstring::evaluation {

namespace lanes {

namespace {

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

/// As halves, but where the difference moves along one variable alone, the first of its points at which a
/// work-item's difference changes its sign begins the second part.
void hintChange(const LaneValue& a, const LaneValue& b, const LaneValue& difference, const Box& box,
                std::vector<SplitHint>& hints) {
    if (!difference.isExact() || difference.terms.size() != 1) return hintHalves(a, b, box, hints);
    const auto [variable, step] = difference.terms[0];
    const std::uint64_t count = box.variables[variable].count;
    std::uint64_t first = count;
    for (const std::int64_t start : difference.low) {
        if ((start < 0) == (step < 0) || start == 0) continue; // it moves away from 0
        const auto distance = static_cast<std::uint64_t>(std::llabs(start));
        const auto stride = static_cast<std::uint64_t>(std::llabs(step));
        first = std::min(first, (distance + stride - 1) / stride);
    }
    if (first >= count) return hintHalves(a, b, box, hints);
    hints.push_back({variable, 1, first});
}

LaneValue minimumOrMaximum(bool isMinimum, const LaneValue& a, const LaneValue& b, const Box& box,
                           std::vector<SplitHint>& hints) {
    const auto apart = difference(a, b);
    if (const auto hull = hullOf(apart, box)) { // of equals either will do
        const auto& [least, most] = *hull;
        if (*std::max_element(most.begin(), most.end()) <= 0) return isMinimum ? a : b;
        if (*std::min_element(least.begin(), least.end()) >= 0) return isMinimum ? b : a;
    }
    if (a.isExact() && b.isExact() && a.terms == b.terms) {
        LaneValue chosen = a;
        chosen.low.resize(std::max(a.width(), b.width()));
        for (std::size_t i = 0; i < chosen.low.size(); ++i)
            chosen.low[i] = isMinimum ? std::min(a.lowAt(i), b.lowAt(i)) : std::max(a.lowAt(i), b.lowAt(i));
        return chosen;
    }
    hintChange(a, b, apart, box, hints);
    const auto x = hullOf(a, box);
    const auto y = hullOf(b, box);
    if (!x || !y) return {};
    const std::size_t width = std::max(x->width(), y->width());
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        low[i] = isMinimum ? std::min(x->lowAt(i), y->lowAt(i)) : std::max(x->lowAt(i), y->lowAt(i));
        high[i] = isMinimum ? std::min(x->highAt(i), y->highAt(i)) : std::max(x->highAt(i), y->highAt(i));
    }
    return LaneValue::range(std::move(low), std::move(high));
}

} // namespace

LaneValue compare(ExprOp op, const LaneValue& a, const LaneValue& b, const Box& box) {
    const auto apart = difference(a, b);
    const auto hull = hullOf(apart, box);
    if (!hull) return LaneValue::range({0}, {1});
    // An affine difference whose steps share a divisor misses zero when the divisor does not divide it.
    std::int64_t divisor = 0;
    for (const auto& term : apart.terms) divisor = std::gcd(divisor, term.coefficient);
    const std::size_t width = hull->width();
    Lanes low(width), high(width);
    for (std::size_t i = 0; i < width; ++i) {
        const std::int64_t least = hull->lowAt(i), most = hull->highAt(i);
        bool holds = false, fails = false;
        switch (op) {
        case ExprOp::Equal:
        case ExprOp::NotEqual:
            holds = least == 0 && most == 0;
            fails = least > 0 || most < 0 || (apart.isExact() && divisor != 0 && apart.lowAt(i) % divisor != 0);
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

LaneValue minimum(const LaneValue& a, const LaneValue& b, const Box& box, std::vector<SplitHint>& hints) {
    return minimumOrMaximum(true, a, b, box, hints);
}
LaneValue maximum(const LaneValue& a, const LaneValue& b, const Box& box, std::vector<SplitHint>& hints) {
    return minimumOrMaximum(false, a, b, box, hints);
}

} // namespace lanes

LaneValue applySelect(const LaneValue& condition, const LaneValue& a, const LaneValue& b, const Box& box,
                      std::vector<SplitHint>& hints) {
    const LaneValue decided =
        condition.kind == LaneValue::Kind::Integer ? condition : LaneValue::range({0}, {1});
    if (decided.isUniformConstant()) return decided.low[0] != 0 ? a : b;
    if (a.kind == LaneValue::Kind::Float && b.kind == LaneValue::Kind::Float && decided.isFixed()) {
        const std::size_t width = std::max({decided.width(), a.real.size(), b.real.size()});
        RealLanes values(width);
        for (std::size_t i = 0; i < width; ++i) values[i] = decided.lowAt(i) != 0 ? a.realAt(i) : b.realAt(i);
        return LaneValue::reals(std::move(values));
    }
    if (a.kind != LaneValue::Kind::Integer || b.kind != LaneValue::Kind::Integer) return {};
    LaneValue x = a, y = b;
    if (x.terms != y.terms || !decided.isFixed()) lanes::hintHalves(a, b, box, hints);
    if (x.terms != y.terms) {
        const auto hx = lanes::hullOf(a, box);
        const auto hy = lanes::hullOf(b, box);
        if (!hx || !hy) return {};
        x = LaneValue::range(hx->low, hx->high);
        y = LaneValue::range(hy->low, hy->high);
    }
    const std::size_t width = std::max({decided.width(), x.width(), y.width()});
    if (decided.isFixed() && x.isExact() && y.isExact()) {
        LaneValue chosen;
        chosen.kind = LaneValue::Kind::Integer;
        chosen.low.resize(width);
        for (std::size_t i = 0; i < width; ++i) chosen.low[i] = decided.lowAt(i) != 0 ? x.lowAt(i) : y.lowAt(i);
        chosen.terms = std::move(x.terms);
        return chosen;
    }
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

} // namespace warpstring::evaluation
