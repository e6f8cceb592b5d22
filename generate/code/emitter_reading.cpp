// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as views of what they are: nothing is moved, and code is made for what has to lie somewhere
// alone.
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "generate/code/emitter.h"
#include "generate/code/vector_functions.h"
#include "generate/form/arithmetic.h"
#include "generate/form/substitute.h"

namespace warpstring::generate {
namespace {

struct Binding {
    std::string_view name;
    int precedence; // as C has it, the tightest being 3
};

constexpr auto bindings = std::to_array<Binding>({{"*", 3},
                                                  {"/", 3},
                                                  {"%", 3},
                                                  {"+", 4},
                                                  {"-", 4},
                                                  {"<<", 5},
                                                  {">>", 5},
                                                  {"<", 6},
                                                  {"<=", 6},
                                                  {">", 6},
                                                  {">=", 6},
                                                  {"==", 7},
                                                  {"!=", 7},
                                                  {"&", 8},
                                                  {"^", 9},
                                                  {"|", 10},
                                                  {"&&", 11},
                                                  {"||", 12}});

std::string literalCode(double value, ValueType type) {
    if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
    if (std::isnan(value)) return "NAN";
    char text[64];
    if (isFloating(type.scalar)) {
        const auto end = type.scalar == ScalarType::Double
                             ? std::to_chars(std::begin(text), std::end(text), value).ptr
                             : std::to_chars(std::begin(text), std::end(text), static_cast<float>(value)).ptr;
        std::string code(std::begin(text), end);
        if (code.find_first_of(".en") == std::string::npos) code += ".0";
        return type.scalar == ScalarType::Double ? code : code + "f";
    }
    // The number after its sign would be of a larger type.
    if (type.scalar == ScalarType::Int && value == -2147483648.0) return "INT_MIN";
    const bool isLong = type.scalar == ScalarType::Long || type.scalar == ScalarType::ULong;
    return std::to_string(static_cast<std::int64_t>(value)) + (isSigned(type.scalar) ? "" : "u") +
           (isLong ? "l" : "");
}

View intView(double value) {
    const Type type = Type::of({ScalarType::Int, 1});
    View view = valueView(type, literalCode(value, type.value()), value < 0 ? 2 : 0);
    view.isSimple = true;
    view.nat = Nat(static_cast<std::int64_t>(value));
    return view;
}

/// An operator on whole numbers that are known, or on one twice: compilers warn of what they see through.
std::optional<View> knownResult(const Node& node, const View& a, const View& b) {
    const Type integer = Type::of({ScalarType::Int, 1});
    if (!(node.type == integer) || !(a.type == integer) || !(b.type == integer)) return std::nullopt;
    const bool isComparison = node.name == "<" || node.name == ">" || node.name == "<=" || node.name == ">=" ||
                              node.name == "==" || node.name == "!=";
    if (isComparison && a.isSimple && a.code == b.code)
        return intView(node.name == "==" || node.name == "<=" || node.name == ">=" ? 1 : 0);
    const std::optional<std::int64_t> left = a.nat ? a.nat->constant() : std::nullopt;
    const std::optional<std::int64_t> right = b.nat ? b.nat->constant() : std::nullopt;
    if (!left || !right || !isInfix(node.name)) return std::nullopt;
    const std::optional<double> value =
        computed(node.name, ScalarType::Int, {static_cast<double>(*left), static_cast<double>(*right)});
    return value ? std::optional(intView(*value)) : std::nullopt;
}

} // namespace

View Emitter::named(const View& value, const std::string& name) {
    if (!value.type.isValue() || value.isSimple || value.nat || !kernel_) return value;
    const std::string own = unusedName(name);
    line("const " + warpstring::name(value.type.value()) + " " + own + " = " + value.code + ";");
    View view = valueView(value.type, own);
    view.isSimple = true;
    return view;
}

/// What is used more than once is computed once.
View Emitter::bound(const Expr& body, const VariablePointer& parameter, const View& view) {
    if (view.type.isValue())
        return uses(body, parameter.get()) > 1 || usesOfPart(body, parameter.get(), 0) > 1
                   ? named(view, parameter->name)
                   : view;
    if (!view.type.isTuple()) return view;
    View result = view;
    for (std::size_t i = 0; i < result.parts.size(); ++i) {
        if (result.parts[i].type.isValue() && usesOfPart(body, parameter.get(), static_cast<int>(i)) > 1)
            result.parts[i] = named(result.parts[i], parameter->name + std::to_string(i));
    }
    return result;
}

View Emitter::applied(const Function& function, const std::vector<View>& arguments,
                      const CodeScopePointer& scope) {
    return read(function.expr(), inside(function, arguments, scope));
}

CodeScopePointer Emitter::inside(const Function& function, const std::vector<View>& arguments,
                                 const CodeScopePointer& scope) {
    CodeScopePointer inner = scope;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const VariablePointer& parameter = function.parameters[i];
        inner = std::make_shared<const CodeScope>(
            CodeScope{parameter.get(), bound(function.expr(), parameter, arguments[i]), inner});
    }
    return inner;
}

View Emitter::read(const Expr& expr, const CodeScopePointer& scope) {
    const auto input = [&](std::size_t i = 0) { return read(expr->inputs[i], scope); };
    switch (expr->op) {
    case Op::Variable: {
        for (const CodeScope* known = scope.get(); known != nullptr; known = known->outer.get()) {
            if (known->variable == expr->variable.get()) return known->view;
        }
        fail(expr, "generate.variable", "\"" + expr->variable->name + "\" has no value here");
    }
    case Op::Literal:
    case Op::Operator:
    case Op::Call: return readScalar(expr, scope);
    case Op::Tuple: {
        View view;
        view.type = expr.type();
        for (const Expr& part : expr->inputs) view.parts.push_back(read(part, scope));
        return view;
    }
    case Op::Get: return input().parts[static_cast<std::size_t>(expr->index)];
    case Op::Let: {
        const View value = letValue(expr, scope);
        const CodeScopePointer inner = std::make_shared<const CodeScope>(
            CodeScope{expr->functions.front().parameters.front().get(), value, scope});
        return read(expr->functions.front().expr(), inner);
    }
    case Op::Zip: {
        std::vector<View> inputs;
        for (const Expr& array : expr->inputs) inputs.push_back(read(array, scope));
        return views::zip(inputs, expr.type());
    }
    case Op::Split: return views::split(input(), expr.type());
    case Op::Join: return views::join(input(), expr.type());
    case Op::Transpose: return views::transpose(input(), expr.type());
    case Op::Slide: return views::slide(input(), expr.type(), expr->step);
    case Op::Take: return views::take(input(), expr.type());
    case Op::Fill: return views::fill(input(), expr.type());
    case Op::Iota: return views::iota(expr.type());
    case Op::Reorder: return input();
    case Op::ReorderStride:
        return views::reorderStride(input(), expr.type(),
                                    expr->ofLength ? expr.type().length() / expr->number : expr->number);
    case Op::At: return readAt(expr, scope);
    case Op::Gather: {
        View view;
        view.type = expr.type();
        view.element = [this, array = input(), expr, scope](const Nat& i) {
            return array.element(
                indexOf(applied(expr->functions.front(), {views::index(i)}, scope), array.type.length()));
        };
        return view;
    }
    case Op::Pad: return readPad(expr, input(), scope);
    case Op::AsVector: return readAsVector(input(), expr.type());
    case Op::AsScalar: return readAsScalar(input(), expr.type());
    case Op::ToLocal: return materialised(expr->inputs.front(), scope, Space::Local, &*expr);
    case Op::ToGlobal: return materialised(expr->inputs.front(), scope, Space::Global);
    case Op::ToPrivate: return materialised(expr->inputs.front(), scope, Space::Private);
    case Op::Map: return readMapped(expr, scope);
    case Op::Reduce:
        if (expr->level != Level::Sequential && !options_.isReference && !isInItem())
            fail(expr, "generate.not-lowered", "a reduction has no place to run yet",
                 "the rule reduce-to-sequential gives it one");
        if (!kernel_) return materialised(expr, scope, Space::Global);
        return reduced(expr, input(), scope, nullptr);
    case Op::Scan: return materialised(expr, scope, kernel_ ? Space::Private : Space::Global);
    case Op::Iterate: return iterated(expr, scope);
    case Op::PartRed: fail(expr, "generate.not-lowered", "a partial reduction has no place to run yet");
    }
    fail(expr, "generate.not-lowered", "there is no code for this pattern");
}

/// What is put somewhere for it has its name.
View Emitter::letValue(const Expr& let, const CodeScopePointer& scope) {
    const std::string& name = let->functions.front().parameters.front()->name;
    if (kernel_ && !let->inputs.front().type().isValue()) wantedName_ = name;
    const View value = read(let->inputs.front(), scope);
    wantedName_.clear();
    return value.type.isValue() ? named(value, name) : value;
}

View Emitter::readMapped(const Expr& expr, const CodeScopePointer& scope) {
    if (expr->level == Level::Abstract) {
        View view;
        view.type = expr.type();
        view.element = [this, input = read(expr->inputs.front(), scope), function = expr->functions.front(),
                        scope](const Nat& i) { return applied(function, {input.element(i)}, scope); };
        return view;
    }
    const bool isShared =
        expr->level == Level::Local || expr->level == Level::Lane || expr->level == Level::Warp;
    return materialised(expr, scope, !kernel_ ? Space::Global : isShared ? Space::Local : Space::Private);
}

View Emitter::readAt(const Expr& expr, const CodeScopePointer& scope) {
    const View array = read(expr->inputs[0], scope);
    return array.element(indexOf(read(expr->inputs[1], scope), expr->inputs[0].type().length()));
}

/// A number that code computes can index where it has a name.
Nat Emitter::indexOf(const View& view, const Nat& length) {
    if (view.nat) return *view.nat;
    View own = named(view, "at");
    if (!own.isSimple) own.code = "(" + own.code + ")";
    return Nat::variable(own.code, {0, length.range().high - 1});
}

View Emitter::readPad(const Expr& expr, const View& input, const CodeScopePointer& scope) {
    const Nat before = expr->number;
    const Nat length = expr->inputs.front().type().length();
    View view;
    view.type = expr.type();
    switch (expr->boundary) {
    case Boundary::Nearest:
        view.element = [input, before, length](const Nat& i) {
            return input.element(Nat::clamped(i - before, 0, length - 1));
        };
        break;
    case Boundary::Wrap:
        view.element = [input, before, length](const Nat& i) {
            return input.element((i + (length - before)) % length);
        };
        break;
    case Boundary::Constant:
        view.element = [input, before, length, otherwise = read(expr->inputs[1], scope)](const Nat& i) {
            const Nat own = i - before;
            return views::guarded(insideCondition(own, length), input.element(own), otherwise);
        };
        break;
    }
    return view;
}

View Emitter::readScalar(const Expr& expr, const CodeScopePointer& scope) {
    if (expr->op == Op::Literal) {
        if (expr->type == Type::of({ScalarType::Int, 1})) return intView(expr->value);
        View view =
            valueView(expr.type(), literalCode(expr->value, expr.type().value()), expr->value < 0 ? 2 : 0);
        view.isSimple = true;
        return view;
    }
    if (expr->op == Op::Operator) return readOperator(*expr, scope);
    std::string code = functionCalled(expr) + "(";
    for (std::size_t i = 0; i < expr->inputs.size(); ++i) {
        const View argument = read(expr->inputs[i], scope);
        const bool widens = expr->byComponents && argument.type != expr.type();
        if (i > 0) code += ", ";
        if (widens)
            code.append("(").append(name(expr.type().value())).append(")(").append(argument.code).append(")");
        else
            code += argument.type.isArray() ? bufferOf(argument, expr) : argument.code;
    }
    return valueView(expr.type(), code + ")");
}

/// The function's name, or that of one for vectors, which is put before the kernels.
std::string Emitter::functionCalled(const Expr& call) {
    const int width = call->byComponents ? call.type().value().width : 1;
    if (width == 1) return call->name;
    vectorCalls_.emplace(call->name, width);
    return vectorFunctionName(program_.functions, call->name, call.type().value());
}

/// The pointer that a function gets for a whole array.
std::string Emitter::bufferOf(const View& array, const Expr& call) {
    const bool isWhole = array.storage && array.storage->memory && array.indices.empty() &&
                         array.storage->memory->space == Space::Global;
    if (!isWhole)
        fail(call, "generate.not-lowered", "\"" + call->name + "\" takes an array that lies in no buffer");
    const MemoryPointer& memory = array.storage->memory;
    if (kernel_) {
        kernel_->used[memory].isRead = true;
        kernel_->read.insert(memory);
    }
    return memory->name;
}

View Emitter::readOperator(const Node& node, const CodeScopePointer& scope) {
    std::vector<View> operands;
    operands.reserve(node.inputs.size());
    for (const Expr& input : node.inputs) operands.push_back(read(input, scope));
    // A number takes the type of what it is with.
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (node.inputs[i]->op != Op::Literal || (node.name == "select" && i == 0)) continue;
        for (std::size_t other = 0; other < operands.size(); ++other) {
            if (other == i || (node.name == "select" && other == 0) || node.inputs[other]->op == Op::Literal)
                continue;
            const ValueType type = node.inputs[other].type().value();
            if (isFloating(type.scalar) && !isFloating(node.inputs[i].type().value().scalar))
                operands[i].code = literalCode(node.inputs[i]->value, type);
        }
    }
    const std::string& name = node.name;
    const auto areNats = [&] {
        return operands.size() == 2 && operands[0].nat && operands[1].nat &&
               node.type == Type::of({ScalarType::Int, 1});
    };
    if (areNats()) {
        const Nat& a = *operands[0].nat;
        const Nat& b = *operands[1].nat;
        if (name == "+") return views::index(a + b);
        if (name == "-") return views::index(a - b);
        if (name == "*") return views::index(a * b);
        if ((name == "/" || name == "%") && a.range().low >= 0 && b.range().low > 0)
            return views::index(name == "/" ? a / b : a % b);
    }
    if (operands.size() == 2) {
        if (const std::optional<View> known = knownResult(node, operands[0], operands[1])) return *known;
    }
    if (name.front() == '.') return valueView(node.type, operand(operands[0], 1, false) + name, 0);
    if (parseValueType(name)) {
        std::string code = "(" + name + ")(";
        for (std::size_t i = 0; i < operands.size(); ++i) code += (i > 0 ? ", " : "") + operands[i].code;
        return valueView(node.type, code + ")");
    }
    if (name == "select")
        return valueView(node.type,
                         operand(operands[0], 12, true) + " ? " + operand(operands[1], 12, true) + " : " +
                             operand(operands[2], 13, true),
                         13);
    if (name == "neg") return valueView(node.type, "-" + operand(operands[0], 2, true), 2);
    if (name == "not") return valueView(node.type, "!" + operand(operands[0], 2, true), 2);
    for (const Binding& binding : bindings) {
        if (binding.name != name) continue;
        return valueView(node.type,
                         operand(operands[0], binding.precedence, false) + " " + name + " " +
                             operand(operands[1], binding.precedence, true),
                         binding.precedence);
    }
    std::string code = name + "(";
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool isIndex = operands[i].nat && !operands[i].nat->constant(); // without its brackets
        std::string text = isIndex ? operands[i].nat->code() : operands[i].code;
        // Overloads are found by types alike.
        if (node.inputs[i].type() != node.type && node.inputs[i]->op != Op::Literal && operands.size() > 1)
            text = std::string("(")
                       .append(warpstring::name(node.type.value()))
                       .append(")(")
                       .append(text)
                       .append(")");
        code += (i > 0 ? ", " : "") + text;
    }
    return valueView(node.type, code + ")");
}

} // namespace warpstring::generate
