// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/expr_evaluator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/records/struct_bytes.h"
#include "pdg/evaluation/loop_trips.h"

namespace warpstring::evaluation {

namespace {

/// Evaluation descends through expressions; deeper ones are unknown.
constexpr int deepest = 4000;
constexpr std::size_t cachedBoxes = 20000;
/// Bytes of successive values beyond which only every so many of them are kept; those between are found again
/// from the one before.
constexpr double mostSeriesBytes = 64e6;
constexpr std::size_t keptEvery = 64;
/// As many times the limit of one value as those of a loop may cost together where each is asked for in turn.
constexpr double followedSteps = 64;

double bytesOf(const LaneValue& value) {
    return static_cast<double>(sizeof(std::pair<std::size_t, LaneValue>) +
                               8 * (value.low.size() + value.high.size() + value.real.size()) +
                               sizeof(LaneValue::Term) * value.terms.size());
}

/// Of computing one value, in those of one lane of an addition: what it takes for all lanes at once, and for
/// each.
double unitsOf(ExprOp op, std::size_t width) {
    constexpr double once = 32, load = 16;
    return once + static_cast<double>(width) * (op == ExprOp::Load ? load : 1);
}

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

bool isMinOrMax(ExprOp op) {
    return op == ExprOp::SMin || op == ExprOp::SMax || op == ExprOp::UMin || op == ExprOp::UMax;
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

/// Evaluation in another box for as long as this lives. Callers hold references into what is known of the box
/// around: it is moved as a whole, which leaves its entries where they are, and comes back as it was.
class ExprEvaluator::Elsewhere {
public:
    Elsewhere(ExprEvaluator& evaluator, Box box)
        : evaluator_(evaluator), around_(std::exchange(evaluator.box_, std::move(box))),
          known_(std::move(evaluator.known_)) {
        if (evaluator.spare_.empty()) {
            evaluator.known_ = {};
        } else {
            evaluator.known_ = std::move(evaluator.spare_.back());
            evaluator.spare_.pop_back();
        }
    }
    ~Elsewhere() {
        evaluator_.box_ = std::move(around_);
        evaluator_.known_.forget();
        evaluator_.spare_.push_back(std::exchange(evaluator_.known_, std::move(known_)));
    }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

private:
    ExprEvaluator& evaluator_;
    Box around_;
    KnownValues known_;
};

void ExprEvaluator::enter(const Box& box) {
    if (box == box_ && !known_.empty()) return;
    box_ = box;
    known_.forget();
}

std::vector<SplitHint> ExprEvaluator::takeHints() {
    std::sort(hints_.begin(), hints_.end());
    hints_.erase(std::unique(hints_.begin(), hints_.end()), hints_.end());
    return std::exchange(hints_, {});
}

/// Between evaluations alone: within one, what is kept is still being added to.
void ExprEvaluator::forgetWhereMuchIsKept() {
    if (series_.size() > cachedBoxes || thinBytes_ > mostSeriesBytes) {
        series_.clear();
        seriesBytes_ = thinBytes_ = 0;
    }
    if (finals_.size() > cachedBoxes) finals_.clear();
    if (trips_.size() > cachedBoxes) trips_.clear();
}

/// The box without the variables that the expression's value does not change with: the same for all boxes in
/// which the value is the same.
Box ExprEvaluator::relevantPart(ExprId id, const Box& box) {
    if (reach_.empty()) {
        const ExprPool& exprs = pdg_.exprs;
        reach_.resize(exprs.size());
        for (std::uint32_t i = 0; i < exprs.size(); ++i) reach_[i] = exprs.dependence(ExprId{i});
        for (bool changed = true; changed;) {
            changed = false;
            for (std::uint32_t i = 1; i < exprs.size(); ++i) {
                const Expr& expr = exprs[ExprId{i}];
                DependenceMask mask =
                    reach_[i] | reach_[expr.a.index] | reach_[expr.b.index] | reach_[expr.c.index];
                if (expr.op == ExprOp::Load)
                    if (const AccessId access = pdg_.loads[expr.index].access; access != none)
                        mask |= reach_[pdg_.accesses[access].offset.index];
                if (expr.op == ExprOp::Final) {
                    mask |= reach_[pdg_.loops[expr.index].continues.index];
                    mask &= ~endingDependence(expr.loop());
                }
                changed = changed || mask != reach_[i];
                reach_[i] = mask;
            }
        }
    }
    Box part = box;
    for (BoxVariable v = 0; v < part.variables.size(); ++v)
        if ((reach_[id.index] & dependenceOf(v)) == 0) part.variables[v] = {};
    return part;
}

const LaneValue& ExprEvaluator::value(ExprId id) {
    if (depth_ == 0) forgetWhereMuchIsKept();
    // What depends on the work-item alone is the same in every box.
    const bool everywhere = (pdg_.exprs.dependence(id) & ~localDependence) == 0;
    if (everywhere) {
        auto& kept = laneOnly_[id.index];
        if (!kept) kept = compute(id);
        return *kept;
    }
    if (const LaneValue* found = known_.find(id)) return *found;
    LaneValue computed = compute(id);
    return known_.set(id, std::move(computed));
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
    case ExprOp::LocalId: return LaneValue::integers({launch_.localIds[d].begin(), launch_.localIds[d].end()});
    case ExprOp::GroupId: return variable(static_cast<BoxVariable>(d));
    case ExprOp::LocalSize:
        return LaneValue::constant(wrap(static_cast<std::int64_t>(range.local[d]), expr.bits));
    case ExprOp::GlobalSize:
        return LaneValue::constant(wrap(static_cast<std::int64_t>(range.global[d]), expr.bits));
    case ExprOp::GroupCount:
        return LaneValue::constant(
            wrap(static_cast<std::int64_t>(range.groups(static_cast<int>(d))), expr.bits));
    case ExprOp::WorkDimensions: return LaneValue::constant(range.dimensions);
    case ExprOp::Counter: return variable(loopVariable(expr.loop()));
    case ExprOp::Parameter: {
        if (expr.index >= firstImageSize)
            return LaneValue::constant(launch_.imageSizes[expr.index - firstImageSize]);
        const auto& scalar = launch_.scalars[expr.index];
        if (!scalar) return {};
        const bool isFloat = isFloating(pdg_.parameterType(expr.index));
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

namespace {

/// The number that lies at `first` in data of single bytes.
void addNumberOfBytes(const records::BufferData& data, std::uint64_t first, int bytes, bool isFloat,
                      Lanes& integers, RealLanes& reals) {
    std::vector<std::uint8_t> raw;
    raw.reserve(static_cast<std::size_t>(bytes));
    for (int b = 0; b < bytes; ++b)
        raw.push_back(static_cast<std::uint8_t>(data.integerAt(first + static_cast<std::uint64_t>(b))));
    const ScalarType type = isFloat      ? (bytes == 2   ? ScalarType::Half
                                            : bytes == 4 ? ScalarType::Float
                                                         : ScalarType::Double)
                            : bytes == 1 ? ScalarType::Char
                            : bytes == 2 ? ScalarType::Short
                            : bytes == 4 ? ScalarType::Int
                                         : ScalarType::Long;
    const auto number = records::scalarAt(raw, 0, type).value;
    if (isFloat)
        reals.push_back(std::get<double>(number));
    else
        integers.push_back(std::get<std::int64_t>(number));
}

} // namespace

LaneValue ExprEvaluator::load(const Expr& expr) {
    const LoadedValue& loaded = pdg_.loads[expr.index];
    if (loaded.access == none) return {};
    const MemoryAccess& access = pdg_.accesses[loaded.access];
    if (!isTold(access, expr.bits)) return {};
    const auto& data = launch_.data[access.object];
    const KernelArgument& argument = pdg_.arguments[access.object];
    const bool isStruct = argument.layout.bytes > 0;
    const bool isFloat = isStruct ? loaded.isFloat : isFloating(argument.element.scalar);
    // Of a struct, whose data are bytes, so many make a number.
    const std::int64_t scalarBytes = isStruct ? 1 : static_cast<std::int64_t>(bytes(argument.element.scalar));
    const std::int64_t parts = isStruct ? expr.bits / 8 : 1;
    const LaneValue& offset = value(access.offset);
    if (!offset.isFixed()) {
        for (const auto& term : offset.terms) hints_.push_back({term.variable, 0});
        return {};
    }
    const auto limit = static_cast<std::int64_t>(data->scalarCount());
    Lanes integers;
    RealLanes reals;
    if (isFloat)
        reals.reserve(offset.low.size());
    else
        integers.reserve(offset.low.size());
    const int scalarBits = std::countr_zero(static_cast<std::uint64_t>(scalarBytes));
    for (const auto first : offset.low) {
        const std::int64_t at = first + loaded.byteOffset;
        // A work-item that is not active may compute any address.
        const bool inside = at >= 0 && (at & (scalarBytes - 1)) == 0 && (at >> scalarBits) + parts <= limit;
        const auto index = static_cast<std::uint64_t>(inside ? at >> scalarBits : 0);
        if (limit < parts) return {};
        if (isStruct)
            addNumberOfBytes(*data, index, static_cast<int>(parts), isFloat, integers, reals);
        else if (isFloat)
            reals.push_back(data->floatAt(index));
        else
            integers.push_back(wrap(data->integerAt(index), expr.bits));
    }
    return isFloat ? LaneValue::reals(std::move(reals)) : LaneValue::integers(std::move(integers));
}

/// A recurrence that adds the same in every iteration, as the sum that it comes to; nothing where it does not,
/// or where the sum wraps within the box. LLVM leaves those whose step is a call, as get_global_size is, alone.
std::optional<LaneValue> ExprEvaluator::evenRecurrence(ExprId id, const Expr& expr) {
    const Expr next = pdg_.exprs[expr.b];
    if (next.op != ExprOp::Add || (next.a == id) == (next.b == id)) return std::nullopt;
    const ExprId step = next.a == id ? next.b : next.a;
    DependenceMask varying = dataDependence | loopDependence(expr.loop());
    for (const auto& loop : pdg_.loops)
        for (LoopId parent = loop.parent; parent != none; parent = pdg_.loops[parent].parent)
            if (parent == expr.loop()) varying |= loopDependence(loop.id);
    if ((pdg_.exprs.dependence(step) & varying) != 0) return std::nullopt;
    const Progression& at = box_.variables[loopVariable(expr.loop())];
    LaneValue counter = LaneValue::constant(at.first);
    if (at.count > 1) counter.terms.push_back({loopVariable(expr.loop()), at.step});
    std::vector<SplitHint> ignored;
    const LaneValue advance =
        applyInteger(ExprOp::Mul, expr.bits, expr.bits, counter, value(step), box_, ignored);
    LaneValue sum = applyInteger(ExprOp::Add, expr.bits, expr.bits, value(expr.a), advance, box_, ignored);
    return sum.isExact() ? std::optional(std::move(sum)) : std::nullopt;
}

LaneValue ExprEvaluator::recurrence(ExprId id, const Expr& expr) {
    if (auto sum = evenRecurrence(id, expr)) return std::move(*sum);
    const BoxVariable variable = loopVariable(expr.loop());
    const Progression at = box_.variables[variable];
    if (at.count != 1) {
        hints_.push_back({variable, 0});
        return {};
    }
    const auto wanted = static_cast<std::size_t>(at.first);
    // Where untold memory holds random numbers, warps are followed from value to value.
    const double most = untold_ == Untold::Random ? followedSteps * stepLimit_ : stepLimit_;
    if (static_cast<double>(wanted) * launch_.groupSize > most) return {};
    // Loops further in do not matter to this one's carried values.
    Box outer = relevantPart(id, box_);
    outer.variables[variable] = {};
    for (const auto& loop : pdg_.loops)
        for (LoopId parent = loop.parent; parent != none; parent = pdg_.loops[parent].parent)
            if (parent == expr.loop()) outer.variables[loopVariable(loop.id)] = {};
    Series& series = series_[std::pair(id.index, outer)];
    const auto keep = [&](std::size_t iteration, const LaneValue& found) {
        if (!series.emplace(iteration, found).second) return;
        seriesBytes_ += bytesOf(found);
        if (seriesBytes_ > thinBytes_ + mostSeriesBytes) thinSeries();
    };
    if (series.empty()) {
        const Elsewhere entry(*this, outer);
        const LaneValue first = value(expr.a);
        keep(0, first);
    }
    // From the nearest one before that is known; the first always is.
    const auto nearest = std::prev(series.upper_bound(wanted));
    if (static_cast<double>(wanted - nearest->first) * launch_.groupSize > stepLimit_) return {};
    LaneValue current = nearest->second;
    for (std::size_t from = nearest->first; from < wanted; ++from) {
        if (isSpent()) return {};
        // The next value, seen from the iteration before.
        Box before = outer;
        before.variables[variable] = {static_cast<std::int64_t>(from), 1, 1};
        const Elsewhere iteration(*this, std::move(before));
        known_.set(id, std::move(current));
        current = value(expr.b);
        keep(from + 1, current);
    }
    return current;
}

/// Safe while series are added to: none goes away, and the first and the latest value of each stay.
void ExprEvaluator::thinSeries() {
    thinBytes_ = 0;
    for (auto& [key, series] : series_) {
        const std::size_t latest = series.empty() ? 0 : series.rbegin()->first;
        std::erase_if(series,
                      [&](const auto& entry) { return entry.first % keptEvery != 0 && entry.first != latest; });
        for (const auto& [at, value] : series) thinBytes_ += bytesOf(value);
    }
    seriesBytes_ = thinBytes_;
}

LaneValue ExprEvaluator::final(ExprId id, const Expr& expr) {
    const BoxVariable variable = loopVariable(expr.loop());
    Box outer = relevantPart(id, box_);
    outer.variables[variable] = {};
    const auto key = std::pair(id.index, outer);
    if (const auto found = finals_.find(key); found != finals_.end()) return found->second;
    const LoopTrips found = trips(expr.loop(), outer);
    if (!found.known) {
        hints_.insert(hints_.end(), found.hints.begin(), found.hints.end());
        return expr.bits == 1 ? LaneValue::range({0}, {1}) : LaneValue{};
    }
    const auto atLast = [&](std::int64_t trips) {
        Box last = outer;
        last.variables[variable] = {std::max<std::int64_t>(trips, 1) - 1, 1, 1};
        const Elsewhere iteration(*this, std::move(last));
        return LaneValue(value(expr.a));
    };
    const std::size_t hintsBefore = hints_.size();
    // What could be more precise in parts of the box says so each time.
    const auto keep = [&](LaneValue result) {
        if (hints_.size() == hintsBefore) finals_.emplace(key, result);
        return result;
    };
    if (found.trips.size() == 1 && !found.infinite) return keep(atLast(found.trips[0]));
    // Work-items leave at different iterations: gather each one's own value. Whoever never enters may never
    // leave.
    std::map<std::int64_t, LaneValue> byTrips;
    for (const auto trips : found.trips) {
        if (byTrips.contains(trips)) continue;
        if (isSpent()) return {};
        byTrips.emplace(trips, trips < 0 ? anyInteger(expr.bits) : atLast(trips));
        if (static_cast<double>(byTrips.size()) * launch_.groupSize > stepLimit_) return {};
    }
    return keep(gather(found.trips, byTrips, expr.bits));
}

LoopTrips ExprEvaluator::trips(LoopId loop, const Box& box) {
    const auto key = std::pair(loop, relevantPart(pdg_.loops[loop].continues, box));
    if (const auto found = trips_.find(key); found != trips_.end()) return found->second;
    auto hintsAround = std::exchange(hints_, {});
    LoopTrips found;
    {
        const Elsewhere counting(*this, key.second);
        found = countTrips(*this, loop, key.second);
    }
    hints_ = std::move(hintsAround);
    return trips_.emplace(key, std::move(found)).first->second;
}

/// Shifts by and powers of what is the same for all work-items: evaluated point by point or by its bounds.
LaneValue ExprEvaluator::shiftOrPower(const Expr& expr, const LaneValue& a, const LaneValue& b) {
    for (const auto& term : b.terms) hints_.push_back({term.variable, 0});
    return applyInteger(expr.op, expr.bits, pdg_.exprs[expr.a].bits, a, b, box_, hints_);
}

LaneValue ExprEvaluator::compute(ExprId id) {
    const Expr expr = pdg_.exprs[id];
    if (depth_ > deepest || isSpent()) return {};
    work_ += 1;
    ++depth_;
    LaneValue result = evaluated(id, expr);
    if (untold_ == Untold::Random && !result.isExact() && isUntold(id)) result = drawn(id, expr, result);
    --depth_;
    share().spend(unitsOf(expr.op, result.width()));
    return result;
}

LaneValue ExprEvaluator::evaluated(ExprId id, const Expr& expr) {
    switch (expr.op) {
    case ExprOp::Load: return load(expr);
    case ExprOp::Recurrence: return recurrence(id, expr);
    case ExprOp::Final: return final(id, expr);
    case ExprOp::Select: {
        const LaneValue& condition = value(expr.a);
        if (condition.isUniformConstant()) return value(condition.low[0] != 0 ? expr.b : expr.c);
        const LaneValue& whenTrue = value(expr.b);
        return applySelect(condition, whenTrue, value(expr.c), box_, hints_);
    }
    case ExprOp::ZExt:
    case ExprOp::SExt:
    case ExprOp::Trunc:
        return applyConversion(expr.op, expr.bits, pdg_.exprs[expr.a].bits, value(expr.a), box_);
    case ExprOp::SIntToFloat:
    case ExprOp::UIntToFloat: {
        const LaneValue& a = value(expr.a);
        if (!a.isFixed()) {
            for (const auto& term : a.terms) hints_.push_back({term.variable, 0});
            return {};
        }
        RealLanes reals;
        reals.reserve(a.low.size());
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
        const LaneValue& a = value(expr.a);
        if (a.kind != LaneValue::Kind::Float) return {};
        Lanes integers;
        integers.reserve(a.real.size());
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
    if (untold_ == Untold::Random && isMinOrMax(expr.op) && isUntold(expr.a) != isUntold(expr.b))
        return isUntold(expr.a) ? withinLimit(expr, a, b) : withinLimit(expr, b, a);
    if (expr.op == ExprOp::Shl || expr.op == ExprOp::LShr || expr.op == ExprOp::AShr ||
        expr.op == ExprOp::Power)
        return shiftOrPower(expr, a, b);
    if (!b.isFixed() && (expr.op == ExprOp::URem || expr.op == ExprOp::SRem || expr.op == ExprOp::UDiv ||
                         expr.op == ExprOp::SDiv || expr.op == ExprOp::And))
        for (const auto& term : b.terms) hints_.push_back({term.variable, 0});
    return applyInteger(expr.op, expr.bits, pdg_.exprs[expr.a].bits, a, b, box_, hints_);
}

} // namespace warpstring::evaluation
