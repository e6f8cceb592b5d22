// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/neighbourhoods.h"

#include <functional>
#include <memory>
#include <utility>

namespace warpstring::generate {

namespace {

/// Patterns put together of an elaborator's nodes.
class Composition {
public:
    Composition(Elaborator& elaborator, const SourceLocation& place) : elaborator_(elaborator), place_(place) {}

    [[nodiscard]] Expr map(const Expr& array, const std::string& name,
                           const std::function<Expr(const Expr&)>& body) {
        if (!isArray(array)) return {};
        auto variable = std::make_shared<const Variable>(Variable{name, array.type().element()});
        const Expr result = body(elaborator_.use(variable, place_));
        if (result.empty()) return {};
        Node node;
        node.op = Op::Map;
        node.inputs = {array};
        node.functions = {Function{{variable}, result.pointer()}};
        return elaborator_.made(std::move(node), place_);
    }
    [[nodiscard]] Expr map(const Expr& array, const std::string& name, const Argument& function) {
        if (!isArray(array)) return {};
        const std::optional<Function> made = elaborator_.function(function, {array.type().element()}, {name});
        if (!made) return {};
        Node node;
        node.op = Op::Map;
        node.inputs = {array};
        node.functions = {*made};
        return elaborator_.made(std::move(node), place_);
    }
    [[nodiscard]] Expr reduce(const Expr& array, const Argument& function, const Argument& identity) {
        if (array.empty()) return {};
        const Type element = array.type().element();
        const Expr start = elaborator_.adapted(elaborator_.expression(identity), element);
        if (start.empty()) return {};
        const std::optional<Function> made =
            elaborator_.function(function, {start.type(), element}, {"acc", "x"}, &element);
        if (!made) return {};
        Node node;
        node.op = Op::Reduce;
        node.inputs = {array, start};
        node.functions = {*made};
        return elaborator_.made(std::move(node), place_);
    }
    [[nodiscard]] Expr pad(const Expr& array, std::int64_t radius, Boundary boundary, const Expr& value) {
        Node node;
        node.op = Op::Pad;
        node.inputs = {array};
        if (boundary == Boundary::Constant) node.inputs.push_back(value);
        node.number = radius;
        node.step = radius;
        node.boundary = boundary;
        return elaborator_.made(std::move(node), place_);
    }
    [[nodiscard]] Expr of(Op op, std::vector<Expr> inputs, const Nat& number = {}, const Nat& step = {}) {
        Node node;
        node.op = op;
        node.inputs = std::move(inputs);
        node.number = number;
        node.step = step;
        return elaborator_.made(std::move(node), place_);
    }

private:
    [[nodiscard]] bool isArray(const Expr& expr) {
        if (expr.empty()) return false;
        if (!expr.type().isArray())
            elaborator_.refuse("pattern.type", place_, "expected an array, this is " + toText(expr.type()));
        return expr.type().isArray();
    }

    Elaborator& elaborator_;
    SourceLocation place_;
};

} // namespace

void refuseBoundary(Elaborator& elaborator, const Argument& argument) {
    elaborator.refuse("pattern.type", argument.place, "expected a boundary: what lies outside of the array",
                      "constant(value), nearest and wrap are boundaries");
}

Expr applyStencil(Elaborator& elaborator, const std::vector<Argument>& arguments, const SourceLocation& place) {
    const std::size_t dimensions = arguments.size() - 3;
    const auto* boundary = std::get_if<BoundaryOf>(&arguments[dimensions].meaning);
    if (boundary == nullptr) {
        refuseBoundary(elaborator, arguments[dimensions]);
        return {};
    }
    std::vector<std::int64_t> radii;
    for (std::size_t i = 0; i < dimensions; ++i) {
        const std::optional<std::int64_t> radius = elaborator.number(arguments[i], "a radius");
        if (!radius) return {};
        if (*radius < 0) {
            elaborator.refuse("pattern.size", arguments[i].place,
                              "a radius is 0 or more, this is " + std::to_string(*radius));
            return {};
        }
        radii.push_back(*radius);
    }
    const Argument& function = arguments[dimensions + 1];
    const Expr input = elaborator.expression(arguments.back());
    if (input.empty()) return {};
    if (input.type().lengths().size() < dimensions) {
        elaborator.refuse("pattern.type", place,
                          "expected an array of " + std::to_string(dimensions) + " dimensions, this is " +
                              toText(input.type()));
        return {};
    }
    Composition composed(elaborator, place);
    const Type element = dimensions == 1 ? input.type().element() : input.type().element().element();
    const Expr value = elaborator.adapted(boundary->value, element);
    if (dimensions == 1) {
        const Expr padded = composed.pad(input, radii[0], boundary->boundary, value);
        return composed.map(composed.of(Op::Slide, {padded}, 2 * radii[0] + 1, 1), "window", function);
    }
    const Expr wide = composed.map(
        input, "row", [&](const Expr& row) { return composed.pad(row, radii[1], boundary->boundary, value); });
    if (wide.empty()) return {};
    const Expr outside = boundary->boundary == Boundary::Constant
                             ? composed.of(Op::Fill, {value}, wide.type().element().length())
                             : Expr();
    const Expr bands = composed.of(Op::Slide, {composed.pad(wide, radii[0], boundary->boundary, outside)},
                                   2 * radii[0] + 1, 1);
    return composed.map(bands, "band", [&](const Expr& band) {
        const Expr parts = composed.map(
            band, "row", [&](const Expr& row) { return composed.of(Op::Slide, {row}, 2 * radii[1] + 1, 1); });
        return composed.map(composed.of(Op::Transpose, {parts}), "window", function);
    });
}

Expr applyAllPairs(Elaborator& elaborator, const std::vector<Argument>& arguments,
                   const SourceLocation& place) {
    const Expr first = elaborator.expression(arguments[arguments.size() - 2]);
    const Expr second = elaborator.expression(arguments.back());
    if (first.empty() || second.empty()) return {};
    Composition composed(elaborator, place);
    const bool isGeneral = arguments.size() == 3;
    return composed.map(first, "a", [&](const Expr& a) {
        const Expr row = composed.map(second, "b", [&](const Expr& b) {
            if (isGeneral) return elaborator.called(arguments[0], {a, b}, place);
            const Expr products = composed.map(composed.of(Op::Zip, {a, b}), "p", arguments[0]);
            return composed.reduce(products, arguments[1], arguments[2]);
        });
        return isGeneral || row.empty() ? row : composed.of(Op::Join, {row});
    });
}

} // namespace warpstring::generate
