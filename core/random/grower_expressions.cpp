// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/random/grower.h"

namespace warpstring::random_kernels {

namespace {

/// Floats are scaled down beyond this, so that sums of hundreds of them keep their digits.
constexpr double mostFloat = 4096;
/// Arguments of sin and exp: errors of larger ones would be amplified.
constexpr double mostAngle = 4;

/// A multiple of 1/64 that every floating type holds.
double plainNumber(Draws& draws) {
    const auto sixtyFourths = static_cast<double>(draws.between(1, 255));
    return (draws.chance(30) ? -sixtyFourths : sixtyFourths) / 64;
}

} // namespace

ExprPtr Grower::bounded(ExprPtr value, double most) {
    const double size = magnitude(*value);
    if (size <= most) return value;
    int exponent = 0;
    (void)std::frexp(size / most, &exponent);
    const double scale = std::ldexp(1.0, -exponent);
    const ValueType type = value->type;
    const double low = value->low * scale, high = value->high * scale;
    const bool exact = value->exact;
    return apply(Operation::Multiply, type, {std::move(value), literal(type, scale)}, low, high, exact);
}

ExprPtr Grower::combined(Operation operation, ExprPtr a, ExprPtr b) {
    const ValueType type = a->type;
    a = bounded(std::move(a), mostFloat);
    b = bounded(std::move(b), mostFloat);
    double low = 0, high = 0;
    switch (operation) {
    case Operation::Add:
        low = a->low + b->low;
        high = a->high + b->high;
        break;
    case Operation::Subtract:
        low = a->low - b->high;
        high = a->high - b->low;
        break;
    case Operation::Divide: { // by at least a half
        ExprPtr size = apply(Operation::Absolute, type, {b}, 0, magnitude(*b), b->exact);
        b = apply(Operation::Add, type, {size, literal(type, 0.5)}, 0.5, size->high + 0.5, false);
        high = 2 * magnitude(*a);
        low = -high;
        note("op-division");
        break;
    }
    default:
        std::tie(low, high) =
            std::minmax({a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
        break;
    }
    return apply(operation, type, {std::move(a), std::move(b)}, low, high, false);
}

ExprPtr Grower::identifier() {
    std::vector<ExprPtr> choices{item_, itemOfGroup_};
    for (int d = 0; d < kernel_.range.dimensions; ++d) choices.push_back(global_[static_cast<std::size_t>(d)]);
    for (const ExprPtr& counter : counters_) {
        choices.push_back(counter);
        choices.push_back(counter);
    }
    for (const ExprPtr& each : names_)
        if (each->type == intType) choices.push_back(each);
    return draws_.of(choices);
}

ExprPtr Grower::leaf(ValueType type) {
    std::vector<ExprPtr> known;
    for (const ExprPtr& each : names_)
        if (each->type == type) known.push_back(each);
    if (!known.empty() && draws_.chance(30)) return draws_.of(known);
    if (type == intType) {
        switch (draws_.weighted({55, 25, 10, 10})) {
        case 0: return identifier();
        case 1: return whole(static_cast<double>(draws_.between(1, 99)));
        case 2: {
            ExprPtr small = loaded({draws_.chance(50) ? ScalarType::UChar : ScalarType::Short, 1});
            return convert(intType, small, small->low, small->high);
        }
        default: return loaded(intType);
        }
    }
    if (type == uintType) {
        switch (draws_.weighted({50, 25, 25})) {
        case 0: return loaded(uintType);
        case 1: return literal(uintType, static_cast<double>(draws_.between(1, 65535)));
        default: {
            ExprPtr id = identifier();
            return convert(uintType, id, id->low >= 0 ? id->low : 0, id->low >= 0 ? id->high : 4294967295.0);
        }
        }
    }
    switch (draws_.weighted({60, 20, type.width == 1 ? 12 : 0, 8})) {
    case 0: return loaded(type);
    case 1: return literal(type, plainNumber(draws_));
    case 2: return asFloating(type, identifier());
    default: {
        if (type.width > 1) return literal(type, plainNumber(draws_));
        const double value = plainNumber(draws_);
        return named(ExprKind::Argument, addScalar("factor", type, value), type, value, value);
    }
    }
}

ExprPtr Grower::asFloating(ValueType type, ExprPtr value) {
    // Not all of an int's bits fit a float; what is below 2^24 does.
    if (magnitude(*value) >= 16777216 || value->low < 0) value = masked(std::move(value), 0xffff);
    const double low = value->low, high = value->high;
    return bounded(convert(type, std::move(value), low, high), mostFloat);
}

ExprPtr Grower::condition(bool onData) {
    if (!onData) {
        note("branch-id");
        switch (draws_.weighted({30, 25, 20, 25})) {
        case 0: { // of a mask of the lane
            const std::int64_t mask = draws_.of({1, 3, 7, 15, 31});
            return less(masked(itemOfGroup_, mask), whole(static_cast<double>(draws_.between(1, mask))));
        }
        case 1: return less(itemOfGroup_, whole(static_cast<double>(groupItems_ / 2)));
        case 2: return equal(masked(group_, 1), whole(0));
        default: {
            const std::int64_t divisor = draws_.of({3, 5, 7, 64, 100});
            ExprPtr id = identifier();
            return less(remainder(id, divisor), whole(static_cast<double>(draws_.between(1, divisor - 1))));
        }
        }
    }
    note("branch-data");
    if (draws_.chance(60)) {
        const auto threshold = static_cast<double>(draws_.between(8, 248));
        return less(masked(loaded(uintType), 255), literal(uintType, threshold));
    }
    ExprPtr value = loaded(floatType);
    const double share = static_cast<double>(draws_.between(1, 15)) / 16;
    return less(value, literal(floatType, value->low + share * (value->high - value->low)));
}

ExprPtr Grower::growInt(int nodes) {
    ExprPtr a = grow(intType, (nodes - 1) / 2);
    switch (draws_.weighted({30, 15, 20, 12, 13, 10})) {
    case 0: return plus(a, grow(intType, nodes / 2));
    case 1: return minus(a, grow(intType, nodes / 2));
    case 2: return times(a, grow(intType, nodes / 2));
    case 3: {
        if (a->low < 0) a = masked(a, 0xffff);
        note("op-division");
        const std::int64_t divisor = draws_.of({3, 5, 7, 10, 16, 100});
        return draws_.chance(50) ? remainder(a, divisor) : divided(a, divisor);
    }
    case 4: return masked(a, draws_.of({15, 255, 4095}));
    default: {
        ExprPtr b = grow(intType, nodes / 2);
        const bool isMinimum = draws_.chance(50);
        return apply(isMinimum ? Operation::Minimum : Operation::Maximum, intType, {a, b},
                     isMinimum ? std::min(a->low, b->low) : std::max(a->low, b->low),
                     isMinimum ? std::min(a->high, b->high) : std::max(a->high, b->high), true);
    }
    }
}

ExprPtr Grower::growUint(int nodes) {
    constexpr double most = 4294967295.0;
    const auto any = [&](Operation operation, std::vector<ExprPtr> operands) {
        return apply(operation, uintType, std::move(operands), 0, most, true);
    };
    ExprPtr a = grow(uintType, (nodes - 1) / 2);
    const auto literalOf = [&](std::int64_t low, std::int64_t high) {
        return literal(uintType, static_cast<double>(draws_.between(low, high)));
    };
    const bool isFirst = draws_.chance(50); // of two kinds of one case
    switch (draws_.weighted({20, 8, 18, 8, 5, 12, 10, 10, 5, 4})) {
    case 0: return any(Operation::Add, {a, grow(uintType, nodes / 2)});
    case 1: return any(Operation::Subtract, {a, grow(uintType, nodes / 2)});
    case 2: return any(Operation::Multiply, {a, grow(uintType, nodes / 2)});
    case 3:
        note("op-division");
        return any(isFirst ? Operation::Divide : Operation::Remainder, {a, literalOf(3, 99)});
    case 4: { // by what no compiler knows
        note("op-division");
        ExprPtr divisor = any(Operation::Or, {masked(grow(uintType, nodes / 2), 1023), literal(uintType, 1)});
        return any(isFirst ? Operation::Divide : Operation::Remainder, {a, divisor});
    }
    case 5: return any(isFirst ? Operation::Xor : Operation::Or, {a, grow(uintType, nodes / 2)});
    case 6: return any(Operation::ShiftRight, {a, literalOf(1, 15)});
    case 7: return any(isFirst ? Operation::Minimum : Operation::Maximum, {a, grow(uintType, nodes / 2)});
    case 8: return any(Operation::Rotate, {a, literalOf(1, 31)});
    default: note("op-popcount"); return any(Operation::PopulationCount, {a});
    }
}

ExprPtr Grower::call(ValueType type, int nodes) {
    ExprPtr a = bounded(grow(type, nodes - 1), mostFloat);
    const double size = magnitude(*a);
    const auto of = [&](Operation operation, std::vector<ExprPtr> operands, double low, double high) {
        return apply(operation, type, std::move(operands), low, high, false);
    };
    const bool isDouble = type.scalar == ScalarType::Double;
    switch (draws_.weighted({12, 12, 25, 25, isDouble ? 0 : 8, isDouble ? 0 : 8, isDouble ? 0 : 10})) {
    case 0: return apply(Operation::Absolute, type, {a}, 0, size, a->exact);
    case 1: {
        note("op-sqrt");
        ExprPtr positive = apply(Operation::Absolute, type, {a}, 0, size, a->exact);
        // Away from 0, where a root amplifies errors.
        ExprPtr moved = of(Operation::Add, {positive, literal(type, 0.25)}, 0.25, size + 0.25);
        return of(Operation::SquareRoot, {moved}, 0.5, std::sqrt(size + 0.25));
    }
    case 2: {
        ExprPtr b = bounded(grow(type, nodes / 2), mostFloat), c = bounded(leaf(type), mostFloat);
        const double most = size * magnitude(*b) + magnitude(*c);
        return of(Operation::MultiplyAdd, {a, b, c}, -most, most);
    }
    case 3: {
        ExprPtr b = bounded(grow(type, nodes / 2), mostFloat);
        const bool isMinimum = draws_.chance(50);
        return of(isMinimum ? Operation::Minimum : Operation::Maximum, {a, b}, std::min(a->low, b->low),
                  std::max(a->high, b->high));
    }
    case 4: note("op-transcendental"); return of(Operation::Exponential, {bounded(a, mostAngle)}, 0, 55);
    case 5:
        note("op-transcendental");
        return of(draws_.chance(50) ? Operation::Sine : Operation::Cosine, {bounded(a, mostAngle)}, -1, 1);
    default: note("op-native"); return of(Operation::NativeSine, {bounded(a, 3)}, -1, 1);
    }
}

ExprPtr Grower::growFloating(ValueType type, int nodes) {
    switch (draws_.weighted(
        {62, 20, type.width == 1 ? 8 : 0, type == floatType ? 6 : 0, type.width == 1 ? 4 : 0})) {
    case 0: {
        constexpr std::array operations{Operation::Add, Operation::Subtract, Operation::Multiply,
                                        Operation::Divide};
        const int which = draws_.weighted({38, 18, 38, 6});
        ExprPtr a = grow(type, (nodes - 1) / 2);
        return combined(operations[static_cast<std::size_t>(which)], a, grow(type, nodes / 2));
    }
    case 1: return call(type, nodes);
    case 2: {
        ExprPtr test = condition(draws_.chance(50)), yes = grow(type, (nodes - 1) / 2);
        note("choice");
        return choose(test, yes, grow(type, nodes / 2));
    }
    case 3: {
        const ValueType vector{ScalarType::Float, draws_.chance(60) ? 4 : 2};
        ExprPtr whole = grow(vector, nodes - 1);
        if (whole->kind == ExprKind::Literal) return leaf(type);
        return component(whole, static_cast<int>(draws_.between(0, vector.width - 1)));
    }
    default: return asFloating(type, grow(intType, nodes - 1));
    }
}

ExprPtr Grower::grow(ValueType type, int nodes) {
    if (nodes <= 1) return leaf(type);
    if (type == intType) return growInt(nodes);
    if (type == uintType) return growUint(nodes);
    return growFloating(type, nodes);
}

ExprPtr Grower::simpleIndex(int nodes) {
    if (nodes <= 1)
        return draws_.chance(50) ? whole(static_cast<double>(draws_.between(0, 999))) : identifier();
    ExprPtr a = simpleIndex((nodes - 1) / 2);
    ExprPtr b = simpleIndex(nodes / 2);
    return draws_.chance(50) ? plus(a, b) : times(a, b);
}

ExprPtr Grower::simpleTree(int& nodes) {
    --nodes;
    const bool mayBranch = nodes > 1;
    switch (draws_.weighted({mayBranch ? 5 : 0, 1, 1, 1, 1, 1})) {
    case 0: {
        constexpr std::array operations{Operation::Add, Operation::Subtract, Operation::Multiply,
                                        Operation::Divide};
        const auto which = static_cast<std::size_t>(draws_.between(0, 3));
        ExprPtr a = simpleTree(nodes);
        return combined(operations[which], a, simpleTree(nodes));
    }
    case 1: return literal(floatType, plainNumber(draws_));
    case 2: return asFloating(floatType, identifier());
    case 3: note("access-continuous"); return load(inputOf(floatType), item_, 1);
    case 4: {
        const int indexNodes = static_cast<int>(draws_.between(1, 7));
        note(indexNodes > 2 ? "access-complex" : "access-strided");
        ExprPtr index = simpleIndex(indexNodes);
        return load(inputOf(floatType),
                    remainder(index, static_cast<std::int64_t>(std::max<std::uint64_t>(items_, 64))), 2);
    }
    default: note("access-interval"); return load(inputOf(floatType), masked(simpleIndex(2), 127), 0.1);
    }
}

} // namespace warpstring::random_kernels
