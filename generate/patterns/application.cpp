// SPDX-License-Identifier: GPL-3.0-or-later
// Functions and their arguments: what is applied to fewer than it takes waits for the rest.
#include <algorithm>
#include <utility>

#include "generate/patterns/elaborator.h"
#include "generate/patterns/pattern_names.h"

namespace warpstring::generate {

namespace {

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string calledName(const Callable& callable) {
    if (callable.kind == Callable::Kind::Lambda) return "this function";
    return "\"" + callable.name + "\"";
}

} // namespace

std::optional<std::size_t> Elaborator::wanted(const Callable& callable) const {
    switch (callable.kind) {
    case Callable::Kind::Lambda: return callable.lambda->children.size() - 1;
    case Callable::Kind::Pattern: return argumentCount(callable);
    case Callable::Kind::UserFunction: return callable.function->parameters.size();
    case Callable::Kind::Definition: return names_.definitions[callable.definition].parameters.size();
    case Callable::Kind::Identity:
    case Callable::Kind::Constant: return 1;
    case Callable::Kind::Operator: {
        const std::optional<ValueType> type = parseValueType(callable.name);
        if (type && callable.arguments.size() == 1) return 1;
        const int operands = operandCount(callable.name);
        return operands > 0 ? static_cast<std::size_t>(operands) : static_cast<std::size_t>(type->width);
    }
    }
    return std::nullopt;
}

Meaning Elaborator::applied(const Meaning& function, std::vector<Argument> arguments,
                            const SourceLocation& place) {
    if (std::ranges::any_of(arguments, [](const Argument& argument) { return isMissing(argument.meaning); }))
        return {};
    if (!std::holds_alternative<std::shared_ptr<const Callable>>(function)) {
        const Expr value = expression(Argument{function, place});
        if (!value.empty())
            refuse("pattern.type", place, "expected a function or a pattern, this is " + toText(value.type()));
        return {};
    }
    Callable callable = *std::get<std::shared_ptr<const Callable>>(function);
    callable.arguments.insert(callable.arguments.end(), std::make_move_iterator(arguments.begin()),
                              std::make_move_iterator(arguments.end()));
    const std::optional<std::size_t> count = wanted(callable);
    const std::size_t given = callable.arguments.size();
    if (!count || given < *count) {
        // A tuple stands for all arguments.
        const Expr* only = given == 1 ? std::get_if<Expr>(&callable.arguments.front().meaning) : nullptr;
        const bool spreads = count && only != nullptr && only->type().isTuple() &&
                             only->type().parts().size() == *count && callable.kind != Callable::Kind::Pattern;
        if (!spreads) return std::make_shared<const Callable>(std::move(callable));
        const Expr whole = *only;
        const SourceLocation wholePlace = callable.arguments.front().place;
        callable.arguments.clear();
        for (std::size_t i = 0; i < *count; ++i)
            callable.arguments.push_back({partOf(whole, i, wholePlace), wholePlace});
    } else if (given > *count) {
        return refuse("pattern.type", place,
                      calledName(callable) + " takes " + counted(*count, "argument") + ", not " +
                          std::to_string(given),
                      callable.kind == Callable::Kind::Pattern
                          ? std::string(patternNamed(callable.name)->usage) + ", then the data"
                          : std::string());
    }
    if (fault_) return {};
    return run(callable, place);
}

Meaning Elaborator::run(const Callable& callable, const SourceLocation& place) {
    switch (callable.kind) {
    case Callable::Kind::Lambda: return runLambda(callable, place);
    case Callable::Kind::Pattern: return applyPattern(*this, callable, place);
    case Callable::Kind::Operator: return runOperator(callable, place);
    case Callable::Kind::UserFunction: return runUserFunction(callable, place);
    case Callable::Kind::Definition: return runDefinition(callable, place);
    case Callable::Kind::Identity: return callable.arguments.front().meaning;
    case Callable::Kind::Constant:
        return BoundaryOf{Boundary::Constant, expression(callable.arguments.front())};
    }
    return {};
}

Meaning Elaborator::runLambda(const Callable& callable, const SourceLocation&) {
    ScopePointer scope = callable.scope;
    for (std::size_t i = 0; i < callable.arguments.size() && scope != nullptr; ++i)
        scope = bound(callable.lambda->children[i], callable.arguments[i].meaning, scope);
    return scope == nullptr ? Meaning() : evaluate(callable.lambda->children.back(), scope);
}

Meaning Elaborator::runDefinition(const Callable& callable, const SourceLocation& place) {
    const DefinitionItem& definition = names_.definitions[callable.definition];
    const auto root = std::make_shared<const Scope>(Scope{{}, {}, nullptr, callable.definition});
    ScopePointer scope = root;
    for (std::size_t i = 0; i < callable.arguments.size(); ++i) {
        const DefinitionItem::Parameter& parameter = definition.parameters[i];
        Meaning meaning = callable.arguments[i].meaning;
        if (!parameter.type.empty()) {
            const std::optional<Type> wantedType = type(parameter.type.front(), root);
            const Expr value = expression(callable.arguments[i]);
            if (!wantedType || value.empty()) return {};
            const Expr fitting = adapted(value, *wantedType);
            if (fitting.empty()) return {};
            if (fitting.type() != *wantedType)
                return refuse("pattern.type", place,
                              "\"" + parameter.name + "\" of \"" + definition.name + "\" is " +
                                  toText(*wantedType) + ", this is " + toText(value.type()));
            meaning = fitting;
        }
        scope = std::make_shared<const Scope>(Scope{parameter.name, meaning, scope, callable.definition});
    }
    return evaluate(definition.body, scope);
}

Expr Elaborator::converted(ValueType type, const Expr& value, const SourceLocation& place) {
    if (value.empty()) return {};
    if (!value.type().isValue()) {
        refuse("pattern.type", place, name(type) + " is made of numbers, this is " + toText(value.type()));
        return {};
    }
    if (value->op == Op::Literal && isFlexible(value) && value.type().value().width == 1 &&
        (isFloating(type.scalar) || !isFloating(value.type().value().scalar)))
        return literal(type, value->value, false, place);
    Node node;
    node.op = Op::Operator;
    node.name = name(type);
    node.inputs.assign(static_cast<std::size_t>(type.width), value);
    return made(std::move(node), place);
}

Expr Elaborator::runOperator(const Callable& callable, const SourceLocation& place) {
    if (const std::optional<ValueType> type = parseValueType(callable.name);
        type && callable.arguments.size() == 1)
        return converted(*type, expression(callable.arguments.front()), place);
    Node node;
    node.op = Op::Operator;
    node.name = callable.name;
    for (const Argument& argument : callable.arguments) node.inputs.push_back(expression(argument));
    return made(std::move(node), place);
}

Expr Elaborator::runUserFunction(const Callable& callable, const SourceLocation& place) {
    const UserFunction& function = *callable.function;
    Node node;
    node.op = Op::Call;
    node.name = function.name;
    int width = 1; // of vectors in the place of scalars
    for (std::size_t i = 0; i < callable.arguments.size(); ++i) {
        const Type wantedType = Type::of(function.parameters[i]);
        const Expr argument = adapted(expression(callable.arguments[i]), wantedType);
        if (argument.empty()) return {};
        const Type& own = argument.type();
        const bool isVector = function.isByComponents() && own.isValue() && own.value().width > 1 &&
                              own.value().scalar == function.parameters[i].scalar &&
                              function.parameters[i].width == 1 && (width == 1 || width == own.value().width);
        if (own != wantedType && !isVector) {
            refuse("pattern.type", callable.arguments[i].place,
                   "argument " + std::to_string(i + 1) + " of \"" + function.name + "\" is " +
                       toText(wantedType) + ", this is " + toText(own),
                   own.isValue() && own.value().width == 1 && function.parameters[i].width == 1
                       ? name(function.parameters[i]) + "(x) converts"
                       : "");
            return {};
        }
        if (isVector) width = own.value().width;
        node.inputs.push_back(argument);
    }
    node.type = Type::of(function.result);
    node.byComponents = function.isByComponents();
    return made(std::move(node), place);
}

Expr Elaborator::called(const Argument& function, const std::vector<Expr>& arguments,
                        const SourceLocation& place) {
    if (std::ranges::any_of(arguments, &Expr::empty)) return {};
    std::vector<Argument> all;
    all.reserve(arguments.size());
    for (const Expr& argument : arguments) all.push_back({argument, function.place});
    const auto* pointer = std::get_if<std::shared_ptr<const Callable>>(&function.meaning);
    if (pointer != nullptr && (*pointer)->kind != Callable::Kind::Pattern) {
        const std::optional<std::size_t> count = wanted(**pointer);
        const std::size_t left = *count - std::min(*count, (*pointer)->arguments.size());
        const bool spreads = all.size() == 1 && arguments.front().type().isTuple() &&
                             arguments.front().type().parts().size() == left;
        const bool converts =
            (*pointer)->kind == Callable::Kind::Operator && all.size() == 1 && parseValueType((*pointer)->name);
        if (left != all.size() && !spreads && !converts) {
            refuse("pattern.type", function.place,
                   "expected a function of " + counted(all.size(), "parameter") + ", " + calledName(**pointer) +
                       " takes " + std::to_string(left));
            return {};
        }
    }
    return expression(Argument{applied(function.meaning, std::move(all), place), function.place});
}

std::optional<Function> Elaborator::function(const Argument& argument, const std::vector<Type>& types,
                                             const std::vector<std::string>& names, const Type* result) {
    const auto* pointer = std::get_if<std::shared_ptr<const Callable>>(&argument.meaning);
    const Syntax* lambda = pointer != nullptr ? (*pointer)->lambda : nullptr;
    Function made;
    std::vector<Expr> arguments;
    for (std::size_t i = 0; i < types.size(); ++i) {
        std::string own = names[i];
        if (lambda != nullptr && lambda->children.size() == types.size() + 1) {
            own = joinedName(lambda->children[i], own);
        } else if (lambda != nullptr && types.size() == 1) {
            Syntax together;
            together.kind = Syntax::Kind::Tuple;
            together.children.assign(lambda->children.begin(), lambda->children.end() - 1);
            own = joinedName(together, own);
        }
        made.parameters.push_back(std::make_shared<const Variable>(Variable{own, types[i]}));
        arguments.push_back(use(made.parameters.back(), argument.place));
    }
    Expr body = called(argument, arguments, argument.place);
    if (result != nullptr) body = adapted(body, *result);
    if (body.empty()) return std::nullopt;
    made.body = body.pointer();
    return made;
}

std::optional<Type> Elaborator::type(const Syntax& syntax, const ScopePointer& scope) {
    switch (syntax.kind) {
    case Syntax::Kind::Name: {
        const std::optional<ValueType> value = parseValueType(syntax.text);
        if (value) return Type::of(*value);
        const std::string closest = closestName(syntax.text, {"float", "int", "uint", "double", "char", "uchar",
                                                              "short", "ushort", "long", "ulong", "half"});
        refuse("pattern.unknown-name", syntax.place, "there is no type \"" + syntax.text + "\"",
               closest.empty() ? "types are those of OpenCL C, tuples (float, int) and arrays float[n]"
                               : "do you mean " + closest + "?");
        return std::nullopt;
    }
    case Syntax::Kind::Tuple: {
        std::vector<Type> parts;
        for (const Syntax& child : syntax.children) {
            const std::optional<Type> part = type(child, scope);
            if (!part) return std::nullopt;
            parts.push_back(*part);
        }
        return Type::tuple(std::move(parts));
    }
    default: {
        std::optional<Type> made = type(syntax.children.front(), scope);
        for (std::size_t i = syntax.children.size(); i-- > 1 && made;) {
            const Syntax& child = syntax.children[i];
            const std::optional<std::int64_t> length =
                number({evaluate(child, scope), child.place}, "a length");
            if (!length) return std::nullopt;
            if (*length < 1) {
                refuse("pattern.size", child.place,
                       "a length is 1 or more, this is " + std::to_string(*length));
                return std::nullopt;
            }
            made = Type::array(std::move(*made), *length);
        }
        return made;
    }
    }
}

} // namespace warpstring::generate
