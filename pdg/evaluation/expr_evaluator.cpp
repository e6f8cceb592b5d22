// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/expr_evaluator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "pdg/evaluation/loop_trips.h"

namespace warpstring {

namespace {

/// Evaluation descends through expressions; deeper ones are unknown.
constexpr int deepest = 4000;
constexpr std::size_t cachedBoxes = 20000;

bool isFloatOp(ExprOp op) {
    switch (op) {
    case ExprOp::FAdd:
    case ExprOp::FSub:
    case ExprOp::FMul:
    case ExprOp::FDiv:
    case ExprOp::FNeg:
    case ExprOp::FMad:
    case ExprOp::FAbs:
    case ExprOp::FMin:
    case ExprOp::FMax:
    case ExprOp::FSqrt:
    case ExprOp::FFloor:
    case ExprOp::FEqual:
    case ExprOp::FNotEqual:
    case ExprOp::FLess:
    case ExprOp::FLessEqual:
    case ExprOp::FloatConvert: return true;
    default: return false;
    }
}

/// What an integer can be of which nothing is known.
LaneValue anyInteger(int bits) {
    if (bits == 1) return LaneValue::range({0}, {1});
    if (bits > 32) return {};
    return LaneValue::range({-(std::int64_t{1} << (bits - 1))}, {(std::int64_t{1} << (bits - 1)) - 1});
}

/// For work-item i its own entry of the value for `keys[i]`; unknown where these differ in kind or over the
/// box.
LaneValue gather(const std::vector<std::int64_t>& keys, const std::map<std::int64_t, LaneValue>& values,
                 int bits) {
    const LaneValue& sample = values.rbegin()->second;
    LaneValue gathered;
    gathered.kind = sample.kind;
    gathered.terms = sample.terms;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const LaneValue& own = values.at(keys[i]);
        if (own.kind != sample.kind || own.isUnknown() || own.terms != sample.terms)
            return bits == 1 ? anyInteger(1) : LaneValue{};
        if (own.kind == LaneValue::Kind::Float) {
            gathered.real.push_back(own.realAt(i));
        } else {
            gathered.low.push_back(own.lowAt(i));
            gathered.high.push_back(own.highAt(i));
        }
    }
    if (gathered.low == gathered.high) gathered.high.clear();
    return gathered;
}

} // namespace

void ExprEvaluator::enter(const Box& box) {
    if (box == box_ && !known_.empty()) return;
    box_ = box;
    known_.clear();
}

std::vector<SplitHint> ExprEvaluator::takeHints() {
    std::sort(hints_.begin(), hints_.end());
    hints_.erase(std::unique(hints_.begin(), hints_.end()), hints_.end());
    return std::exchange(hints_, {});
}

const LaneValue& ExprEvaluator::value(ExprId id) {
    // What depends on the work-item alone is the same in every box.
    const bool everywhere = (pdg_.exprs.dependence(id) & ~localDependence) == 0;
    if (everywhere) {
        auto& kept = laneOnly_[id.index];
        if (!kept) kept = compute(id);
        return *kept;
    }
    if (const auto found = known_.find(id.index); found != known_.end()) return found->second;
    LaneValue computed = compute(id);
    return known_.insert_or_assign(id.index, std::move(computed)).first->second;
}

LaneValue ExprEvaluator::leaf(const Expr& expr) {
    const auto& range = launch_.range;
    const std::size_t d = std::min<std::uint32_t>(expr.index, 2);
    const auto variable = [&](BoxVariable v) {
        const Progression& progression = box_.variables[v];
        LaneValue result = LaneValue::constant(progression.first);
        if (progression.count > 1 && progression.step != 0) result.terms.push_back({v, progression.step});
        return result;
    };
    switch (expr.op) {
    case ExprOp::Constant: return LaneValue::constant(expr.value);
    case ExprOp::FloatConstant: return LaneValue::reals({std::bit_cast<double>(expr.value)});
    case ExprOp::LocalId: return LaneValue::integers(launch_.localIds[d]);
    case ExprOp::GroupId: return variable(static_cast<BoxVariable>(d));
    case ExprOp::LocalSize:
        return LaneValue::constant(wrap(static_cast<std::int64_t>(range.local[d]), expr.bits));
    case ExprOp::GlobalSize:
        return LaneValue::constant(wrap(static_cast<std::int64_t>(range.global[d]), expr.bits));
    case ExprOp::GroupCount:
        return LaneValue::constant(
            wrap(static_cast<std::int64_t>(range.groups(static_cast<int>(d))), expr.bits));
    case ExprOp::WorkDimensions: return LaneValue::constant(range.dimensions);
    case ExprOp::Counter: return variable(loopVariable(expr.index));
    case ExprOp::Parameter: {
        const auto& scalar = launch_.scalars[expr.index];
        if (!scalar) return {};
        const bool isFloat = isFloating(pdg_.arguments[expr.index].element.scalar);
        if (const auto* integer = std::get_if<std::int64_t>(&scalar->value))
            return isFloat ? LaneValue::reals({static_cast<double>(*integer)})
                           : LaneValue::constant(wrap(*integer, expr.bits));
        const double real = std::get<double>(scalar->value);
        return isFloat
                   ? LaneValue::reals({expr.bits == 32 ? static_cast<double>(static_cast<float>(real)) : real})
                   : LaneValue{};
    }
    default: return {};
    }
}

LaneValue ExprEvaluator::load(const Expr& expr) {
    const AccessId accessId = pdg_.loads[expr.index];
    if (accessId == none) return {};
    const MemoryAccess& access = pdg_.accesses[accessId];
    if (!access.offset || !access.objectIsArgument || access.object == none) return {};
    const auto& data = launch_.data[access.object];
    const ScalarType type = pdg_.arguments[access.object].element.scalar;
    const auto scalarBytes = static_cast<std::int64_t>(bytes(type));
    if (!data || access.bytes != scalarBytes) return {};
    const LaneValue offset = value(access.offset);
    if (!offset.isFixed()) {
        for (const auto& term : offset.terms) hints_.push_back({term.variable, 0});
        return {};
    }
    const auto limit = static_cast<std::int64_t>(data->scalarCount());
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    for (const auto at : offset.low) {
        // A work-item that is not active may compute any address.
        const bool inside = at >= 0 && at % scalarBytes == 0 && at / scalarBytes < limit;
        const auto index = static_cast<std::uint64_t>(inside ? at / scalarBytes : 0);
        if (limit == 0) return {};
        if (isFloating(type))
            reals.push_back(data->floatAt(index));
        else
            integers.push_back(wrap(data->integerAt(index), expr.bits));
    }
    return isFloating(type) ? LaneValue::reals(std::move(reals)) : LaneValue::integers(std::move(integers));
}

/// A recurrence that adds the same in every iteration, as the sum that it comes to; nothing where it does not,
/// or where the sum wraps within the box. LLVM leaves those whose step is a call, as get_global_size is, alone.
std::optional<LaneValue> ExprEvaluator::evenRecurrence(ExprId id, const Expr& expr) {
    const Expr next = pdg_.exprs[expr.b];
    if (next.op != ExprOp::Add || (next.a == id) == (next.b == id)) return std::nullopt;
    const ExprId step = next.a == id ? next.b : next.a;
    DependenceMask varying = dataDependence | loopDependence(expr.index);
    for (const auto& loop : pdg_.loops)
        for (LoopId parent = loop.parent; parent != none; parent = pdg_.loops[parent].parent)
            if (parent == expr.index) varying |= loopDependence(loop.id);
    if ((pdg_.exprs.dependence(step) & varying) != 0) return std::nullopt;
    const Progression& at = box_.variables[loopVariable(expr.index)];
    LaneValue counter = LaneValue::constant(at.first);
    if (at.count > 1) counter.terms.push_back({loopVariable(expr.index), at.step});
    std::vector<SplitHint> ignored;
    const LaneValue advance =
        applyInteger(ExprOp::Mul, expr.bits, expr.bits, counter, value(step), box_, ignored);
    LaneValue sum = applyInteger(ExprOp::Add, expr.bits, expr.bits, value(expr.a), advance, box_, ignored);
    return sum.isExact() ? std::optional(std::move(sum)) : std::nullopt;
}

LaneValue ExprEvaluator::recurrence(ExprId id, const Expr& expr) {
    if (auto sum = evenRecurrence(id, expr)) return std::move(*sum);
    const BoxVariable variable = loopVariable(expr.index);
    const Progression at = box_.variables[variable];
    if (at.count != 1) {
        hints_.push_back({variable, 0});
        return {};
    }
    const auto wanted = static_cast<std::size_t>(at.first);
    if (static_cast<double>(wanted) * launch_.groupSize > stepLimit_) return {};
    // Loops further in do not matter to this one's carried values.
    Box outer = box_;
    outer.variables[variable] = {};
    for (const auto& loop : pdg_.loops)
        for (LoopId parent = loop.parent; parent != none; parent = pdg_.loops[parent].parent)
            if (parent == expr.index) outer.variables[loopVariable(loop.id)] = {};
    const auto key = std::pair(id.index, outer);
    if (series_.size() > cachedBoxes) series_.clear();
    if (series_[key].empty()) {
        const Box here = box_;
        enter(outer);
        LaneValue first = value(expr.a);
        enter(here);
        series_[key].push_back(std::move(first));
    }
    while (series_[key].size() <= wanted) {
        // The next value, seen from the iteration before.
        const Box here = box_;
        Box before = outer;
        before.variables[variable] = {static_cast<std::int64_t>(series_[key].size()) - 1, 1, 1};
        auto kept = std::move(known_);
        known_.clear();
        box_ = before;
        known_.insert_or_assign(id.index, series_[key].back());
        LaneValue next = value(expr.b);
        box_ = here;
        known_ = std::move(kept);
        series_[key].push_back(std::move(next));
    }
    return series_[key][wanted];
}

LaneValue ExprEvaluator::final(const Expr& expr) {
    const BoxVariable variable = loopVariable(expr.index);
    Box outer = box_;
    outer.variables[variable] = {};
    const LoopTrips found = trips(expr.index, outer);
    if (!found.known) {
        hints_.insert(hints_.end(), found.hints.begin(), found.hints.end());
        return expr.bits == 1 ? LaneValue::range({0}, {1}) : LaneValue{};
    }
    const auto atLast = [&](std::int64_t trips) {
        const Box here = box_;
        auto kept = std::move(known_);
        known_.clear();
        Box last = outer;
        last.variables[variable] = {std::max<std::int64_t>(trips, 1) - 1, 1, 1};
        box_ = last;
        LaneValue result = value(expr.a);
        box_ = here;
        known_ = std::move(kept);
        return result;
    };
    if (found.trips.size() == 1 && !found.infinite) return atLast(found.trips[0]);
    // Work-items leave at different iterations: gather each one's own value. Whoever never enters may never
    // leave.
    std::map<std::int64_t, LaneValue> byTrips;
    for (const auto trips : found.trips) {
        if (byTrips.contains(trips)) continue;
        byTrips.emplace(trips, trips < 0 ? anyInteger(expr.bits) : atLast(trips));
        if (static_cast<double>(byTrips.size()) * launch_.groupSize > stepLimit_) return {};
    }
    return gather(found.trips, byTrips, expr.bits);
}

LoopTrips ExprEvaluator::trips(LoopId loop, const Box& box) {
    const auto key = std::pair(loop, box);
    if (const auto found = trips_.find(key); found != trips_.end()) return found->second;
    if (trips_.size() > cachedBoxes) trips_.clear();
    const Box here = box_;
    auto kept = std::move(known_);
    auto keptHints = std::move(hints_);
    known_.clear();
    hints_.clear();
    LoopTrips found = countTrips(*this, loop, box);
    box_ = here;
    known_ = std::move(kept);
    hints_ = std::move(keptHints);
    return trips_.emplace(key, std::move(found)).first->second;
}

/// Shifts by and powers of what is the same for all work-items: evaluated point by point or by its bounds.
LaneValue ExprEvaluator::shiftOrPower(const Expr& expr, const LaneValue& a, const LaneValue& b) {
    for (const auto& term : b.terms) hints_.push_back({term.variable, 0});
    return applyInteger(expr.op, expr.bits, pdg_.exprs[expr.a].bits, a, b, box_, hints_);
}

LaneValue ExprEvaluator::compute(ExprId id) {
    const Expr expr = pdg_.exprs[id];
    if (depth_ > deepest) return {};
    work_ += 1;
    ++depth_;
    const LaneValue result = [&]() -> LaneValue {
        switch (expr.op) {
        case ExprOp::Load: return load(expr);
        case ExprOp::Recurrence: return recurrence(id, expr);
        case ExprOp::Final: return final(expr);
        case ExprOp::Select: {
            const LaneValue condition = value(expr.a);
            if (condition.isUniformConstant()) return value(condition.low[0] != 0 ? expr.b : expr.c);
            const LaneValue whenTrue = value(expr.b);
            return applySelect(condition, whenTrue, value(expr.c), box_, hints_);
        }
        case ExprOp::ZExt:
        case ExprOp::SExt:
        case ExprOp::Trunc:
            return applyConversion(expr.op, expr.bits, pdg_.exprs[expr.a].bits, value(expr.a), box_);
        case ExprOp::SIntToFloat:
        case ExprOp::UIntToFloat: {
            const LaneValue a = value(expr.a);
            if (!a.isFixed()) {
                for (const auto& term : a.terms) hints_.push_back({term.variable, 0});
                return {};
            }
            std::vector<double> reals;
            for (const auto entry : a.low) {
                const double real = expr.op == ExprOp::SIntToFloat
                                        ? static_cast<double>(entry)
                                        : static_cast<double>(asUnsigned(entry, pdg_.exprs[expr.a].bits));
                reals.push_back(expr.bits == 32 ? static_cast<double>(static_cast<float>(real)) : real);
            }
            return LaneValue::reals(std::move(reals));
        }
        case ExprOp::FloatToSInt:
        case ExprOp::FloatToUInt: {
            const LaneValue a = value(expr.a);
            if (a.kind != LaneValue::Kind::Float) return {};
            std::vector<std::int64_t> integers;
            for (const double entry : a.real) {
                if (!(std::fabs(entry) < 9e18)) return {};
                integers.push_back(wrap(static_cast<std::int64_t>(entry), expr.bits));
            }
            return LaneValue::integers(std::move(integers));
        }
        default: break;
        }
        if (!expr.a) return leaf(expr);
        // Values that are known stay where they are while others are computed.
        static const LaneValue absent;
        const LaneValue& a = value(expr.a);
        const LaneValue& b = expr.b ? value(expr.b) : absent;
        const LaneValue& c = expr.c ? value(expr.c) : absent;
        if (isFloatOp(expr.op)) return applyFloat(expr.op, expr.bits, a, b, c);
        if (expr.op == ExprOp::Shl || expr.op == ExprOp::LShr || expr.op == ExprOp::AShr ||
            expr.op == ExprOp::Power)
            return shiftOrPower(expr, a, b);
        if (!b.isFixed() && (expr.op == ExprOp::URem || expr.op == ExprOp::SRem || expr.op == ExprOp::UDiv ||
                             expr.op == ExprOp::SDiv || expr.op == ExprOp::And))
            for (const auto& term : b.terms) hints_.push_back({term.variable, 0});
        return applyInteger(expr.op, expr.bits, pdg_.exprs[expr.a].bits, a, b, box_, hints_);
    }();
    --depth_;
    return result;
}

} // namespace warpstring
