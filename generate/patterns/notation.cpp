// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/notation.h"

#include <optional>
#include <utility>

#include "generate/form/substitute.h"
#include "generate/patterns/layout.h"
#include "generate/patterns/literals.h"
#include "generate/patterns/notation_literal.h"
#include "generate/patterns/parameter_names.h"
#include "generate/patterns/pattern_names.h"
#include "generate/patterns/syntax.h"

namespace warpstring::generate {

namespace {

using layout::group;
using layout::indented;
using layout::line;
using layout::row;
using layout::text;

/// What a place takes without parentheses; infix operators have their precedence between.
constexpr int anything = -2;
constexpr int pipelined = -1;
constexpr int conditional = 0;
constexpr int unary = 50;
constexpr int postfix = 60;

/// How strong the expression's own outermost sign binds.
int strength(const Node& node) {
    switch (node.op) {
    case Op::Variable:
    case Op::Literal:
    case Op::Call:
    case Op::Tuple:
    case Op::Get:
    case Op::Zip:
    case Op::Iota:
    case Op::Fill:
    case Op::At: return postfix;
    case Op::Operator:
        if (isInfix(node.name)) return precedence(node.name);
        if (node.name == "neg" || node.name == "not") return unary;
        return node.name == "select" ? conditional : postfix;
    case Op::Let: return anything;
    default: return pipelined;
    }
}

bool isVariable(const Expr& expr, const VariablePointer& variable) {
    return expr->op == Op::Variable && expr->variable == variable;
}

/// Expressions to layouts. Variables that functions bind have names of their own within the functions.
class Notation {
public:
    [[nodiscard]] Layout expression(const Expr& expr, int takes, LiteralPlace place = LiteralPlace::Operand) {
        const int own = strength(*expr);
        Layout inner = unparenthesised(expr, place);
        const bool isNegative = expr->op == Op::Literal && expr->value < 0 && takes >= unary;
        return own >= takes && !isNegative ? inner : row({text("("), std::move(inner), text(")")});
    }

    [[nodiscard]] Layout function(const Function& function, LiteralPlace result = LiteralPlace::Operand) {
        if (const std::optional<std::string> name = wholeName(function)) return text(*name);
        if (std::optional<Layout> stage = bareStage(function)) return std::move(*stage);
        std::string parameters;
        for (const VariablePointer& parameter : function.parameters) {
            const std::string own = names_.bind(parameter, function.expr());
            parameters += (parameters.empty() ? "" : ", ") + own;
        }
        const bool isBare = function.parameters.size() == 1;
        Layout body = expression(function.expr(), anything, result);
        names_.release(function.parameters);
        return group({text((isBare ? parameters : "(" + parameters + ")") + " =>"), line(), std::move(body)});
    }

    [[nodiscard]] Layout pipeline(const Expr& expr) {
        std::vector<Layout> parts;
        stages(expr, parts);
        return group(std::move(parts));
    }

private:
    [[nodiscard]] Layout unparenthesised(const Expr& expr, LiteralPlace place) {
        const Node& node = *expr;
        switch (node.op) {
        case Op::Variable: return text(names_.of(node.variable));
        case Op::Literal: return text(literalText(expr, place));
        case Op::Call: return applied(text(node.name), list(node.inputs, LiteralPlace::Adapting));
        case Op::Tuple: return row({text("("), row(list(node.inputs, place)), text(")")});
        case Op::Get: return part(expr);
        case Op::Operator: return operation(expr);
        case Op::Zip: return applied(text("zip"), list(node.inputs, LiteralPlace::Operand));
        case Op::Iota: return text("iota(" + node.number.code() + ")");
        case Op::Fill:
            return row({text("fill(" + node.number.code() + ", "), expression(node.inputs[0], anything, place),
                        text(")")});
        case Op::At:
            return row({expression(node.inputs[0], postfix), text("["), expression(node.inputs[1], anything),
                        text("]")});
        case Op::Let: return lets(expr);
        default: return pipeline(expr);
        }
    }
    /// A line for each name where they do not fit into one.
    [[nodiscard]] Layout lets(const Expr& expr) {
        std::vector<Layout> parts;
        std::vector<VariablePointer> named;
        Expr rest = expr;
        for (; rest->op == Op::Let; rest = rest->functions[0].expr()) {
            Layout value = expression(rest->inputs[0], pipelined);
            const Function& function = rest->functions[0];
            parts.push_back(text("let " + names_.bind(function.parameters[0], function.expr()) + " = "));
            parts.push_back(indented({std::move(value)}));
            parts.push_back(text(" in"));
            parts.push_back(line());
            named.push_back(function.parameters[0]);
        }
        parts.push_back(expression(rest, pipelined));
        names_.release(named);
        return group(std::move(parts));
    }
    /// Separated by commas.
    [[nodiscard]] std::vector<Layout> list(const std::vector<Expr>& exprs, LiteralPlace place) {
        std::vector<Layout> parts;
        for (const Expr& expr : exprs) {
            if (!parts.empty()) {
                parts.push_back(text(","));
                parts.push_back(line());
            }
            parts.push_back(expression(expr, anything, place));
        }
        return parts;
    }
    [[nodiscard]] static Layout applied(Layout function, std::vector<Layout> arguments) {
        return group({std::move(function), text("("), indented(std::move(arguments)), text(")")});
    }
    [[nodiscard]] Layout part(const Expr& expr) {
        if (const std::string* name = names_.ofPart(expr)) return text(*name);
        return row({expression(expr->inputs[0], postfix), text("." + std::to_string(expr->index))});
    }
    [[nodiscard]] Layout operation(const Expr& expr) {
        const Node& node = *expr;
        if (isInfix(node.name)) {
            const int own = precedence(node.name);
            // Numbers that a reader would compute with at once have to wait.
            const bool isComputed =
                isSizeArithmetic(node.name) && isWholeNumber(node.inputs[0]) && isWholeNumber(node.inputs[1]);
            Layout left = isComputed ? text(typedLiteralText(node.inputs[0])) : expression(node.inputs[0], own);
            return group({std::move(left), line(), text(node.name + " "), expression(node.inputs[1], own + 1)});
        }
        if (node.name == "neg" || node.name == "not") {
            const Expr& operand = node.inputs[0];
            return row({text(node.name == "neg" ? "-" : "!"), operand->op == Op::Literal
                                                                  ? text(typedLiteralText(operand))
                                                                  : expression(operand, unary)});
        }
        if (node.name == "select") return choice(expr);
        if (node.name.front() == '.') return row({expression(node.inputs[0], postfix), text(node.name)});
        const bool isConversion =
            node.inputs.size() == 1 && node.inputs[0]->op == Op::Literal && parseValueType(node.name);
        return applied(text(node.name), isConversion ? std::vector{text(typedLiteralText(node.inputs[0]))}
                                                     : list(node.inputs, LiteralPlace::Operand));
    }

    /// a ? x : b ? y : z, the conditions below each other where they are on several lines.
    [[nodiscard]] Layout choice(const Expr& expr) {
        std::vector<Layout> parts;
        Expr rest = expr;
        for (; rest->op == Op::Operator && rest->name == "select"; rest = rest->inputs[2]) {
            parts.push_back(expression(rest->inputs[0], conditional + 1));
            parts.push_back(text(" ? "));
            parts.push_back(expression(rest->inputs[1], conditional));
            parts.push_back(line());
            parts.push_back(text(": "));
        }
        parts.push_back(expression(rest, conditional));
        return group(std::move(parts));
    }

    /// The data first, then a stage for each pattern on its way.
    void stages(const Expr& expr, std::vector<Layout>& into) {
        if (strength(*expr) != pipelined) return into.push_back(expression(expr, conditional));
        stages(expr->inputs[0], into);
        into.push_back(line());
        into.push_back(text("|> "));
        into.push_back(stage(*expr));
    }
    [[nodiscard]] Layout stage(const Node& node) {
        std::vector<Layout> arguments;
        const auto add = [&](Layout argument) {
            if (!arguments.empty()) {
                arguments.push_back(text(","));
                arguments.push_back(line());
            }
            arguments.push_back(std::move(argument));
        };
        switch (node.op) {
        case Op::Map: add(function(node.functions[0])); break;
        case Op::Reduce:
        case Op::Scan:
        case Op::PartRed:
            add(function(node.functions[0], LiteralPlace::Adapting));
            add(start(node));
            if (node.op == Op::PartRed) add(text(node.number.code()));
            break;
        case Op::Iterate:
            add(text(std::to_string(node.count)));
            add(function(node.functions[0]));
            break;
        case Op::Gather:
            if (!node.number.is(0)) add(text(node.number.code()));
            add(function(node.functions[0]));
            break;
        case Op::Split:
        case Op::Take:
        case Op::AsVector: add(text(node.number.code())); break;
        case Op::Slide:
            add(text(node.number.code()));
            add(text(node.step.code()));
            break;
        case Op::Pad:
            add(text(node.number.code()));
            add(text(node.step.code()));
            add(boundary(node));
            break;
        case Op::ToLocal:
            if (node.number.is(0) && node.count < 2) return text(patternName(node));
            add(text(node.number.code()));
            break;
        case Op::ReorderStride: add(text((node.ofLength ? "size / " : "") + node.number.code())); break;
        default: return text(patternName(node)); // join, toGlobal and others without arguments
        }
        return applied(text(patternName(node)), std::move(arguments));
    }
    /// The identity. A reader takes a bare number for one of the elements' type.
    [[nodiscard]] Layout start(const Node& node) {
        const Expr& start = node.inputs[1];
        const bool isOther = start.type() != node.inputs[0].type().element();
        if (isOther && start->op == Op::Literal) return text(typedLiteralText(start));
        return expression(start, anything, isOther ? LiteralPlace::Operand : LiteralPlace::Adapting);
    }
    [[nodiscard]] Layout boundary(const Node& node) {
        if (node.boundary != Boundary::Constant) return text(std::string(name(node.boundary)));
        return row(
            {text("constant("), expression(node.inputs[1], anything, LiteralPlace::Adapting), text(")")});
    }

    /// "add" for (a, b) => a + b: an operator or a user function of the parameters in their order, or of the
    /// parts of the only one.
    [[nodiscard]] static std::optional<std::string> wholeName(const Function& function) {
        const Node& body = *function.body;
        if (function.parameters.size() == 1 && isVariable(function.expr(), function.parameters[0])) return "id";
        if (body.op != Op::Operator && body.op != Op::Call) return std::nullopt;
        const bool isOfParts = function.parameters.size() == 1 && function.parameters[0]->type.isTuple() &&
                               function.parameters[0]->type.parts().size() == body.inputs.size();
        for (std::size_t i = 0; i < body.inputs.size(); ++i) {
            const Expr& input = body.inputs[i];
            const bool isPart = isOfParts && input->op == Op::Get &&
                                static_cast<std::size_t>(input->index) == i &&
                                isVariable(input->inputs[0], function.parameters[0]);
            const bool isParameter =
                i < function.parameters.size() && isVariable(input, function.parameters[i]);
            if (!isPart && (!isParameter || body.inputs.size() != function.parameters.size()))
                return std::nullopt;
        }
        if (body.op == Op::Call) return body.inputs.empty() ? std::nullopt : std::optional(body.name);
        if (!isInfix(body.name)) {
            const bool hasName = !operatorNamed(body.name).empty();
            return hasName ? std::optional(body.name) : std::nullopt;
        }
        const std::string_view name = nameOfInfix(body.name);
        return name.empty() ? "(" + body.name + ")" : std::string(name);
    }
    /// "split(4)" for xs => xs |> split(4).
    [[nodiscard]] std::optional<Layout> bareStage(const Function& function) {
        if (function.parameters.size() != 1) return std::nullopt;
        const Node& body = *function.body;
        if (strength(body) != pipelined || !isVariable(body.inputs[0], function.parameters[0]) ||
            uses(function.expr(), function.parameters[0].get()) != 1)
            return std::nullopt;
        return stage(body);
    }

    ParameterNames names_;
};

} // namespace

std::string toNotation(const Expr& expr) { return flat(Notation().expression(expr, anything)); }

std::string toNotationLines(const Expr& expr, std::size_t width, std::size_t indentation) {
    return broken(Notation().expression(expr, anything), width, indentation);
}

std::string toNotation(const Function& function) { return flat(Notation().function(function)); }

std::string toNotation(const Program& program) {
    std::string text = program.preamble;
    if (!text.empty()) text += "\n";
    for (const UserFunction& function : program.functions) text += function.text + "\n\n";
    text += program.name + "(";
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
        text += (i == 0 ? "" : ", ") + program.parameters[i]->name + ": " + toText(program.parameters[i]->type);
    return text + ") =\n    " + toNotationLines(program.body, 100, 4) + "\n";
}

} // namespace warpstring::generate
