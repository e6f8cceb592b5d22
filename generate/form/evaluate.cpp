// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/evaluate.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text/text_format.h"
#include "generate/form/arithmetic.h"

namespace warpstring::generate {
namespace {

using Values = std::vector<Value>;

class Evaluator {
public:
    Evaluator(Environment environment, const Definitions& definitions)
        : environment_(std::move(environment)), definitions_(definitions) {}

    /// Anything where a fault was found, which is kept.
    Value of(const Expr& expr);
    [[nodiscard]] const std::optional<Diagnostic>& fault() const { return fault_; }

private:
    Value applied(const Function& function, const Values& arguments);
    Value ofScalars(const Node& node, const Values& inputs);
    Value ofOperator(const Node& node, const Values& inputs);
    Value ofCall(const Node& node, const Values& inputs);
    Value ofReduction(const Node& node, const Values& inputs);
    Value ofMap(const Node& node, const Values& elements);
    Value ofIterate(const Node& node, Value value);
    Value ofArray(const Node& node, const Values& inputs);
    Value ofPad(const Node& node, const Values& inputs);
    Value ofGather(const Node& node, const Values& elements);
    Value element(const Node& node, const Values& elements, double index);
    Value grouped(const Node& node, const Values& elements, std::size_t number);
    std::size_t constant(const Node& node, const Nat& length);
    Value failed(const Node& node, std::string_view code, const std::string& message);

    Environment environment_; // with what functions around have been given
    const Definitions& definitions_;
    std::optional<Diagnostic> fault_;
};

Value Evaluator::failed(const Node& node, std::string_view code, const std::string& message) {
    if (!fault_)
        fault_ = Diagnostic{.code = "evaluate." + std::string(code),
                            .severity = Severity::Error,
                            .place = node.place,
                            .message = message,
                            .hint = {}};
    return {};
}

std::size_t Evaluator::constant(const Node& node, const Nat& length) {
    const std::optional<std::int64_t> value = length.constant();
    if (!value || *value < 0) failed(node, "length", "the length " + length.code() + " is no constant");
    return value && *value > 0 ? static_cast<std::size_t>(*value) : 0;
}

Value Evaluator::applied(const Function& function, const Values& arguments) {
    Values around;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        around.push_back(std::exchange(environment_[function.parameters[i].get()], arguments[i]));
    Value result = of(function.expr());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        environment_[function.parameters[i].get()] = std::move(around[i]);
    return result;
}

/// The common type of what a comparison compares.
ScalarType comparedAs(const Node& node) {
    if (node.inputs.size() < 2) return node.inputs.front().type().value().scalar;
    Node difference = node;
    difference.name = "-";
    const Result<Expr> typed = infer(std::move(difference));
    return typed ? typed->type().value().scalar : ScalarType::Int;
}

Value Evaluator::ofOperator(const Node& node, const Values& inputs) {
    const ValueType type = node.type.value();
    if (node.name.front() == '.') {
        const std::size_t component = std::string_view("xyzw").find(node.name[1]);
        if (component >= inputs.front().parts().size())
            return failed(node, "index", "the vector has no component " + node.name);
        return inputs.front().parts()[component];
    }
    if (type.width > 1 && parseValueType(node.name)) {
        Values components;
        for (const Value& input : inputs) components.emplace_back(converted(input.number(), type.scalar));
        return Value(std::move(components));
    }
    const ScalarType scalar = isComparison(node.name) ? comparedAs(node) : type.scalar;
    const auto component = [&](std::size_t c) -> Value {
        std::vector<double> operands;
        for (const Value& input : inputs)
            operands.push_back(input.hasParts() ? input.parts()[c].number() : input.number());
        const std::optional<double> result = computed(node.name, scalar, operands);
        return result ? Value(*result) : failed(node, "division", "an integer is divided by 0");
    };
    if (type.width == 1) return component(0);
    Values components;
    for (std::size_t c = 0; c < static_cast<std::size_t>(type.width); ++c) components.push_back(component(c));
    return Value(std::move(components));
}

Value Evaluator::ofCall(const Node& node, const Values& inputs) {
    const auto found = definitions_.find(node.name);
    if (found == definitions_.end())
        return failed(node, "function", "nothing says what " + node.name + " computes");
    const Value result = found->second(inputs);
    return result.hasParts() || !node.type.isValue()
               ? result
               : Value(converted(result.number(), node.type.value().scalar));
}

Value Evaluator::ofScalars(const Node& node, const Values& inputs) {
    switch (node.op) {
    case Op::Literal: {
        const ValueType type = node.type.value();
        const Value number = converted(node.value, type.scalar);
        return type.width == 1 ? number : Value(Values(static_cast<std::size_t>(type.width), number));
    }
    case Op::Operator: return ofOperator(node, inputs);
    case Op::Call: return ofCall(node, inputs);
    case Op::Get: return inputs.front().parts()[static_cast<std::size_t>(node.index)];
    default: return Value(inputs); // a tuple
    }
}

Value Evaluator::ofMap(const Node& node, const Values& elements) {
    Values results;
    for (const Value& each : elements) {
        results.push_back(applied(node.functions.front(), {each}));
        if (fault_) return {};
    }
    return Value(std::move(results));
}

/// Reductions take elements in their order; a scan keeps what it had before each, a partial reduction begins
/// anew after `number` of them.
Value Evaluator::ofReduction(const Node& node, const Values& inputs) {
    const Values& elements = inputs[0].parts();
    const std::size_t part = node.op == Op::PartRed ? constant(node, node.number) : elements.size();
    Values results;
    Value accumulator = inputs[1];
    for (std::size_t i = 0; i < elements.size() && !fault_; ++i) {
        if (node.op == Op::Scan) results.push_back(accumulator);
        accumulator = applied(node.functions.front(), {accumulator, elements[i]});
        if (node.op == Op::PartRed && (i + 1) % part == 0) {
            results.push_back(accumulator);
            accumulator = inputs[1];
        }
    }
    if (node.op == Op::Reduce) results.push_back(accumulator);
    return Value(std::move(results));
}

Value Evaluator::ofIterate(const Node& node, Value value) {
    for (std::int64_t i = 0; i < node.count && !fault_; ++i) value = applied(node.functions.front(), {value});
    return value;
}

Value Evaluator::element(const Node& node, const Values& elements, double index) {
    if (index < 0 || index >= static_cast<double>(elements.size()))
        return failed(node, "index",
                      "there is no element " + formatted("%.15g", index) + " of " +
                          std::to_string(elements.size()));
    return elements[static_cast<std::size_t>(index)];
}

Value Evaluator::ofGather(const Node& node, const Values& elements) {
    const std::size_t length = node.number.is(0) ? elements.size() : constant(node, node.number);
    Values results;
    for (std::size_t i = 0; i < length && !fault_; ++i) {
        const Value index = applied(node.functions.front(), {Value(static_cast<double>(i))});
        results.push_back(element(node, elements, index.number()));
    }
    return Value(std::move(results));
}

Value Evaluator::grouped(const Node& node, const Values& elements, std::size_t number) {
    if (number == 0 || elements.size() % number != 0)
        return failed(node, "length",
                      std::to_string(number) + " does not divide the length " +
                          std::to_string(elements.size()));
    Values results;
    for (auto from = elements.begin(); from != elements.end(); from += static_cast<std::ptrdiff_t>(number))
        results.emplace_back(Values(from, from + static_cast<std::ptrdiff_t>(number)));
    return Value(std::move(results));
}

Value Evaluator::ofPad(const Node& node, const Values& inputs) {
    const Values& elements = inputs.front().parts();
    const auto length = static_cast<std::int64_t>(elements.size());
    const auto before = static_cast<std::int64_t>(constant(node, node.number));
    const auto behind = static_cast<std::int64_t>(constant(node, node.step));
    if (length == 0 && node.boundary != Boundary::Constant)
        return failed(node, "length", "an empty array has no element beside it");
    Values results;
    for (std::int64_t i = -before; i < length + behind; ++i) {
        const bool inside = i >= 0 && i < length;
        if (node.boundary == Boundary::Constant && !inside) {
            results.push_back(inputs[1]);
            continue;
        }
        const std::int64_t nearest = std::clamp<std::int64_t>(i, 0, length - 1);
        const std::int64_t wrapped = inside ? i : (i % length + length) % length;
        results.push_back(
            elements[static_cast<std::size_t>(node.boundary == Boundary::Wrap ? wrapped : nearest)]);
    }
    return Value(std::move(results));
}

Value joined(const Values& arrays) {
    Values results;
    for (const Value& array : arrays) results.insert(results.end(), array.parts().begin(), array.parts().end());
    return Value(std::move(results));
}

/// Element [i][j] is [j][i]: of equally long arrays.
Value transposed(const Values& rows) {
    const std::size_t columns = rows.empty() ? 0 : rows.front().parts().size();
    Values results;
    for (std::size_t c = 0; c < columns; ++c) {
        Values column;
        for (const Value& row : rows) column.push_back(row.parts()[c]);
        results.emplace_back(std::move(column));
    }
    return Value(std::move(results));
}

Value Evaluator::ofArray(const Node& node, const Values& inputs) {
    if (node.op == Op::Iota || node.op == Op::Fill) {
        Values results;
        for (std::size_t i = 0; i < constant(node, node.number); ++i)
            results.push_back(node.op == Op::Fill ? inputs.front() : Value(static_cast<double>(i)));
        return Value(std::move(results));
    }
    const Values& elements = inputs.front().parts();
    switch (node.op) {
    case Op::Map: return ofMap(node, elements);
    case Op::Reduce:
    case Op::PartRed:
    case Op::Scan: return ofReduction(node, inputs);
    case Op::Iterate: return ofIterate(node, inputs.front());
    case Op::Zip: return transposed(inputs);
    case Op::Transpose: return transposed(elements);
    case Op::Split:
    case Op::AsVector: return grouped(node, elements, constant(node, node.number));
    case Op::Join:
    case Op::AsScalar: return joined(elements);
    case Op::Gather: return ofGather(node, elements);
    case Op::Pad: return ofPad(node, inputs);
    case Op::At: return element(node, elements, inputs[1].number());
    case Op::Slide: {
        const std::size_t size = constant(node, node.number);
        const std::size_t step = constant(node, node.step);
        Values results;
        for (std::size_t from = 0; step > 0 && from + size <= elements.size(); from += step) {
            const auto first = elements.begin() + static_cast<std::ptrdiff_t>(from);
            results.emplace_back(Values(first, first + static_cast<std::ptrdiff_t>(size)));
        }
        return Value(std::move(results));
    }
    case Op::Take: {
        const std::size_t number = constant(node, node.number);
        if (number > elements.size())
            return failed(node, "length",
                          "take(" + std::to_string(number) + ") of " + std::to_string(elements.size()));
        return Value(Values(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(number)));
    }
    case Op::ReorderStride: {
        const std::size_t number = constant(node, node.number);
        if (number == 0 || elements.size() % number != 0)
            return failed(node, "length", "the stride does not divide " + std::to_string(elements.size()));
        const std::size_t stride = node.ofLength ? elements.size() / number : number;
        const std::size_t parts = elements.size() / stride;
        Values results;
        for (std::size_t i = 0; i < elements.size(); ++i)
            results.push_back(elements[i / parts + stride * (i % parts)]);
        return Value(std::move(results));
    }
    default: return inputs.front(); // reorder, and where results lie
    }
}

Value Evaluator::of(const Expr& expr) {
    const Node& node = *expr;
    if (fault_) return {};
    if (node.op == Op::Variable) {
        const auto found = environment_.find(node.variable.get());
        return found == environment_.end() ? failed(node, "variable", node.variable->name + " has no value")
                                           : found->second;
    }
    Values inputs;
    for (const Expr& input : node.inputs) inputs.push_back(of(input));
    if (fault_) return {};
    switch (node.op) {
    case Op::Literal:
    case Op::Operator:
    case Op::Call:
    case Op::Tuple:
    case Op::Get: return ofScalars(node, inputs);
    case Op::Let: return applied(node.functions.front(), inputs);
    default: return ofArray(node, inputs);
    }
}

void append(std::string& text, const Value& value) {
    constexpr std::size_t enough = 100;
    if (text.size() > enough) return;
    if (!value.hasParts()) {
        text += formatted("%.15g", value.number());
        return;
    }
    text += "[";
    for (std::size_t i = 0; i < value.parts().size() && text.size() <= enough; ++i) {
        if (i > 0) text += ", ";
        append(text, value.parts()[i]);
    }
    text += text.size() > enough ? "..." : "]";
}

} // namespace

const std::vector<Value>& Value::parts() const {
    static const std::vector<Value> none;
    return parts_ ? *parts_ : none;
}

bool operator==(const Value& a, const Value& b) {
    if (a.hasParts() != b.hasParts()) return false;
    if (!a.hasParts()) return a.number_ == b.number_ || (a.number_ != a.number_ && b.number_ != b.number_);
    return a.parts_ == b.parts_ || *a.parts_ == *b.parts_;
}

std::string toText(const Value& value) {
    std::string text;
    append(text, value);
    return text;
}

Result<Value> evaluate(const Expr& expr, const Environment& environment, const Definitions& definitions) {
    Evaluator evaluator(environment, definitions);
    Value value = evaluator.of(expr);
    if (evaluator.fault()) return *evaluator.fault();
    return value;
}

Result<Value> evaluate(const Program& program, const std::vector<Value>& inputs,
                       const Definitions& definitions) {
    Environment environment;
    for (std::size_t i = 0; i < program.parameters.size() && i < inputs.size(); ++i)
        environment[program.parameters[i].get()] = inputs[i];
    return evaluate(program.body, environment, definitions);
}

} // namespace warpstring::generate
