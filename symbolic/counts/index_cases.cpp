// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/index_cases.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpstring::symbolic {

namespace {

constexpr int deepest = 200;

bool isPowerOfTwo(std::int64_t number) { return number > 0 && (number & (number - 1)) == 0; }

/// The cases of f(a, b) for all combinations that are possible at sight.
template <class Function>
std::optional<IndexCases> combined(const IndexCases& a, const IndexCases& b, Function function) {
    IndexCases all;
    for (const IndexCase& left : a)
        for (const IndexCase& right : b)
            if (auto where = joined(left.where, right.where))
                all.push_back({std::move(*where), function(left.value, right.value)});
    if (all.size() > mostIndexCases) return std::nullopt;
    return all;
}

bool isFalseAtSight(const Condition& condition) {
    const auto constant = condition.left.constant();
    return constant && (condition.isEquality ? constant->sign() != 0 : constant->sign() < 0);
}

/// By one of the others, at sight: it is the same, or a tighter bound of the same.
bool isImplied(const Condition& condition, const Conjunction& by) {
    return std::any_of(by.begin(), by.end(), [&](const Condition& other) {
        if (condition.isEquality || other.isEquality) return other == condition;
        const auto tighter = condition.left.constantDifference(other.left);
        return tighter && tighter->sign() >= 0;
    });
}

bool isTrueAtSight(const Condition& condition) {
    return condition.left.constant() && !isFalseAtSight(condition);
}

} // namespace

std::optional<Conjunction> joined(const Conjunction& a, const Conjunction& b) {
    Conjunction all = a;
    for (const Condition& condition : b) {
        if (isFalseAtSight(condition)) return std::nullopt;
        if (isTrueAtSight(condition)) continue;
        for (const Condition& other : all) {
            if (condition.isEquality || other.isEquality) continue;
            const auto sum = other.left.constantSum(condition.left);
            if (sum && sum->sign() < 0) return std::nullopt; // both are never 0 or more
        }
        if (isImplied(condition, all)) continue;
        std::erase_if(all, [&](const Condition& other) { return isImplied(other, {condition}); });
        all.push_back(condition);
    }
    return all;
}

IndexReader::IndexReader(const IndexSpace& space, const Place& place)
    : space_(space), place_(place), inLaunch_(space.inLaunch), always_(space.within(place.where)) {
    narrow(inLaunch_, place.where);
}

std::optional<Conjunction> IndexReader::here(const Conjunction& where) const {
    Conjunction left;
    for (const Condition& condition : where) {
        const auto holds = decided(condition, always_);
        if (holds == false) return std::nullopt;
        if (!holds && !isImplied(condition, place_.where)) left.push_back(condition);
    }
    if (left.empty()) return left;
    if (!joined(place_.where, left)) return std::nullopt;
    NameRanges narrowed = always_; // the conditions themselves may exclude each other
    narrow(narrowed, left);
    for (const Condition& condition : left)
        if (decided(condition, narrowed) == false) return std::nullopt;
    return left;
}

std::nullopt_t IndexReader::fail(const std::string& why) {
    if (why_.empty()) why_ = why;
    return std::nullopt;
}

void IndexReader::hinder(const Polynomial& polynomial) {
    for (const std::string& name : polynomial.names())
        if (space_.symbols.values.contains(name)) hindering_.insert(name);
}

std::optional<std::int64_t> IndexReader::number(ExprId expr) {
    const Values& cases = congruent(expr);
    if (!cases || cases->size() != 1) return std::nullopt;
    const auto constant = (*cases)[0].value.constant();
    if (!constant) {
        hinder((*cases)[0].value);
        return std::nullopt;
    }
    const auto found = constant->integer();
    return found ? std::optional(wrap(*found, space_.pdg.exprs[expr].bits)) : std::nullopt;
}

std::optional<IndexCases> IndexReader::value(ExprId expr) { return exact(expr, true); }

const IndexReader::Values& IndexReader::congruent(ExprId id) {
    auto key = std::pair(id.index, moved_);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Values result;
    if (depth_ > deepest) {
        fail("it is too intricate");
    } else {
        ++depth_;
        result = computed(id);
        --depth_;
    }
    if (result && result->size() > mostIndexCases) result = fail("it has too many cases");
    return known_.emplace(std::move(key), std::move(result)).first->second;
}

IndexReader::Values IndexReader::leaf(const Expr& expr) {
    const std::size_t d = expr.index;
    const auto one = [](Polynomial value) { return IndexCases{{{}, std::move(value)}}; };
    switch (expr.op) {
    case ExprOp::Constant: return one(expr.value);
    case ExprOp::LocalId:
        return one(space_.launch.range.local[d] == 1 ? Polynomial() : Polynomial::name(localName(d)));
    case ExprOp::GroupId:
        return one(space_.symbols.groups[d].constant() == Rational(1) ? Polynomial()
                                                                      : Polynomial::name(groupName(d)));
    case ExprOp::LocalSize: return one(static_cast<std::int64_t>(space_.launch.range.local[d]));
    case ExprOp::GlobalSize: return one(space_.symbols.global[d]);
    case ExprOp::GroupCount: return one(space_.symbols.groups[d]);
    case ExprOp::WorkDimensions: return one(space_.launch.range.dimensions);
    case ExprOp::Parameter: {
        if (d < space_.pdg.arguments.size()) {
            const auto found = space_.symbols.scalars.find(space_.pdg.arguments[d].name);
            if (found != space_.symbols.scalars.end()) return one(found->second);
        }
        if (d >= firstImageSize) {
            if (d - firstImageSize < space_.launch.imageSizes.size())
                return one(space_.launch.imageSizes[d - firstImageSize]);
        } else if (d < space_.launch.scalars.size() && space_.launch.scalars[d]) {
            if (const auto* integer = std::get_if<std::int64_t>(&space_.launch.scalars[d]->value))
                return one(wrap(*integer, expr.bits));
        }
        return fail("it hangs on an argument that is no integer");
    }
    case ExprOp::Counter: {
        if (const auto moved = moved_.find(expr.loop()); moved != moved_.end()) return one(moved->second);
        if (const auto fixed = place_.fixed.find(expr.loop()); fixed != place_.fixed.end())
            return one(fixed->second);
        return one(Polynomial::name(counterName(expr.loop())));
    }
    case ExprOp::Load: isOfData_ = true; return fail("it hangs on data in memory");
    default: return fail("nothing is known of a value in it");
    }
}

IndexReader::Values IndexReader::computed(ExprId id) {
    const Expr expr = space_.pdg.exprs[id];
    if (expr.op == ExprOp::Recurrence) return carried(id);
    if (expr.op == ExprOp::Final) return last(expr);
    if (!expr.a) return leaf(expr);
    if (expr.bits == 1 && expr.op != ExprOp::Trunc) {
        const auto holds = truth(id, true), fails = truth(id, false);
        if (!holds || !fails) return std::nullopt;
        IndexCases cases;
        for (const Conjunction& where : *holds) cases.push_back({where, 1});
        for (const Conjunction& where : *fails) cases.push_back({where, 0});
        return cases;
    }
    switch (expr.op) {
    case ExprOp::Add:
    case ExprOp::Sub:
    case ExprOp::Mul: return arithmetic(expr);
    case ExprOp::Shl:
    case ExprOp::LShr:
    case ExprOp::AShr: return shift(expr);
    case ExprOp::UDiv:
    case ExprOp::SDiv:
    case ExprOp::URem:
    case ExprOp::SRem: return divided(expr);
    case ExprOp::And:
    case ExprOp::Or:
    case ExprOp::Xor: return masked(expr);
    case ExprOp::UMin:
    case ExprOp::UMax:
    case ExprOp::SMin:
    case ExprOp::SMax:
    case ExprOp::Select: return chosen(expr);
    case ExprOp::ZExt: return exact(expr.a, false);
    case ExprOp::SExt: {
        if (space_.pdg.exprs[expr.a].bits > 1) return exact(expr.a, true);
        auto cases = congruent(expr.a);
        if (cases)
            for (IndexCase& one : *cases) one.value = Polynomial() - one.value;
        return cases;
    }
    case ExprOp::Trunc: return congruent(expr.a);
    case ExprOp::Power: {
        const auto base = number(expr.a), power = number(expr.b);
        if (!base || !power || *power < 0 || *power > 62) return fail("a power is not affine");
        std::int64_t result = 1;
        for (std::int64_t i = 0; i < *power; ++i)
            if (!foldInteger(ExprOp::Mul, expr.bits, expr.bits, result, *base, result))
                return fail("a power is not affine");
        return IndexCases{{{}, result}};
    }
    default: return fail("it is computed from floating-point numbers");
    }
}

IndexReader::Values IndexReader::arithmetic(const Expr& expr) {
    const Values& a = congruent(expr.a);
    if (!a) return std::nullopt;
    const Values& b = congruent(expr.b);
    if (!b) return std::nullopt;
    auto result = combined(*a, *b, [&](const Polynomial& x, const Polynomial& y) {
        return expr.op == ExprOp::Add ? x + y : expr.op == ExprOp::Sub ? x - y : x * y;
    });
    // A great constant stands for a negative one.
    if (result && expr.op == ExprOp::Mul && expr.bits < 64)
        for (IndexCase& one : *result)
            if (const auto constant = one.value.constant())
                if (const auto plain = constant->integer()) one.value = wrap(*plain, expr.bits);
    return result ? result : fail("it has too many cases");
}

IndexReader::Values IndexReader::shift(const Expr& expr) {
    const auto distance = number(expr.b);
    if (!distance || *distance < 0 || *distance >= expr.bits || *distance > 62)
        return fail("it is shifted by what is no number");
    const std::int64_t factor = std::int64_t{1} << *distance;
    auto cases = expr.op == ExprOp::Shl ? congruent(expr.a) : exact(expr.a, expr.op == ExprOp::AShr);
    if (cases)
        for (IndexCase& one : *cases)
            one.value = expr.op == ExprOp::Shl ? one.value * Polynomial(factor)
                                               : Polynomial::floorOf(one.value, factor);
    return cases;
}

IndexCases IndexReader::quotients(const IndexCases& cases, std::int64_t divisor) {
    IndexCases result;
    for (const IndexCase& one : cases) {
        const auto where = joined(place_.where, one.where);
        if (!where) continue;
        const Polynomial up = Polynomial::floorOf(one.value, divisor);
        const Polynomial down = Polynomial() - Polynomial::floorOf(Polynomial() - one.value, divisor);
        if (rangeOf(one.value, inLaunch_).low >= 0 || space_.isNonNegative(one.value, *where)) {
            result.push_back({one.where, up});
        } else if (rangeOf(one.value, inLaunch_).high <= 0) {
            result.push_back({one.where, down});
        } else {
            if (auto least = joined(one.where, {{one.value}})) result.push_back({std::move(*least), up});
            if (auto negative = joined(one.where, {{Polynomial(-1) - one.value}}))
                result.push_back({std::move(*negative), down});
        }
    }
    return result;
}

IndexReader::Values IndexReader::divided(const Expr& expr) {
    const bool isSigned = expr.op == ExprOp::SDiv || expr.op == ExprOp::SRem;
    const auto divisor = number(expr.b);
    if (!divisor || *divisor <= 0) return fail("it is divided by what is no number");
    const auto above = exact(expr.a, isSigned);
    if (!above) return std::nullopt;
    IndexCases result = quotients(*above, *divisor);
    if (expr.op == ExprOp::UDiv || expr.op == ExprOp::SDiv) return result;
    return combined(*above, result, [&](const Polynomial& x, const Polynomial& whole) {
        return x - Polynomial(*divisor) * whole;
    });
}

IndexReader::Values IndexReader::masked(const Expr& expr) {
    auto mask = number(expr.b);
    ExprId masked = expr.a;
    if (!mask) mask = number(expr.a), masked = expr.b;
    if (mask && expr.op == ExprOp::And) {
        auto cases = congruent(masked);
        if (!cases) return std::nullopt;
        // Ones from bit `low` on, up to bit `high` or without end.
        const std::int64_t low = *mask & -*mask;
        if (*mask == 0 || (*mask > 0 && !isPowerOfTwo(*mask + low)) || (*mask < 0 && -*mask != low))
            return fail("its bits are masked by several runs of ones");
        const std::int64_t size = *mask < 0 ? 0 : *mask + low;
        for (IndexCase& one : *cases) {
            const NumberRange range = rangeOf(one.value, inLaunch_);
            const bool isWithin = range.low >= 0 && range.high < static_cast<double>(size);
            if (size != 0 && !isWithin)
                one.value = one.value - Polynomial(size) * Polynomial::floorOf(one.value, size);
            if (low != 1) one.value = Polynomial(low) * Polynomial::floorOf(one.value, low);
        }
        return cases;
    }
    if (mask && expr.op == ExprOp::Xor && *mask == -1) {
        auto cases = congruent(masked);
        if (cases)
            for (IndexCase& one : *cases) one.value = Polynomial(-1) - one.value;
        return cases;
    }
    if (expr.op != ExprOp::Or) return fail("its bits are combined");
    // Bits that one side has and the other has not are added.
    const auto a = exact(expr.a, false);
    const auto b = a ? exact(expr.b, false) : std::nullopt;
    if (!b) return std::nullopt;
    const auto areApart = [&](const Polynomial& high, const Polynomial& low) {
        const NumberRange range = rangeOf(low, inLaunch_);
        if (range.low < 0 || range.high > 1e18) return false;
        const auto size = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(range.high) + 1));
        return (high - Polynomial(size) * Polynomial::floorOf(high, size)).isZero();
    };
    bool isSum = true;
    auto sum = combined(*a, *b, [&](const Polynomial& x, const Polynomial& y) {
        isSum = isSum && (areApart(x, y) || areApart(y, x));
        return x + y;
    });
    return isSum && sum ? sum : fail("its bits are combined");
}

IndexReader::Values IndexReader::chosen(const Expr& expr) {
    IndexCases result;
    const auto add = [&](const std::vector<Conjunction>& when, const IndexCases& cases) {
        for (const Conjunction& condition : when)
            for (const IndexCase& one : cases)
                if (const auto both = joined(condition, one.where))
                    if (auto where = here(*both)) result.push_back({std::move(*where), one.value});
    };
    if (expr.op == ExprOp::Select) {
        const auto holds = truth(expr.a, true), fails = holds ? truth(expr.a, false) : std::nullopt;
        if (!fails) return std::nullopt;
        for (const bool isFirst : {true, false}) {
            if ((isFirst ? holds : fails)->empty()) continue; // it is never chosen
            const Values& chosen = congruent(isFirst ? expr.b : expr.c);
            if (!chosen) return std::nullopt;
            add(isFirst ? *holds : *fails, *chosen);
        }
        return result;
    }
    const bool isSigned = expr.op == ExprOp::SMin || expr.op == ExprOp::SMax;
    const bool isLeast = expr.op == ExprOp::SMin || expr.op == ExprOp::UMin;
    const auto a = exact(expr.a, isSigned);
    const auto b = a ? exact(expr.b, isSigned) : std::nullopt;
    if (!b) return std::nullopt;
    for (const IndexCase& x : *a)
        for (const IndexCase& y : *b) {
            const auto where = joined(x.where, y.where);
            if (!where) continue;
            const Polynomial less = isLeast ? y.value - x.value : x.value - y.value; // >= 0: x
            for (const bool isFirst : {true, false})
                if (const auto both = joined(*where, {{isFirst ? less : Polynomial(-1) - less}}))
                    if (auto own = here(*both))
                        result.push_back({std::move(*own), isFirst ? x.value : y.value});
        }
    return result;
}

std::optional<IndexCase> IndexReader::within(IndexCase one, int bits, bool isSigned) {
    const double size = std::ldexp(1.0, bits);
    const double low = isSigned ? -size / 2 : 0, high = isSigned ? size / 2 : size; // the last one excluded
    const NumberRange range = rangeOf(one.value, inLaunch_);
    if (range.low >= low && range.high < high) return one;
    for (const int turns : {-1, 1}) // all of it one turn beyond
        if (bits < 63 && range.low + turns * size >= low && range.high + turns * size < high) {
            one.value += Polynomial(turns * (std::int64_t{1} << bits));
            return one;
        }
    const auto where = joined(place_.where, one.where);
    if (!where) return one;
    const bool isAbove =
        range.low >= low ||
        space_.isNonNegative(one.value - Polynomial(isSigned ? -(std::int64_t{1} << (bits - 1)) : 0), *where);
    const bool isBelow =
        range.high < high ||
        (bits < 63 &&
         space_.isNonNegative(Polynomial((std::int64_t{1} << (isSigned ? bits - 1 : bits)) - 1) - one.value,
                              *where));
    if (isAbove && isBelow) return one;
    return std::nullopt;
}

IndexReader::Values IndexReader::exact(ExprId id, bool isSigned) {
    const Values& cases = congruent(id);
    if (!cases) return std::nullopt;
    const int bits = space_.pdg.exprs[id].bits;
    IndexCases result;
    for (const IndexCase& one : *cases) {
        auto fitting = within(one, bits, isSigned);
        if (!fitting) return fail("it may go beyond its " + std::to_string(bits) + " bits");
        result.push_back(std::move(*fitting));
    }
    return result;
}

} // namespace warpstring::symbolic
