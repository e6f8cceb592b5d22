// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of arrays that iterations read and write.
#include <algorithm>
#include <ranges>
#include <utility>

#include "generate/form/build.h"
#include "generate/nests/execution.h"
#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

using frontend::CExpression;

Expr asInt(const Expr& expr) {
    return expr.type() == Type::of({ScalarType::Int, 1}) ? expr : build::operation("int", {expr});
}

} // namespace

Execution::Element Execution::element(const CExpression& subscript) {
    const auto known = bufferOf_.find(subscript.variable);
    const frontend::CVariable& variable = function_.variables[static_cast<std::size_t>(subscript.variable)];
    if (known == bufferOf_.end())
        refuseNest(variable.isAlias ? "nest.alias" : "nest.unsupported", subscript.place,
                   "\"" + variable.name + "\" is no array that the function is given",
                   variable.isAlias ? "index the array that it points into" : "hand it to the function");
    const NestBuffer& buffer = buffers_[known->second];
    if (subscript.operands.size() != buffer.lengths.size())
        refuseNest("nest.unsupported", subscript.place,
                   "\"" + variable.name + "\" is indexed by " + std::to_string(subscript.operands.size()) +
                       " of its " + std::to_string(buffer.lengths.size()) + " dimensions");
    Element made;
    made.buffer = known->second;
    made.affine = Affine{};
    const std::vector<std::int64_t> strides = stridesOf(buffer.lengths);
    for (std::size_t i = 0; i < subscript.operands.size(); ++i) {
        Expr own = value(subscript.operands[i]);
        const std::optional<Affine> affine = affineOf(own);
        if (affine) {
            own = exprOf(*affine, loops_);
            const NatRange range = rangeOf(*affine, loops_);
            const bool isInside = range.low >= 0 && (buffer.lengths[i] == 0 || range.high < buffer.lengths[i]);
            if (!isInside && conditions_ > 0)
                refuseNest("nest.guarded-access", subscript.place,
                           "\"" + buffer.name + "\" is indexed beyond its end but for a condition",
                           "let loops begin and end where all elements are there, or clamp the subscript");
            if (!isInside)
                refuseNest("nest.bounds", subscript.operands[i].place,
                           "subscript " + toText(*affine, loops_) + " of \"" + buffer.name + "\" comes to " +
                               std::to_string(range.low < 0 ? range.low : range.high) +
                               (buffer.lengths[i] > 0 ? " of " + std::to_string(buffer.lengths[i]) : ""));
        } else {
            own = asInt(own);
        }
        if (made.affine && affine)
            made.affine = *made.affine + *affine * strides[i];
        else
            made.affine.reset();
        Expr term = own;
        if (strides[i] != 1) term = build::operation("*", {term, build::integer(strides[i])});
        made.flat = made.flat.empty() ? term : build::operation("+", {made.flat, term});
        made.subscripts.push_back(own);
    }
    if (!made.affine && conditions_ > 0)
        refuseNest("nest.guarded-access", subscript.place,
                   "whether \"" + buffer.name + "\" has this element hangs on a condition",
                   "read it without a condition, from a subscript that is always inside");
    return made;
}

void Execution::note(const Element& element, bool isStore, const SourceLocation& place) {
    meaning_.accesses.push_back({element.buffer, element.affine, loops_, isStore, conditions_ > 0, place});
}

/// As it was before the nest.
Expr Execution::original(const Element& element) {
    const NestBuffer& buffer = bufferOf(element);
    if (buffer.shape.empty()) {
        const Type endless = Type::array(Type::of(buffer.type), Nat(std::int64_t{1} << 40));
        return build::at(build::use(std::make_shared<const Variable>(Variable{buffer.name, endless})),
                         element.flat);
    }
    std::vector<Expr> subscripts = element.subscripts;
    if (element.affine) {
        subscripts.clear();
        const auto own = subscriptsOf(*element.affine, buffer.shape, loops_);
        if (own)
            for (const Affine& each : *own) subscripts.push_back(exprOf(each, loops_));
    }
    Expr array = build::use(buffer.parameter);
    if (subscripts.size() != buffer.shape.size()) return {};
    for (const Expr& own : subscripts) array = build::at(array, own);
    return array;
}

Expr Execution::load(const Element& element, const SourceLocation& place) {
    note(element, false, place);
    for (const NestStore& cell : std::views::reverse(cells_)) {
        if (cell.buffer != element.buffer) continue;
        if (element.affine && cell.element == *element.affine && cell.loops.size() <= loops_.size())
            return cell.value;
        const bool isApart = element.affine && cell.element.factors == element.affine->factors &&
                             cell.loops.size() <= loops_.size(); // and the constants differ
        if (isApart) continue;
        refuseNest("nest.memory", place,
                   "whether this is an element of \"" + bufferOf(element).name +
                       "\" that was written before cannot be seen",
                   "keep it in a variable, or read from another array than is written to");
    }
    const Expr value = original(element);
    if (value.empty())
        refuseNest("nest.unsupported", place,
                   "an element of \"" + bufferOf(element).name + "\" has no form here");
    return value;
}

void Execution::store(const CExpression& target, const Expr& value) {
    const Element own = element(target);
    const NestBuffer& buffer = bufferOf(own);
    if (buffer.isConstant) refuseNest("nest.unsupported", target.place, "\"" + buffer.name + "\" is const");
    if (!own.affine)
        refuseNest("nest.indirect-write", target.place,
                   "which element of \"" + buffer.name + "\" is written is no sum of counters",
                   "iterations that may write one element cannot run in parallel");
    note(own, true, target.place);
    cells_.push_back({own.buffer, *own.affine, value, loops_, target.place});
}

} // namespace warpstring::generate
