// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/memory_order.h"

#include <memory>
#include <optional>
#include <vector>

#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

using Indices = std::vector<Nat>;

/// What a map's parameter stands for: an element of the map's input.
struct Bound {
    const Variable* parameter = nullptr;
    Expr array;
    Nat index;
    std::shared_ptr<const Bound> outer;
};
using BoundPointer = std::shared_ptr<const Bound>;

/// The int that an index function gives of its parameter.
std::optional<Nat> indexOf(const Expr& expr, const Variable* parameter, const Nat& value) {
    if (expr->op == Op::Literal) return Nat(static_cast<std::int64_t>(expr->value));
    if (expr->op == Op::Variable && expr->variable.get() == parameter) return value;
    if (expr->op != Op::Operator || expr->inputs.size() != 2) return std::nullopt;
    const std::optional<Nat> a = indexOf(expr->inputs[0], parameter, value);
    const std::optional<Nat> b = indexOf(expr->inputs[1], parameter, value);
    if (!a || !b) return std::nullopt;
    if (expr->name == "+") return *a + *b;
    if (expr->name == "-") return *a - *b;
    if (expr->name == "*") return *a * *b;
    const bool isWhole = a->range().low >= 0 && b->range().low > 0;
    if (isWhole && expr->name == "/") return *a / *b;
    if (isWhole && expr->name == "%") return *a % *b;
    return std::nullopt;
}

/// Where the element lies in the array of the program that it is taken from, apart from what padding puts
/// beside it; of what is computed of several the first counts. `indices` are as many as the array has
/// dimensions.
std::optional<Nat> memoryIndex(const Expr& array, Indices indices, const BoundPointer& bound) {
    const auto within = [&] { return memoryIndex(array->inputs.front(), std::move(indices), bound); };
    switch (array->op) {
    case Op::Variable: {
        for (const Bound* each = bound.get(); each != nullptr; each = each->outer.get()) {
            if (each->parameter != array->variable.get()) continue;
            indices.insert(indices.begin(), each->index);
            return memoryIndex(each->array, std::move(indices), each->outer);
        }
        Nat index;
        const std::vector<Nat> lengths = array.type().lengths();
        for (std::size_t i = 0; i < indices.size(); ++i) index = index * lengths[i] + indices[i];
        return index;
    }
    case Op::Split:
        indices[1] = indices[0] * array->number + indices[1];
        indices.erase(indices.begin());
        return within();
    case Op::Join: {
        const Nat length = array->inputs.front().type().element().length();
        const Nat index = indices[0];
        indices[0] = index % length;
        indices.insert(indices.begin(), index / length);
        return within();
    }
    case Op::Transpose: std::swap(indices[0], indices[1]); return within();
    case Op::Take: return within();
    case Op::Pad: indices[0] = indices[0] - array->number; return within();
    case Op::Gather: {
        const Function& function = array->functions.front();
        const std::optional<Nat> index =
            indexOf(function.expr(), function.parameters.front().get(), indices[0]);
        if (!index) return std::nullopt;
        indices[0] = *index;
        return within();
    }
    case Op::Map: {
        if (array->level != Level::Abstract) return std::nullopt;
        const Function& function = array->functions.front();
        const auto inner = std::make_shared<const Bound>(
            Bound{function.parameters.front().get(), array->inputs.front(), indices[0], bound});
        indices.erase(indices.begin());
        return memoryIndex(function.expr(), std::move(indices), inner);
    }
    case Op::Zip:
    case Op::Get:
    case Op::Operator:
    case Op::Call:
        for (const Expr& input : array->inputs)
            if (const std::optional<Nat> index = memoryIndex(input, indices, bound)) return index;
        return std::nullopt;
    default: return std::nullopt;
    }
}

} // namespace

bool isTransposed(const Expr& rows) {
    const Type& type = rows.type();
    if (!type.isArray() || !type.element().isArray() || !type.element().element().isValue()) return false;
    const std::int64_t count = lengthOf(rows);
    const std::int64_t length = type.element().length().constant().value_or(0);
    if (count < 2 || length < 2) return false;
    const Nat row = Nat::variable("row", {0, count - 2});
    const Nat element = Nat::variable("element", {0, length - 1});
    const std::optional<Nat> first = memoryIndex(rows, {row, element}, nullptr);
    const std::optional<Nat> next = memoryIndex(rows, {row + 1, element}, nullptr);
    return first && next && (*next - *first).is(1);
}

} // namespace warpstring::generate
