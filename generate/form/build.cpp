// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/build.h"

#include <algorithm>
#include <utility>

namespace warpstring::generate::build {
namespace {

Expr pattern(Op op, std::vector<Expr> inputs, const Nat& number = {}, const Nat& step = {}) {
    Node made;
    made.op = op;
    made.inputs = std::move(inputs);
    made.number = number;
    made.step = step;
    return node(std::move(made));
}

Expr withFunction(Op op, Run run, const Function& function, std::vector<Expr> inputs, const Nat& number = {}) {
    Node made;
    made.op = op;
    made.inputs = std::move(inputs);
    made.functions = {function};
    made.number = number;
    made.level = run.level;
    made.dimension = run.dimension;
    made.unroll = run.unroll;
    return node(std::move(made));
}

} // namespace

Expr node(Node node) {
    if (std::ranges::any_of(node.inputs, &Expr::empty)) return {};
    if (std::ranges::any_of(node.functions, [](const Function& function) { return function.body == nullptr; }))
        return {};
    const Result<Expr> typed = infer(std::move(node));
    return typed ? *typed : Expr();
}

Expr use(const VariablePointer& variable) {
    Node made;
    made.op = Op::Variable;
    made.variable = variable;
    made.name = variable->name;
    return node(std::move(made));
}

Expr integer(std::int64_t value) { return literal({ScalarType::Int, 1}, static_cast<double>(value)); }

Expr literal(ValueType type, double value) {
    Node made;
    made.op = Op::Literal;
    made.type = Type::of(type);
    made.value = value;
    return node(std::move(made));
}

Expr operation(const std::string& name, std::vector<Expr> operands) {
    Node made;
    made.op = Op::Operator;
    made.name = name;
    made.inputs = std::move(operands);
    return node(std::move(made));
}

Expr call(const UserFunction& function, std::vector<Expr> operands, const SourceLocation& place) {
    Node made;
    made.op = Op::Call;
    made.name = function.name;
    made.type = Type::of(function.result);
    made.inputs = std::move(operands);
    made.place = place;
    return node(std::move(made));
}

Expr tuple(std::vector<Expr> parts) { return pattern(Op::Tuple, std::move(parts)); }

Expr get(const Expr& tuple, int index) {
    if (tuple.empty()) return {};
    if (tuple->op == Op::Tuple && static_cast<std::size_t>(index) < tuple->inputs.size())
        return tuple->inputs[static_cast<std::size_t>(index)];
    Node made;
    made.op = Op::Get;
    made.inputs = {tuple};
    made.index = index;
    return node(std::move(made));
}

Expr let(const Expr& value, const Body1& body, const std::string& name) {
    if (value.empty()) return {};
    return withFunction(
        Op::Let, {},
        function({value.type()}, [&](const std::vector<Expr>& own) { return body(own[0]); }, {name}), {value});
}

Function function(const std::vector<Type>& parameters, const Body& body,
                  const std::vector<std::string>& names) {
    static const std::vector<std::string> usual = {"a", "b", "c", "d"};
    Function made;
    std::vector<Expr> arguments;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string& name = i < names.size() ? names[i] : usual[i % usual.size()];
        made.parameters.push_back(std::make_shared<const Variable>(Variable{name, parameters[i]}));
        arguments.push_back(use(made.parameters.back()));
    }
    made.body = body(arguments).pointer();
    return made;
}

Expr map(Run run, const Function& function, const Expr& input) {
    if (input.empty() || function.body == nullptr) return {};
    return withFunction(Op::Map, run, function, {input});
}

Expr map(Run run, const Expr& input, const Body1& body, const std::string& parameter) {
    if (input.empty() || !input.type().isArray()) return {};
    return map(run,
               function({input.type().element()}, [&](const std::vector<Expr>& own) { return body(own[0]); },
                        {parameter}),
               input);
}

Expr reduce(Run run, const Function& function, const Expr& start, const Expr& input) {
    return withFunction(Op::Reduce, run, function, {input, start});
}

Expr partRed(const Function& function, const Expr& start, const Nat& number, const Expr& input) {
    return withFunction(Op::PartRed, {}, function, {input, start}, number);
}

Expr scan(Run run, const Function& function, const Expr& start, const Expr& input) {
    return withFunction(Op::Scan, run, function, {input, start});
}

Expr zip(std::vector<Expr> arrays) { return pattern(Op::Zip, std::move(arrays)); }

Expr split(const Nat& number, const Expr& input) { return pattern(Op::Split, {input}, number); }

Expr join(const Expr& input) { return pattern(Op::Join, {input}); }

Expr transpose(const Expr& input) { return pattern(Op::Transpose, {input}); }

Expr iterate(std::int64_t count, const Expr& input, const Body1& body) {
    if (input.empty()) return {};
    Node made;
    made.op = Op::Iterate;
    made.inputs = {input};
    made.functions = {
        function({input.type()}, [&](const std::vector<Expr>& own) { return body(own[0]); }, {"xs"})};
    made.count = count;
    return node(std::move(made));
}

Expr reorder(const Expr& input) { return pattern(Op::Reorder, {input}); }

Expr reorderStride(const Nat& stride, const Expr& input) { return pattern(Op::ReorderStride, {input}, stride); }

Expr reorderStrideOfLength(const Nat& parts, const Expr& input) {
    Node made;
    made.op = Op::ReorderStride;
    made.inputs = {input};
    made.number = parts;
    made.ofLength = true;
    return node(std::move(made));
}

Expr gather(const Expr& input, const Nat& length, const Body1& index) {
    const Type integers = Type::of({ScalarType::Int, 1});
    return withFunction(
        Op::Gather, {},
        function({integers}, [&](const std::vector<Expr>& own) { return index(own[0]); }, {"i"}), {input},
        length);
}

Expr slide(const Nat& size, const Nat& step, const Expr& input) {
    return pattern(Op::Slide, {input}, size, step);
}

Expr pad(const Nat& before, const Nat& behind, Boundary boundary, const Expr& value, const Expr& input) {
    Node made;
    made.op = Op::Pad;
    made.inputs = {input};
    if (boundary == Boundary::Constant) made.inputs.push_back(value);
    made.number = before;
    made.step = behind;
    made.boundary = boundary;
    return node(std::move(made));
}

Expr take(const Nat& number, const Expr& input) { return pattern(Op::Take, {input}, number); }

Expr iota(const Nat& length) { return pattern(Op::Iota, {}, length); }

Expr fill(const Nat& length, const Expr& value) { return pattern(Op::Fill, {value}, length); }

Expr at(const Expr& input, const Expr& index) { return pattern(Op::At, {input, index}); }

Expr toLocal(const Expr& input, std::int64_t behindRows) {
    Node made;
    made.op = Op::ToLocal;
    made.inputs = {input};
    made.number = behindRows;
    return node(std::move(made));
}
Expr toLocalByTurns(const Expr& input, std::int64_t behindRows) {
    Node made;
    made.op = Op::ToLocal;
    made.inputs = {input};
    made.number = behindRows;
    made.count = 2;
    return node(std::move(made));
}

Expr toGlobal(const Expr& input) { return pattern(Op::ToGlobal, {input}); }

Expr toPrivate(const Expr& input) { return pattern(Op::ToPrivate, {input}); }

Expr asVector(const Nat& width, const Expr& input) { return pattern(Op::AsVector, {input}, width); }

Expr asScalar(const Expr& input) { return pattern(Op::AsScalar, {input}); }

} // namespace warpstring::generate::build
