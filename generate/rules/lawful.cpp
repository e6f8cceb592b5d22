// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a reduction's operator may be regrouped: an operator that is known, or tried on some values.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "generate/form/evaluate.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

struct KnownOperator {
    std::string_view name;
    std::optional<double> identity; // none where any start may be taken more than once
};

constexpr auto lawfulOperators = std::to_array<KnownOperator>({{"+", 0.0},
                                                               {"*", 1.0},
                                                               {"min", std::nullopt},
                                                               {"max", std::nullopt},
                                                               {"&", std::nullopt},
                                                               {"|", std::nullopt},
                                                               {"^", 0.0}});

/// The operator's name where the function is nothing else.
std::string_view operatorOf(const Function& function) {
    const Node& body = *function.body;
    const auto isParameter = [&](std::size_t i) {
        return body.inputs[i]->op == Op::Variable && body.inputs[i]->variable == function.parameters[i];
    };
    return body.op == Op::Operator && body.inputs.size() == 2 && isParameter(0) && isParameter(1)
               ? std::string_view(body.name)
               : std::string_view();
}

/// A few small numbers, other ones in each part.
Value sample(const Type& type, int which) {
    constexpr auto numbers = std::to_array<double>({-2, 1, 3, 2, -1});
    const auto number = [&](int i) { return Value(numbers[static_cast<std::size_t>(i) % numbers.size()]); };
    std::vector<Value> parts;
    if (type.isValue()) {
        if (type.value().width == 1) return number(which);
        for (int i = 0; i < type.value().width; ++i) parts.push_back(number(which + i));
        return Value(std::move(parts));
    }
    if (type.isTuple()) {
        for (const Type& part : type.parts())
            parts.push_back(sample(part, which + static_cast<int>(parts.size())));
        return Value(std::move(parts));
    }
    const std::int64_t length = type.length().constant().value_or(0);
    for (std::int64_t i = 0; i < length; ++i)
        parts.push_back(sample(type.element(), which + static_cast<int>(i)));
    return Value(std::move(parts));
}

bool isNear(const Value& a, const Value& b) {
    if (a.hasParts()) return std::ranges::equal(a.parts(), b.parts(), isNear);
    const double size = std::max({1.0, std::fabs(a.number()), std::fabs(b.number())});
    return !(std::fabs(a.number() - b.number()) > 1e-4 * size);
}

bool isRefuted(const Function& function) {
    const auto of = [&](const Value& a, const Value& b) -> std::optional<Value> {
        const Result<Value> value =
            evaluate(function.expr(), {{function.parameters[0].get(), a}, {function.parameters[1].get(), b}});
        return value ? std::optional(*value) : std::nullopt;
    };
    const Type& type = function.parameters[0]->type;
    constexpr int samples = 3;
    for (int triple = 0; triple < samples * samples * samples; ++triple) {
        const Value a = sample(type, triple % samples);
        const Value b = sample(type, triple / samples % samples);
        const Value c = sample(type, triple / samples / samples);
        const std::optional<Value> ab = of(a, b);
        const std::optional<Value> ba = of(b, a);
        const std::optional<Value> bc = of(b, c);
        if (!ab || !ba || !bc) return false;
        const std::optional<Value> left = of(*ab, c);
        const std::optional<Value> right = of(a, *bc);
        if (!left || !right) return false;
        if (!isNear(*ab, *ba) || !isNear(*left, *right)) return true;
    }
    return false;
}

const KnownOperator* known(const Function& function) {
    const auto* found = std::ranges::find(lawfulOperators, operatorOf(function), &KnownOperator::name);
    return found == lawfulOperators.end() ? nullptr : found;
}

/// Of vectors in each component.
bool isEach(const Value& value, double number) {
    return value.hasParts()
               ? std::ranges::all_of(value.parts(), [&](const Value& part) { return isEach(part, number); })
               : value.number() == number;
}

} // namespace

bool isRegroupable(const Function& operation) {
    if (!(operation.parameters[0]->type == operation.parameters[1]->type)) return false;
    return known(operation) != nullptr || !isRefuted(operation);
}

bool isLawful(const Node& reduction) {
    const Function& function = reduction.functions.front();
    if (!isRegroupable(function)) return false;
    const Result<Value> start = evaluate(reduction.inputs[1], {});
    if (!start) return false; // hangs on what is around: no identity
    const KnownOperator* operation = known(function);
    return operation == nullptr || !operation->identity || isEach(*start, *operation->identity);
}

bool hasKnownIdentity(const Node& reduction) {
    const KnownOperator* operation = known(reduction.functions.front());
    return operation != nullptr && operation->identity && isLawful(reduction);
}

} // namespace warpstring::generate
