// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/tiles.h"

#include <algorithm>

#include "generate/form/substitute.h"

namespace warpstring::generate {
namespace {

bool isReduction(const Expr& expr) {
    return is(expr, Op::Reduce, Level::Abstract) || is(expr, Op::Reduce, Level::Sequential);
}

void collectReductions(const Expr& expr, std::vector<Expr>& found) {
    if (isReduction(expr)) {
        found.push_back(expr);
        return;
    }
    for (const Expr& input : expr->inputs) collectReductions(input, found);
}

bool holds(const Expr& expr, const Expr& part) {
    return expr.pointer() == part.pointer() ||
           std::ranges::any_of(expr->inputs, [&](const Expr& input) { return holds(input, part); });
}

} // namespace

Expr onlyReduction(const Expr& body) {
    std::vector<Expr> found;
    collectReductions(body, found);
    return found.size() == 1 ? found.front() : Expr();
}

Expr elementOf(const Expr& body, const Expr& reduction, const Expr& result) {
    if (body.pointer() == reduction.pointer()) return result;
    if (!holds(body, reduction)) return body;
    switch (body->op) {
    case Op::At:
        if (!is(body->inputs[1], Op::Literal) || body->inputs[1]->value != 0) return {};
        return elementOf(body->inputs[0], reduction, result);
    case Op::Map: return called(body->functions.front(), {elementOf(body->inputs[0], reduction, result)});
    case Op::Operator:
    case Op::Call:
    case Op::Tuple:
    case Op::Get: {
        Node node = *body;
        for (Expr& input : node.inputs) input = elementOf(input, reduction, result);
        return build::node(std::move(node));
    }
    default: return {};
    }
}

Expr shapedLike(const Expr& body, const Expr& elements) {
    return body.type().isArray() ? build::split(1, elements) : elements;
}

bool mentions(const Expr& expr, const VariablePointer& variable) { return uses(expr, variable.get()) > 0; }

Expr paddedTo(std::int64_t multiple, const Expr& array) {
    const std::int64_t more = (multiple - lengthOf(array) % multiple) % multiple;
    return more == 0 ? array : build::pad(0, more, Boundary::Nearest, {}, array);
}

Expr taken(std::int64_t length, const Expr& array) {
    return lengthOf(array) == length ? array : build::take(length, array);
}

Expr Elements::operator()(const Expr& element) const {
    return of.body == nullptr ? element : called(of, {element});
}

Elements elementsOf(const Expr& input) {
    if (is(input, Op::Map, Level::Abstract) || is(input, Op::Map, Level::Sequential))
        return {input->inputs.front(), input->functions.front()};
    return {input, {}};
}

Expr zippedOrOne(bool isZip, std::vector<Expr> arrays) {
    return isZip ? build::zip(std::move(arrays)) : arrays.front();
}

std::vector<Expr> partsOf(bool isZip, const Expr& element, std::size_t count) {
    if (!isZip) return {element};
    std::vector<Expr> parts;
    parts.reserve(count);
    for (std::size_t i = 0; i < count; ++i) parts.push_back(build::get(element, static_cast<int>(i)));
    return parts;
}

Expr copiedToLocal(std::int64_t width, const Expr& array) {
    const auto copied = [](const Expr& elements) {
        return build::toLocal(build::map(localRun, elements, [](const Expr& x) { return x; }));
    };
    const Type& element = array.type().element();
    const bool scalars = element.isValue() && element.value().width == 1;
    if (width > 1 && scalars && dividesLength(width, lengthOf(array)))
        return build::asScalar(copied(build::asVector(width, array)));
    return copied(array);
}

} // namespace warpstring::generate
