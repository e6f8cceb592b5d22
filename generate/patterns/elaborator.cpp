// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/elaborator.h"

#include <algorithm>
#include <utility>

#include "generate/form/build.h"
#include "generate/patterns/literals.h"
#include "generate/patterns/pattern_names.h"

namespace warpstring::generate {

namespace {

using Kind = Syntax::Kind;

/// Of expressions with all that stands in them, shared parts counted each time.
constexpr double mostNodes = 65536;
constexpr int deepestExpression = 1000;
constexpr int deepestEvaluation = 600;

std::shared_ptr<const Callable> callable(Callable::Kind kind, std::string name) {
    auto made = std::make_shared<Callable>();
    made->kind = kind;
    made->name = std::move(name);
    return made;
}

std::string kindOf(const Meaning& meaning) {
    if (std::holds_alternative<std::shared_ptr<const Callable>>(meaning)) {
        const Callable& function = *std::get<std::shared_ptr<const Callable>>(meaning);
        if (function.kind != Callable::Kind::Pattern) return "a function";
        return "a pattern that is not applied yet, " + std::string(patternNamed(function.name)->usage);
    }
    return std::holds_alternative<BoundaryOf>(meaning) ? "a boundary" : "a part of a stride";
}

} // namespace

std::string joinedName(const Syntax& pattern, const std::string& otherwise) {
    if (pattern.kind == Kind::Name) return pattern.text;
    std::string joined;
    for (const Syntax& child : pattern.children)
        joined += (joined.empty() ? "" : "_") + joinedName(child, otherwise);
    return joined.size() > 40 ? otherwise : joined;
}

std::monostate Elaborator::refuse(const std::string& code, const SourceLocation& place,
                                  const std::string& message, const std::string& hint) {
    if (!fault_) fault_ = Diagnostic{code, Severity::Error, place, message, hint};
    return {};
}

Expr Elaborator::made(Node node, const SourceLocation& place) {
    node.place = place;
    Extent extent;
    for (const Expr& input : node.inputs) {
        if (input.empty()) return {};
        const Extent& own = extents_.at(&*input);
        extent.nodes += own.nodes;
        extent.depth = std::max(extent.depth, own.depth + 1);
    }
    for (const Function& function : node.functions) {
        const Extent& own = extents_.at(function.body.get());
        extent.nodes += own.nodes;
        extent.depth = std::max(extent.depth, own.depth + 1);
    }
    if (extent.nodes > mostNodes || extent.depth > deepestExpression ||
        static_cast<double>(extents_.size()) > mostNodes) {
        refuse("pattern.size", place,
               "the expression has more than " + std::to_string(static_cast<int>(mostNodes)) +
                   " parts, or more than " + std::to_string(deepestExpression) + " in each other");
        return {};
    }
    const Result<Expr> typed = infer(std::move(node));
    if (!typed) {
        if (!fault_) fault_ = typed.diagnostics().front();
        return {};
    }
    extent.expr = *typed;
    extents_.emplace(&**typed, extent);
    return *typed;
}

Expr Elaborator::literal(ValueType type, double value, bool isFlexible, const SourceLocation& place) {
    Node node;
    node.op = Op::Literal;
    node.type = Type::of(type);
    node.value = value;
    const Expr expr = made(std::move(node), place);
    if (isFlexible && !expr.empty()) flexible_.emplace(&*expr, expr);
    return expr;
}

Expr Elaborator::adapted(const Expr& expr, const Type& type) {
    if (expr.empty() || expr.type() == type) return expr;
    if (expr->op == Op::Literal && type.isValue() && isFlexible(expr) &&
        (isFloating(type.value().scalar) || !isFloating(expr.type().value().scalar)))
        return literal(type.value(), expr->value, false, expr->place);
    const bool isTuple = expr->op == Op::Tuple && type.isTuple() && type.parts().size() == expr->inputs.size();
    const bool isFill = expr->op == Op::Fill && type.isArray();
    if (!isTuple && !isFill) return expr;
    Node node = *expr;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        node.inputs[i] = adapted(node.inputs[i], isTuple ? type.parts()[i] : type.element());
    return made(std::move(node), expr->place);
}

Expr Elaborator::expression(const Argument& argument) {
    if (isMissing(argument.meaning)) return {};
    if (const Expr* expr = std::get_if<Expr>(&argument.meaning)) return *expr;
    refuse("pattern.type", argument.place, "expected a value, this is " + kindOf(argument.meaning));
    return {};
}

Expr Elaborator::expression(const Syntax& syntax, const ScopePointer& scope) {
    return expression(Argument{evaluate(syntax, scope), syntax.place});
}

std::optional<std::int64_t> Elaborator::number(const Argument& argument, const std::string& what) {
    const Expr expr = expression(argument);
    if (expr.empty()) return std::nullopt;
    if (!isWholeNumber(expr)) {
        refuse("pattern.size", argument.place,
               "expected " + what + ", a whole number, this is " + toText(expr.type()),
               "numbers and sizes may be joined by + - * / % << >>");
        return std::nullopt;
    }
    return static_cast<std::int64_t>(expr->value);
}

Meaning Elaborator::evaluate(const Syntax& syntax, const ScopePointer& scope) {
    if (fault_) return {};
    if (depth_ >= deepestEvaluation)
        return refuse("pattern.size", syntax.place,
                      "more than " + std::to_string(deepestEvaluation) +
                          " functions and parts stand in each other");
    ++depth_;
    Meaning meaning = ofKind(syntax, scope);
    --depth_;
    return meaning;
}

Meaning Elaborator::ofKind(const Syntax& syntax, const ScopePointer& scope) {
    switch (syntax.kind) {
    case Kind::Number: {
        const Result<NumberLiteral> number = numberLiteral(syntax.text, syntax.place);
        if (!number) {
            if (!fault_) fault_ = number.diagnostics().front();
            return {};
        }
        const bool isHexadecimal = syntax.text.starts_with("0x") || syntax.text.starts_with("0X");
        const bool hasSuffix = syntax.text.find_first_of(isHexadecimal ? "ul" : "ulf") != std::string::npos;
        return literal(number->type, number->value, !hasSuffix, syntax.place);
    }
    case Kind::Name: return named(syntax, scope);
    case Kind::Section: return callable(Callable::Kind::Operator, syntax.text);
    case Kind::Tuple: {
        Node node;
        node.op = Op::Tuple;
        for (const Syntax& child : syntax.children) node.inputs.push_back(expression(child, scope));
        return made(std::move(node), syntax.place);
    }
    case Kind::Lambda: {
        Callable made;
        made.kind = Callable::Kind::Lambda;
        made.lambda = &syntax;
        made.scope = scope;
        return std::make_shared<const Callable>(std::move(made));
    }
    case Kind::Let: return letIn(syntax, scope);
    case Kind::Apply: {
        const Meaning function = evaluate(syntax.children.front(), scope);
        std::vector<Argument> arguments;
        for (std::size_t i = 1; i < syntax.children.size(); ++i)
            arguments.push_back({evaluate(syntax.children[i], scope), syntax.children[i].place});
        return applied(function, std::move(arguments), syntax.place);
    }
    case Kind::Pipe: {
        const Syntax& value = syntax.children[0];
        Argument argument{evaluate(value, scope), value.place};
        return applied(evaluate(syntax.children[1], scope), {std::move(argument)}, syntax.place);
    }
    case Kind::Binary: return binary(syntax, scope);
    case Kind::Unary: return unary(syntax, scope);
    case Kind::Conditional: {
        Node node;
        node.op = Op::Operator;
        node.name = "select";
        for (const Syntax& child : syntax.children) node.inputs.push_back(expression(child, scope));
        return made(std::move(node), syntax.place);
    }
    case Kind::Part: return part(syntax, scope);
    case Kind::Index: {
        Node node;
        node.op = Op::At;
        for (const Syntax& child : syntax.children) node.inputs.push_back(expression(child, scope));
        return made(std::move(node), syntax.place);
    }
    case Kind::ArrayType: break;
    }
    return refuse("pattern.syntax", syntax.place, "expected an expression, this is a type");
}

Meaning Elaborator::named(const Syntax& syntax, const ScopePointer& scope) {
    const std::string& name = syntax.text;
    for (const Scope* inner = scope.get(); inner != nullptr; inner = inner->outer.get())
        if (inner->name == name) return inner->meaning;
    if (const auto size = names_.sizes.find(name); size != names_.sizes.end()) {
        const NumberLiteral number = wholeNumber(size->second);
        return literal(number.type, number.value, true, syntax.place);
    }
    for (std::size_t i = 0; i < scope->definitions; ++i) {
        if (names_.definitions[i].name != name) continue;
        Callable made;
        made.kind = Callable::Kind::Definition;
        made.name = name;
        made.definition = i;
        return names_.definitions[i].parameters.empty() ? run(made, syntax.place)
                                                        : Meaning(std::make_shared<const Callable>(made));
    }
    for (const UserFunction& function : names_.functions) {
        if (function.name != name) continue;
        Callable made;
        made.kind = Callable::Kind::UserFunction;
        made.name = name;
        made.function = &function;
        return std::make_shared<const Callable>(std::move(made));
    }
    if (patternNamed(name)) return callable(Callable::Kind::Pattern, name);
    if (name == "id") return callable(Callable::Kind::Identity, name);
    if (name == "constant") return callable(Callable::Kind::Constant, name);
    if (name == "nearest") return BoundaryOf{Boundary::Nearest, {}};
    if (name == "wrap") return BoundaryOf{Boundary::Wrap, {}};
    if (name == "size") return LengthOver{};
    if (const std::optional<NumberLiteral> number = namedNumber(name))
        return literal(number->type, number->value, true, syntax.place);
    if (const std::string_view known = operatorNamed(name); !known.empty())
        return callable(Callable::Kind::Operator, std::string(known));
    if (parseValueType(name)) return callable(Callable::Kind::Operator, name);

    std::vector<std::string> candidates = patternNames();
    for (const Scope* inner = scope.get(); inner != nullptr; inner = inner->outer.get())
        candidates.push_back(inner->name);
    for (const auto& [size, value] : names_.sizes) candidates.push_back(size);
    for (const UserFunction& function : names_.functions) candidates.push_back(function.name);
    for (std::size_t i = 0; i < scope->definitions; ++i) candidates.push_back(names_.definitions[i].name);
    const std::string closest = closestName(name, candidates);
    const bool isLater =
        std::ranges::find(names_.definitions, name, &DefinitionItem::name) != names_.definitions.end();
    return refuse("pattern.unknown-name", syntax.place, "nothing here is called \"" + name + "\"",
                  isLater            ? "a definition knows those above it"
                  : !closest.empty() ? "do you mean \"" + closest + "\"?"
                                     : std::string());
}

Meaning Elaborator::binary(const Syntax& syntax, const ScopePointer& scope) {
    const Meaning left = evaluate(syntax.children[0], scope);
    const Expr right = expression(syntax.children[1], scope);
    if (std::holds_alternative<LengthOver>(left) && syntax.text == "/") {
        const std::optional<std::int64_t> parts =
            number({right, syntax.children[1].place}, "the parts of a length");
        return parts ? Meaning(LengthOver{*parts}) : Meaning();
    }
    Node node;
    node.op = Op::Operator;
    node.name = syntax.text;
    node.inputs = {expression(Argument{left, syntax.children[0].place}), right};
    if (node.inputs[0].empty() || right.empty()) return {};
    const Expr& first = node.inputs[0];
    if (isSizeArithmetic(syntax.text) && isWholeNumber(first) && isWholeNumber(right) && isFlexible(first) &&
        isFlexible(right)) {
        const Result<std::int64_t> result =
            sizeArithmetic(syntax.text, static_cast<std::int64_t>(first->value),
                           static_cast<std::int64_t>(right->value), syntax.place);
        if (!result) {
            if (!fault_) fault_ = result.diagnostics().front();
            return {};
        }
        const NumberLiteral number = wholeNumber(*result);
        return literal(number.type, number.value, true, syntax.place);
    }
    return made(std::move(node), syntax.place);
}

Meaning Elaborator::unary(const Syntax& syntax, const ScopePointer& scope) {
    const Expr operand = expression(syntax.children[0], scope);
    if (operand.empty()) return {};
    if (syntax.text == "-" && operand->op == Op::Literal) {
        if (isFlexible(operand)) {
            const NumberLiteral whole =
                wholeNumber(isWholeNumber(operand) ? -static_cast<std::int64_t>(operand->value) : 0);
            return isWholeNumber(operand)
                       ? literal(whole.type, whole.value, true, syntax.place)
                       : literal(operand.type().value(), -operand->value, true, syntax.place);
        }
        if (syntax.children[0].kind == Kind::Number && operand.type().value().scalar != ScalarType::UInt &&
            operand.type().value().scalar != ScalarType::ULong)
            return literal(operand.type().value(), -operand->value, false, syntax.place);
    }
    Node node;
    node.op = Op::Operator;
    node.name = syntax.text == "-" ? "neg" : "not";
    node.inputs = {operand};
    return made(std::move(node), syntax.place);
}

Meaning Elaborator::part(const Syntax& syntax, const ScopePointer& scope) {
    const Expr whole = expression(syntax.children[0], scope);
    if (whole.empty()) return {};
    if (syntax.text.front() >= '0' && syntax.text.front() <= '9') {
        if (syntax.text.size() > 4)
            return refuse("pattern.type", syntax.place, toText(whole.type()) + " has no part " + syntax.text);
        return partOf(whole, std::stoul(syntax.text), syntax.place);
    }
    if (operandCount("." + syntax.text) != 1)
        return refuse("pattern.type", syntax.place, "there is no part \"." + syntax.text + "\"",
                      "parts of tuples are .0, .1 and so on, of vectors .x, .y, .z and .w");
    Node node;
    node.op = Op::Operator;
    node.inputs = {whole};
    node.name = "." + syntax.text;
    return made(std::move(node), syntax.place);
}

Meaning Elaborator::letIn(const Syntax& syntax, const ScopePointer& scope) {
    const Syntax& pattern = syntax.children[0];
    const Meaning value = evaluate(syntax.children[1], scope);
    const Expr* expr = std::get_if<Expr>(&value);
    if (isMissing(value) || expr == nullptr || (*expr)->op == Op::Literal || (*expr)->op == Op::Variable) {
        const ScopePointer inner = bound(pattern, value, scope);
        return inner == nullptr ? Meaning() : evaluate(syntax.children[2], inner);
    }
    const auto variable =
        std::make_shared<const Variable>(Variable{joinedName(pattern, "value"), expr->type()});
    const ScopePointer inner = bound(pattern, use(variable, pattern.place), scope);
    if (inner == nullptr) return {};
    const Expr body = expression(syntax.children[2], inner);
    if (body.empty()) return {};
    Node node;
    node.op = Op::Let;
    node.inputs = {*expr};
    node.functions = {Function{{variable}, body.pointer()}};
    return made(std::move(node), syntax.place);
}

Expr Elaborator::use(const VariablePointer& variable, const SourceLocation& place) {
    Node node;
    node.op = Op::Variable;
    node.variable = variable;
    node.name = variable->name;
    return made(std::move(node), place);
}

Expr Elaborator::partOf(const Expr& tuple, std::size_t index, const SourceLocation& place) {
    if (tuple->op == Op::Tuple && index < tuple->inputs.size()) return tuple->inputs[index];
    Node node;
    node.op = Op::Get;
    node.inputs = {tuple};
    node.index = static_cast<int>(index);
    return made(std::move(node), place);
}

ScopePointer Elaborator::bound(const Syntax& pattern, const Meaning& meaning, const ScopePointer& scope) {
    if (isMissing(meaning)) return nullptr;
    if (pattern.kind == Kind::Name)
        return std::make_shared<const Scope>(Scope{pattern.text, meaning, scope, scope->definitions});
    const Expr whole = expression(Argument{meaning, pattern.place});
    if (whole.empty()) return nullptr;
    if (!whole.type().isTuple() || whole.type().parts().size() != pattern.children.size()) {
        refuse("pattern.type", pattern.place,
               "expected a tuple of " + std::to_string(pattern.children.size()) +
                   " parts for these names, this is " + toText(whole.type()));
        return nullptr;
    }
    ScopePointer inner = scope;
    for (std::size_t i = 0; i < pattern.children.size() && inner != nullptr; ++i) {
        const SourceLocation& place = pattern.children[i].place;
        inner = bound(pattern.children[i], partOf(whole, i, place), inner);
    }
    return inner;
}

} // namespace warpstring::generate
