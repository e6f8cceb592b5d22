// SPDX-License-Identifier: GPL-3.0-or-later
// The typing rules of patterns: what each needs of its inputs and gives (seeds/003, section 5.3).
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "generate/form/expr.h"
#include "generate/form/substitute.h"

namespace warpstring::generate {
namespace {

Type intType() { return Type::of({ScalarType::Int, 1}); }

bool isInt(const Type& type) { return type.isValue() && type.value() == ValueType{ScalarType::Int, 1}; }

bool isIntegral(const Type& type) { return type.isValue() && !isFloating(type.value().scalar); }

std::string nameOf(const Node& node) {
    switch (node.op) {
    case Op::Map: return "map" + std::string(name(node.level));
    case Op::Reduce: return "reduce" + std::string(name(node.level));
    case Op::PartRed: return "partRed";
    case Op::Scan: return "scan";
    case Op::Zip: return "zip";
    case Op::Split: return "split";
    case Op::Join: return "join";
    case Op::Iterate: return "iterate";
    case Op::Reorder: return "reorder";
    case Op::Transpose: return "transpose";
    case Op::Gather: return "gather";
    case Op::Slide: return "slide";
    case Op::Pad: return "pad";
    case Op::Take: return "take";
    case Op::Fill: return "fill";
    case Op::At: return "at";
    case Op::ReorderStride: return "reorderStride";
    case Op::AsVector: return "asVector";
    case Op::AsScalar: return "asScalar";
    default: return node.name;
    }
}

/// What is wrong with a node, or its type.
struct Typing {
    Type type;
    std::string fault;
    std::string hint;
};

Typing fault(std::string message, std::string hint = {}) { return {{}, std::move(message), std::move(hint)}; }

Typing typed(Type type) { return {std::move(type), {}, {}}; }

Typing needsArray(const Node& node) {
    return fault(nameOf(node) + " needs an array, this is " + toText(node.inputs.front().type()));
}

/// The type of both operands together: floats before integers, a vector before its scalar; a literal takes the
/// other's.
std::optional<Type> commonType(const Expr& a, const Expr& b) {
    const Type& left = a.type();
    const Type& right = b.type();
    if (!left.isValue() || !right.isValue()) return std::nullopt;
    if (left == right) return left;
    const ValueType x = left.value();
    const ValueType y = right.value();
    if (x.width != 1 && y.width != 1) return std::nullopt;
    if (x.width != 1 || y.width != 1) { // OpenCL C widens a scalar
        const ValueType& wide = x.width != 1 ? x : y;
        const ValueType& narrow = x.width != 1 ? y : x;
        if (isFloating(narrow.scalar) && !isFloating(wide.scalar)) return std::nullopt;
        return Type::of(wide);
    }
    if (isFloating(x.scalar) != isFloating(y.scalar)) return isFloating(x.scalar) ? left : right;
    if (a->op == Op::Literal && bytes(x.scalar) <= bytes(y.scalar)) return right;
    if (b->op == Op::Literal && bytes(y.scalar) <= bytes(x.scalar)) return left;
    if (isFloating(x.scalar)) return bytes(x.scalar) > bytes(y.scalar) ? left : right;
    if (bytes(x.scalar) < 4 && bytes(y.scalar) < 4) return intType(); // integer promotion
    if (bytes(x.scalar) != bytes(y.scalar)) return bytes(x.scalar) > bytes(y.scalar) ? left : right;
    return isSigned(x.scalar) ? right : left;
}

Typing operatorType(const Node& node) {
    const int wanted = operandCount(node.name);
    if (wanted == 0) return fault("there is no function \"" + node.name + "\"");
    if (node.inputs.size() != static_cast<std::size_t>(wanted))
        return fault(node.name + " takes " + std::to_string(wanted) + " operands, not " +
                     std::to_string(node.inputs.size()));
    for (const Expr& input : node.inputs) {
        if (!input.type().isValue())
            return fault("\"" + node.name + "\" needs a number, this is " + toText(input.type()),
                         input.type().isArray() ? "map applies a function to each element; at takes one"
                                                : "take a part of the tuple");
    }
    const auto first = [&] { return node.inputs.front().type(); };
    if (const std::optional<ValueType> made = parseValueType(node.name)) {
        for (const Expr& input : node.inputs) {
            if (input.type().value().width != 1)
                return fault(node.name + " is made of scalars, this is " + toText(input.type()));
        }
        return typed(Type::of(*made));
    }
    if (node.name.front() == '.') {
        const int component = std::string_view("xyzw").find(node.name[1]) == std::string_view::npos
                                  ? 0
                                  : static_cast<int>(std::string_view("xyzw").find(node.name[1]));
        if (component >= first().value().width || first().value().width == 1)
            return fault(toText(first()) + " has no component " + node.name);
        return typed(Type::of({first().value().scalar, 1}));
    }
    if (node.name == "select") {
        if (!isInt(first())) return fault("a condition is an int, this is " + toText(first()));
        const std::optional<Type> type = commonType(node.inputs[1], node.inputs[2]);
        if (!type)
            return fault("both sides of ?: need one type, these are " + toText(node.inputs[1].type()) +
                         " and " + toText(node.inputs[2].type()));
        return typed(*type);
    }
    std::optional<Type> type = first();
    for (std::size_t i = 1; i < node.inputs.size() && type; ++i) {
        Node so;
        so.type = *type;
        so.op = i == 1 ? node.inputs.front()->op : Op::Operator;
        type = commonType(Expr(std::make_shared<const Node>(so)), node.inputs[i]);
    }
    if (!type)
        return fault("\"" + node.name + "\" needs operands of one type, these are " + toText(first()) +
                     " and " + toText(node.inputs[1].type()));
    static constexpr std::string_view integral[] = {"%", "&&", "||", "&", "|", "^", "<<", ">>", "not"};
    for (const std::string_view only : integral) {
        if (node.name == only && !isIntegral(*type))
            return fault("\"" + node.name + "\" needs integers, this is " + toText(*type));
    }
    static constexpr std::string_view comparing[] = {"<", "<=", ">", ">=", "==", "!=", "&&", "||", "not"};
    for (const std::string_view only : comparing) {
        if (node.name != only) continue;
        if (type->value().width != 1)
            return fault("\"" + node.name + "\" needs scalars, this is " + toText(*type));
        return typed(intType());
    }
    static constexpr std::string_view floating[] = {"sqrt",  "rsqrt", "exp",   "log",  "sin",
                                                    "cos",   "tan",   "floor", "ceil", "pow",
                                                    "hypot", "atan2", "fma",   "mad",  "fabs"};
    for (const std::string_view only : floating) {
        if (node.name == only && !isFloating(type->value().scalar))
            return fault(node.name + " needs a floating type, this is " + toText(*type), "float(x) converts");
    }
    if (node.name == "abs" && !isIntegral(*type))
        return fault("abs needs an integer, this is " + toText(*type), "fabs is of floats");
    return typed(*type);
}

/// The type that a function's body has; its parameters' types are those that the pattern gives.
const Type& resultOf(const Node& node, std::size_t function = 0) { return node.functions[function].body->type; }

Typing reductionType(const Node& node) {
    const Type& input = node.inputs[0].type();
    const Type& start = node.inputs[1].type();
    const Type& result = resultOf(node);
    const bool isSequential = node.op == Op::Reduce && node.level == Level::Sequential;
    if (!isSequential && start != input.element())
        return fault(nameOf(node) + " starts with " + toText(start) + ", its elements are " +
                     toText(input.element()));
    if (result != start)
        return fault("the operator of " + nameOf(node) + " gives " + toText(result) +
                     " where it takes and starts with " + toText(start));
    if (node.op == Op::Scan) return typed(input);
    if (node.op == Op::Reduce) return typed(Type::array(start, 1));
    if (!divides(node.number, input.length()))
        return fault("partRed takes parts of " + node.number.code() + ", which do not divide " +
                     input.length().code());
    return typed(Type::array(start, input.length() / node.number));
}

Typing iterateType(const Node& node) {
    constexpr std::int64_t mostTypes = 64; // as many halves has the longest array
    Type type = node.inputs.front().type();
    if (node.count < 0) return fault("iterate cannot run " + std::to_string(node.count) + " times");
    for (std::int64_t i = 0; i < node.count; ++i) {
        if (i == mostTypes)
            return fault("iterate's array has another length each time, " + std::to_string(mostTypes) +
                             " times and more",
                         "each length is code of its own");
        const Result<Function> once = retyped(node.functions.front(), {type});
        if (!once)
            return fault("iterate's function fits no more the " + std::to_string(i + 1) +
                         "th time: " + once.diagnostics().front().message);
        if (once->body->type == type) break;
        type = once->body->type;
        if (!type.isArray()) return fault("iterate's function has to give an array, this is " + toText(type));
    }
    return typed(type);
}

/// The function's result, of vectors where its scalars are.
Type callType(const Node& node) {
    if (!node.byComponents) return node.type;
    int width = 1;
    for (const Expr& input : node.inputs) width = std::max(width, input.type().value().width);
    return Type::of({node.type.value().scalar, width});
}

Typing typeOf(const Node& node) {
    const auto input = [&]() -> const Type& { return node.inputs.front().type(); };
    const std::optional<std::int64_t> number = node.number.constant();
    switch (node.op) {
    case Op::Variable: return typed(node.variable->type);
    case Op::Literal: return typed(node.type);
    case Op::Call: return typed(callType(node));
    case Op::Operator: return operatorType(node);
    case Op::Tuple: {
        std::vector<Type> parts;
        parts.reserve(node.inputs.size());
        for (const Expr& part : node.inputs) parts.push_back(part.type());
        return typed(Type::tuple(std::move(parts)));
    }
    case Op::Get:
        if (!input().isTuple()) return fault("a part is taken of a tuple, this is " + toText(input()));
        if (node.index < 0 || static_cast<std::size_t>(node.index) >= input().parts().size())
            return fault(toText(input()) + " has no part " + std::to_string(node.index));
        return typed(input().parts()[static_cast<std::size_t>(node.index)]);
    case Op::Zip: {
        std::vector<Type> parts;
        for (const Expr& array : node.inputs) {
            if (!array.type().isArray()) return fault("zip needs arrays, this is " + toText(array.type()));
            if (!(array.type().length() == input().length()))
                return fault("zip needs arrays of one length, these have " + input().length().code() + " and " +
                             array.type().length().code());
            parts.push_back(array.type().element());
        }
        return typed(Type::array(Type::tuple(std::move(parts)), input().length()));
    }
    case Op::Iota: return typed(Type::array(intType(), node.number));
    case Op::Fill: return typed(Type::array(input(), node.number));
    case Op::Let: return typed(resultOf(node));
    case Op::ToLocal:
    case Op::ToGlobal:
    case Op::ToPrivate: return typed(input());
    default: break;
    }
    if (!input().isArray()) return needsArray(node);
    const Type& element = input().element();
    const Nat& length = input().length();
    switch (node.op) {
    case Op::Map: return typed(Type::array(resultOf(node), length));
    case Op::Reduce:
    case Op::PartRed:
    case Op::Scan: return reductionType(node);
    case Op::Iterate: return iterateType(node);
    case Op::Reorder: return typed(input());
    case Op::ReorderStride:
        if (node.number.range().low < 1) return fault("a stride is 1 or more");
        if (!divides(node.number, length))
            return fault("reorderStride " + node.number.code() + " does not divide the length " +
                         length.code());
        return typed(input());
    case Op::Split:
        if (number && *number < 1) return fault("split needs 1 or more elements a part");
        if (!divides(node.number, length))
            return fault("split(" + node.number.code() + ") does not divide the length " + length.code(),
                         "pad brings an array to a length that divides");
        return typed(Type::array(Type::array(element, node.number), length / node.number));
    case Op::Join:
        if (!element.isArray()) return fault("join needs an array of arrays, this is " + toText(input()));
        return typed(Type::array(element.element(), length * element.length()));
    case Op::Transpose:
        if (!element.isArray()) return fault("transpose needs an array of arrays, this is " + toText(input()));
        return typed(Type::array(Type::array(element.element(), length), element.length()));
    case Op::Gather:
        if (!isInt(resultOf(node)))
            return fault("gather's function gives an int, this is " + toText(resultOf(node)));
        return typed(Type::array(element, node.number.is(0) ? length : node.number));
    case Op::Slide: {
        if (node.number.range().low < 1 || node.step.range().low < 1)
            return fault("slide needs a size and a step of 1 or more");
        const Nat room = length - node.number;
        if (room.range().low < 0)
            return fault("slide's windows of " + node.number.code() + " do not fit into " + length.code());
        return typed(Type::array(Type::array(element, node.number), room / node.step + 1));
    }
    case Op::Pad:
        if (node.number.range().low < 0 || node.step.range().low < 0)
            return fault("pad cannot take elements away", "take does");
        if (node.boundary == Boundary::Constant && node.inputs[1].type() != element)
            return fault("pad's value is " + toText(node.inputs[1].type()) + ", the elements are " +
                         toText(element));
        if (node.boundary == Boundary::Wrap &&
            ((length - node.number).range().low < 0 || (length - node.step).range().low < 0))
            return fault("pad by wrapping reaches no further than the array is long, " + length.code());
        return typed(Type::array(element, node.number + length + node.step));
    case Op::Take:
        if ((length - node.number).range().low < 0)
            return fault("take(" + node.number.code() + ") of " + length.code() + " elements");
        return typed(Type::array(element, node.number));
    case Op::At:
        if (!isInt(node.inputs[1].type()))
            return fault("an index is an int, this is " + toText(node.inputs[1].type()));
        if (node.inputs[1]->op == Op::Literal &&
            (node.inputs[1]->value < 0 || node.inputs[1]->value >= static_cast<double>(length.range().high)))
            return fault("there is no element " +
                         std::to_string(static_cast<std::int64_t>(node.inputs[1]->value)) + " of " +
                         length.code());
        return typed(element);
    case Op::AsVector: {
        if (!element.isValue() || element.value().width != 1)
            return fault("asVector needs scalars, these are " + toText(element));
        if (!number || (*number != 2 && *number != 4 && *number != 8 && *number != 16))
            return fault("OpenCL C has vectors of 2, 4, 8 and 16 components, not of " + node.number.code());
        if (!divides(node.number, length))
            return fault("asVector(" + node.number.code() + ") does not divide the length " + length.code());
        return typed(
            Type::array(Type::of({element.value().scalar, static_cast<int>(*number)}), length / node.number));
    }
    case Op::AsScalar:
        if (!element.isValue() || element.value().width == 1)
            return fault("asScalar needs vectors, these are " + toText(element));
        return typed(Type::array(Type::of({element.value().scalar, 1}), length * element.value().width));
    default: return fault("no pattern");
    }
}

/// What is in a value of the type: scalars, and parts of tuples without regard to lengths.
struct Extent {
    double scalars = 0;
    int parts = 0;
};

Extent extentOf(const Type& type) {
    if (type.isValue()) return {static_cast<double>(type.value().width), 1};
    if (type.isArray()) {
        const Extent element = extentOf(type.element());
        return {static_cast<double>(type.length().range().high) * element.scalars, element.parts};
    }
    Extent sum;
    for (const Type& part : type.parts()) {
        const Extent own = extentOf(part);
        sum.scalars += own.scalars;
        sum.parts += own.parts;
    }
    return sum;
}

/// No memory holds more; lengths and indices stay far from where int64 ends.
constexpr double mostScalars = 0x1p46;
constexpr int mostParts = 256;

} // namespace

std::optional<std::vector<Type>> parameterTypes(const Node& node, std::size_t) {
    if (node.op == Op::Gather) return std::vector<Type>{intType()};
    if (node.op == Op::Let) return std::vector<Type>{node.inputs.front().type()};
    if (node.inputs.empty() || !node.inputs.front().type().isArray()) return std::nullopt;
    const Type& input = node.inputs.front().type();
    switch (node.op) {
    case Op::Map: return std::vector<Type>{input.element()};
    case Op::Iterate: return std::vector<Type>{input};
    case Op::Reduce:
    case Op::PartRed:
    case Op::Scan:
        if (node.inputs.size() < 2) return std::nullopt;
        return std::vector<Type>{node.inputs[1].type(), input.element()};
    default: return std::nullopt;
    }
}

Result<Expr> infer(Node node) {
    Typing typing = typeOf(node);
    if (typing.fault.empty()) {
        const Extent extent = extentOf(typing.type);
        if (extent.scalars > mostScalars) typing.fault = "the result has more than 2^46 numbers";
        if (extent.parts > mostParts) typing.fault = "a tuple has more than 256 parts";
    }
    if (!typing.fault.empty()) {
        return Diagnostic{.code = "pattern.type",
                          .severity = Severity::Error,
                          .place = node.place,
                          .message = typing.fault,
                          .hint = typing.hint};
    }
    node.type = std::move(typing.type);
    return Expr(std::make_shared<const Node>(std::move(node)));
}

} // namespace warpstring::generate
