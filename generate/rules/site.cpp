// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/site.h"

#include <algorithm>
#include <array>
#include <bit>

#include "generate/form/substitute.h"

namespace warpstring::generate {

std::optional<std::int64_t> number(const Numbers& numbers, std::string_view name) {
    const auto found = numbers.find(std::string(name));
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

std::int64_t positive(const Numbers& numbers, std::string_view name) {
    return std::max<std::int64_t>(number(numbers, name).value_or(0), 0);
}

std::int64_t lengthOf(const Expr& array) {
    return !array.empty() && array.type().isArray() ? array.type().length().constant().value_or(0) : 0;
}

bool dividesLength(std::int64_t part, std::int64_t length) {
    return part > 0 && length > 0 && length % part == 0;
}

std::vector<std::int64_t> usefulDivisors(std::int64_t length) {
    constexpr std::size_t most = 12;
    constexpr std::int64_t largest = 4096;
    std::vector<std::int64_t> divisors;
    for (std::int64_t d = 2; d < length && d <= largest; ++d) {
        if (length % d == 0) divisors.push_back(d);
    }
    std::vector<std::int64_t> powers;
    std::ranges::copy_if(divisors, std::back_inserter(powers), [](std::int64_t divisor) {
        return std::has_single_bit(static_cast<std::uint64_t>(divisor));
    });
    std::vector<std::int64_t>& best = powers.empty() ? divisors : powers;
    if (best.size() > most) best.resize(most);
    return best;
}

std::vector<Numbers> choicesOf(std::string_view name, const std::vector<std::int64_t>& values) {
    std::vector<Numbers> choices;
    choices.reserve(values.size());
    for (const std::int64_t value : values) choices.push_back({{std::string(name), value}});
    return choices;
}

std::vector<Numbers> noNumbers(const Expr&) { return {{}}; }

bool is(const Expr& expr, Op op) { return !expr.empty() && expr->op == op; }

bool is(const Expr& expr, Op op, Level level) { return is(expr, op) && expr->level == level; }

build::Run runOf(const Node& node) { return {node.level, node.dimension, node.unroll}; }

bool isPattern(const Expr& expr) {
    static constexpr auto patterns =
        std::to_array<Op>({Op::Map, Op::Reduce, Op::PartRed, Op::Scan, Op::Split, Op::Join, Op::Iterate,
                           Op::Reorder, Op::Transpose, Op::Gather, Op::Slide, Op::Pad, Op::Take,
                           Op::ReorderStride, Op::AsVector, Op::AsScalar});
    return !expr.empty() && std::ranges::find(patterns, expr->op) != patterns.end();
}

bool isIdentity(const Expr& expr) {
    if (!is(expr, Op::Map)) return false;
    const Function& function = expr->functions.front();
    return function.body->op == Op::Variable && function.body->variable == function.parameters.front();
}

Expr identity(const Expr& array) {
    return build::map({}, array, [](const Expr& x) { return x; });
}

Expr onInput(const Expr& expr, const Expr& input) {
    if (input.empty() || !(input.type() == expr->inputs.front().type())) return {};
    Node node = *expr;
    node.inputs.front() = input;
    return Expr(std::make_shared<const Node>(std::move(node)));
}

Expr reductionOn(const Node& reduction, const Expr& array) {
    Node node = reduction;
    node.inputs.front() = array;
    return build::node(std::move(node));
}

Expr withParts(const Expr& expr, const Variable* whole, const std::vector<Expr>& parts) {
    const auto isWhole = [&](const Expr& each) {
        return is(each, Op::Variable) && each->variable.get() == whole;
    };
    if (isWhole(expr)) return build::tuple(parts);
    if (is(expr, Op::Get) && isWhole(expr->inputs.front())) return parts[static_cast<std::size_t>(expr->index)];
    Node node = *expr;
    for (Expr& input : node.inputs) input = withParts(input, whole, parts);
    for (Function& function : node.functions)
        function.body = withParts(function.expr(), whole, parts).pointer();
    return Expr(std::make_shared<const Node>(std::move(node)));
}

Expr called(const Function& function, const std::vector<Expr>& arguments) {
    if (std::ranges::any_of(arguments, &Expr::empty)) return {};
    const Result<Expr> body = applied(function, arguments);
    return body ? *body : Expr();
}

Expr onParts(std::int64_t n, const Expr& array, const build::Body1& of) {
    return build::join(build::map({}, build::split(n, array), of, "part"));
}

} // namespace warpstring::generate
