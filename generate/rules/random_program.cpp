// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/random_program.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/random/draws.h"
#include "generate/rules/random_reducer.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

using random_kernels::Draws;

constexpr std::int64_t mostElements = 256;

/// Doubles hold every sum that arises here.
Type integer() { return Type::of({ScalarType::Int, 1}); }
Type floating() { return Type::of({ScalarType::Double, 1}); }

class ExpressionGrower {
public:
    ExpressionGrower(std::uint64_t seed, std::uint64_t index) : draws_(seed, index) {}

    Program grown() {
        const Type type =
            draws_.chance(40) ? Type::array(someElement(1), 1) : Type::array(someElement(2), someLength());
        program_.body = array(type, 5);
        program_.name = "random";
        return std::move(program_);
    }

private:
    std::int64_t someLength() { return draws_.of({1, 2, 3, 4, 4, 6, 8, 8, 12, 16}); }

    Type someScalar() { return draws_.chance(60) ? integer() : floating(); }

    Type someElement(int depth) {
        switch (draws_.weighted({6, depth > 0 ? 2 : 0, depth > 0 ? 2 : 0})) {
        case 1: return Type::tuple({someElement(depth - 1), someScalar()});
        case 2: return Type::array(someElement(depth - 1), draws_.of({2, 3, 4}));
        default: return someScalar();
        }
    }

    static bool fits(const Type& type) { return type.scalars().constant().value_or(0) <= mostElements; }

    /// A parameter of the program, one that is there for choice.
    Expr parameter(const Type& type) {
        std::vector<Expr> known;
        for (const VariablePointer& each : program_.parameters) {
            if (each->type == type) known.push_back(build::use(each));
        }
        if (!known.empty() && draws_.chance(60)) return draws_.of(known);
        const std::string name = "in" + std::to_string(program_.parameters.size());
        program_.parameters.push_back(std::make_shared<const Variable>(Variable{name, type}));
        return build::use(program_.parameters.back());
    }

    Expr bound(const Type& type) {
        std::vector<Expr> known;
        for (const Expr& each : scope_) {
            if (each.type() == type) known.push_back(each);
        }
        return known.empty() ? Expr() : draws_.of(known);
    }

    /// `body` with its parameter in scope.
    build::Body1 scoped(const build::Body1& body) {
        return [this, body](const Expr& x) {
            scope_.push_back(x);
            Expr made = body(x);
            scope_.pop_back();
            return made;
        };
    }

    Expr value(const Type& type, int depth) {
        if (type.isArray()) return array(type, depth);
        if (type.isTuple()) {
            Expr known = bound(type);
            if (!known.empty() && draws_.chance(50)) return known;
            std::vector<Expr> parts;
            for (const Type& part : type.parts()) parts.push_back(value(part, depth - 1));
            return build::tuple(std::move(parts));
        }
        return type.value().width > 1 ? vector(type, depth) : scalar(type, depth);
    }

    Expr vector(const Type& type, int depth) {
        Expr known = bound(type);
        if (!known.empty()) return known;
        return build::at(array(Type::array(type, draws_.of({1, 2})), depth - 1), build::integer(0));
    }

    /// A scalar out of what functions around have been given.
    Expr partOfScope(const Type& type) {
        std::vector<Expr> parts;
        for (const Expr& each : scope_) {
            if (each.type() == type) parts.push_back(each);
            if (!each.type().isTuple()) continue;
            for (int i = 0; i < static_cast<int>(each.type().parts().size()); ++i) {
                const Expr part = build::get(each, i);
                if (part.type() == type) parts.push_back(part);
            }
        }
        return parts.empty() ? Expr() : draws_.of(parts);
    }

    Expr scalar(const Type& type, int depth) {
        const bool whole = !isFloating(type.value().scalar);
        Expr known = partOfScope(type);
        if (!known.empty() && draws_.chance(depth > 0 ? 55 : 85)) return known;
        if (depth <= 0 || draws_.chance(25))
            return build::literal(type.value(), static_cast<double>(draws_.between(-3, 5)));
        switch (draws_.weighted({5, 3, 1, 1})) {
        case 0:
            return build::operation(whole ? draws_.of(wholeNames_) : draws_.of(floatNames_),
                                    {scalar(type, depth - 1), scalar(type, depth - 1)});
        case 1: return build::operation("neg", {scalar(type, depth - 1)});
        case 2: {
            const std::int64_t length = someLength();
            return build::at(array(Type::array(type, length), depth - 1),
                             build::integer(draws_.between(0, length - 1)));
        }
        default:
            return build::operation("select",
                                    {build::operation("<", {scalar(type, depth - 1), scalar(type, depth - 1)}),
                                     scalar(type, depth - 1), scalar(type, depth - 1)});
        }
    }

    Expr leaf(const Type& type) {
        Expr known = bound(type);
        if (!known.empty()) return known;
        if (draws_.chance(80)) return parameter(type);
        return build::fill(type.length(), value(type.element(), 0));
    }

    build::Run someRun() {
        return draws_.chance(10) ? build::Run{.level = Level::Sequential, .unroll = draws_.chance(30)}
                                 : build::Run{};
    }

    Expr array(const Type& type, int depth) {
        if (depth <= 0 || !fits(type)) return leaf(type);
        if (draws_.chance(3)) {
            const Expr named = value(someElement(2), depth - 1);
            return build::let(named, scoped([&](const Expr&) { return array(type, depth - 1); }), "named");
        }
        for (int attempt = 0; attempt < 4; ++attempt) {
            Expr made = pattern(type, depth - 1);
            if (!made.empty() && made.type() == type) return made;
        }
        return leaf(type);
    }

    Expr pattern(const Type& type, int depth) {
        const std::int64_t length = type.length().constant().value_or(1);
        switch (draws_.weighted({2, 10, 3, 3, 3, 3, 2, 2, 2, 2, 8, 2, 2, 1, 2})) {
        case 0: return leaf(type);
        case 1: return mapped(type, depth);
        case 2: return joined(type, length, depth);
        case 3: return ofElement(type, length, depth);
        case 4: return gathered(type, depth);
        case 5: return padded(type, length, depth);
        case 6:
            return build::take(length,
                               array(Type::array(type.element(), length + draws_.between(0, 3)), depth));
        case 7: return strided(type, length, depth);
        case 8: return scanned(type, depth);
        case 9: return iterated(type, depth);
        case 10: return length == 1 ? reduced(type.element(), depth) : reducedEach(type, depth);
        case 11: return scalars(type, length, depth);
        case 12: return type.element() == integer() ? build::iota(length) : Expr();
        case 13: return build::fill(length, value(type.element(), depth));
        default: return thereAndBack(type, length, depth);
        }
    }

    /// A shape made and undone.
    Expr thereAndBack(const Type& type, std::int64_t length, int depth) {
        const Type& element = type.element();
        const bool arrays = element.isArray();
        const bool scalars = element.isValue() && element.value().width == 1 && length % 2 == 0;
        const bool vectors = element.isValue() && element.value().width > 1;
        const Expr origin = array(type, depth);
        switch (draws_.weighted({2, arrays ? 4 : 0, scalars ? 2 : 0, vectors ? 8 : 0})) {
        case 1: return build::split(element.length(), build::join(origin));
        case 2: return build::asScalar(build::asVector(2, origin));
        case 3: return build::asVector(element.value().width, build::asScalar(origin));
        default: return build::join(build::split(someDivisor(length), origin));
        }
    }

    Expr mapped(const Type& type, int depth) {
        const Expr input = array(Type::array(someElement(2), type.length()), depth);
        return build::map(someRun(), input, scoped([&](const Expr&) { return value(type.element(), depth); }));
    }

    Expr joined(const Type& type, std::int64_t length, int depth) {
        const std::int64_t part = someDivisor(length);
        return build::join(array(Type::array(Type::array(type.element(), part), length / part), depth));
    }

    std::int64_t someDivisor(std::int64_t length) {
        std::vector<std::int64_t> divisors;
        for (std::int64_t d = 1; d <= length; ++d) {
            if (length % d == 0) divisors.push_back(d);
        }
        return draws_.of(divisors);
    }

    /// Patterns that need a certain kind of element.
    Expr ofElement(const Type& type, std::int64_t length, int depth) {
        const Type& element = type.element();
        if (element.isTuple()) {
            std::vector<Expr> arrays;
            for (const Type& part : element.parts()) arrays.push_back(array(Type::array(part, length), depth));
            return build::zip(std::move(arrays));
        }
        if (element.isValue() && element.value().width > 1) {
            if (draws_.chance(30))
                return build::asVector(element.value().width, build::asScalar(array(type, depth)));
            const Type one = Type::of({element.value().scalar, 1});
            return build::asVector(element.value().width,
                                   array(Type::array(one, length * element.value().width), depth));
        }
        if (!element.isArray()) return {};
        const std::int64_t part = element.length().constant().value_or(1);
        const Type& inner = element.element();
        switch (draws_.weighted({3, 3, 3})) {
        case 0: return build::split(part, array(Type::array(inner, part * length), depth));
        case 1: return build::transpose(array(Type::array(Type::array(inner, length), part), depth));
        default: {
            const std::int64_t step = draws_.of({1, 1, 2, part});
            return build::slide(part, step, array(Type::array(inner, (length - 1) * step + part), depth));
        }
        }
    }

    Expr gathered(const Type& type, int depth) {
        const std::int64_t length = someLength();
        const Expr input = array(Type::array(type.element(), length), depth);
        const std::int64_t factor = draws_.between(0, 3);
        const std::int64_t summand = draws_.between(0, 3);
        return build::gather(input, type.length(), [&](const Expr& i) {
            const Expr line = build::operation(
                "+", {build::operation("*", {i, build::integer(factor)}), build::integer(summand)});
            return build::operation("%", {line, build::integer(length)});
        });
    }

    Expr padded(const Type& type, std::int64_t length, int depth) {
        const std::int64_t before = draws_.between(0, std::min<std::int64_t>(2, length - 1));
        const std::int64_t behind = draws_.between(0, std::min<std::int64_t>(2, length - 1 - before));
        const auto boundary = static_cast<Boundary>(draws_.between(0, 2));
        const Expr outside = boundary == Boundary::Constant ? value(type.element(), 0) : Expr();
        return build::pad(before, behind, boundary, outside,
                          array(Type::array(type.element(), length - before - behind), depth));
    }

    Expr strided(const Type& type, std::int64_t length, int depth) {
        const std::int64_t by = someDivisor(length);
        const Expr input = array(type, depth);
        return draws_.chance(50) ? build::reorderStride(by, input) : build::reorderStrideOfLength(by, input);
    }

    /// Perhaps with a number added to each, which the scan could have begun with.
    Expr scanned(const Type& type, int depth) {
        const RandomReducer by = randomReducer(type.element(), draws_);
        if (by.start.empty()) return {};
        Expr sums = build::scan({}, by.function, by.start, array(type, depth));
        if (!type.element().isValue() || draws_.chance(60)) return sums;
        const Expr before = value(type.element(), 1);
        return build::map({}, sums, [&](const Expr& sum) { return called(by.function, {before, sum}); });
    }

    Expr iterated(const Type& type, int depth) {
        const std::int64_t count = draws_.between(0, 3);
        return build::iterate(count, array(type, depth),
                              scoped([&](const Expr&) { return array(type, std::min(depth, 2)); }));
    }

    Expr reduced(const Type& element, int depth) {
        const RandomReducer by = randomReducer(element, draws_);
        if (by.start.empty()) return {};
        std::int64_t length = draws_.of({1, 1, 2, 4, 6, 8, 16});
        std::vector<std::int64_t> parts;
        while (parts.size() < 3 && length <= 16 && draws_.chance(40)) {
            parts.push_back(draws_.of({2, 2, 3, 4}));
            length *= parts.back();
        }
        Expr input = unordered(Type::array(element, length), depth);
        while (!parts.empty()) {
            input = partlyReduced(by, parts, input);
            parts.pop_back();
        }
        const Level level = draws_.chance(40) ? Level::Sequential : Level::Abstract;
        return build::reduce({.level = level}, by.function, by.start, input);
    }

    /// By the last of `parts`, or by equal ones at once.
    Expr partlyReduced(const RandomReducer& by, std::vector<std::int64_t>& parts, const Expr& input) {
        const std::int64_t part = parts.back();
        const auto once = [&](const Expr& xs) { return build::partRed(by.function, by.start, part, xs); };
        if (draws_.chance(70)) return once(input);
        const bool twice = parts.size() > 1 && parts[parts.size() - 2] == part;
        if (twice) parts.pop_back();
        return build::iterate(twice ? 2 : 1, input, once);
    }

    /// Each element by a reduction of its own.
    Expr reducedEach(const Type& type, int depth) {
        const Expr input = array(Type::array(someElement(1), type.length()), depth);
        return build::join(build::map(someRun(), input,
                                      scoped([&](const Expr&) { return reduced(type.element(), depth - 1); })));
    }

    /// An array whose order does not matter.
    Expr unordered(const Type& type, int depth) {
        switch (draws_.weighted({4, 2, 2, 1})) {
        case 1: return build::reorder(array(type, depth));
        case 2: {
            const Expr input = unordered(Type::array(someElement(1), type.length()), depth - 1);
            return build::map({}, input, scoped([&](const Expr&) { return value(type.element(), depth - 1); }));
        }
        case 3: return build::reorder(mapped(type, depth));
        default: return array(type, depth);
        }
    }

    Expr scalars(const Type& type, std::int64_t length, int depth) {
        if (!type.element().isValue() || type.element().value().width != 1) return {};
        const std::int64_t width = draws_.of({2, 4});
        if (length % width != 0) return {};
        const Type vectors = Type::of({type.element().value().scalar, static_cast<int>(width)});
        return build::asScalar(array(Type::array(vectors, length / width), depth));
    }

    const std::vector<std::string> wholeNames_ = {"+", "-", "*", "min", "max", "&", "^"};
    const std::vector<std::string> floatNames_ = {"+", "-", "min", "max"};
    Draws draws_;
    Program program_;
    std::vector<Expr> scope_;
};

} // namespace

Program randomProgram(std::uint64_t seed, std::uint64_t index) { return ExpressionGrower(seed, index).grown(); }

} // namespace warpstring::generate
