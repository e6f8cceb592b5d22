// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of C as those of the form.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "generate/form/arithmetic.h"
#include "generate/form/build.h"
#include "generate/nests/execution.h"
#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

using frontend::CExpression;

bool areLiterals(const std::vector<Expr>& operands) {
    return std::ranges::all_of(operands, [](const Expr& operand) { return operand->op == Op::Literal; });
}

bool isInt(const Expr& expr) { return expr.type() == Type::of({ScalarType::Int, 1}); }

Expr converted(ValueType type, const Expr& expr) {
    if (expr.type() == Type::of(type)) return expr;
    if (expr->op == Op::Literal) return build::literal(type, generate::converted(expr->value, type.scalar));
    return build::operation(warpstring::name(type), {expr});
}

} // namespace

Expr Execution::made(const Expr& expr, const CExpression& from) const {
    if (!expr.empty()) return expr;
    refuseNest("nest.unsupported", from.place, "an expression of these types has no form here");
}

/// Evaluated, if at all, by a condition.
Expr Execution::guarded(const CExpression& expr) {
    ++conditions_;
    Expr own = value(expr);
    --conditions_;
    return own;
}

Expr Execution::condition(const CExpression& expr) {
    Expr own = value(expr);
    if (isInt(own)) return own;
    return made(build::operation("!=", {own, build::literal(own.type().value(), 0)}), expr);
}

std::int64_t Execution::known(const CExpression& expr, const char* what) {
    const Expr own = value(expr);
    const auto affine = affineOf(own);
    if (affine && affine->factors.empty()) return affine->constant;
    const bool hangsOnLoop =
        std::ranges::any_of(loops_, [&](const NestLoop& loop) { return hangsOn(own, loop.counter.get()); });
    if (hangsOnLoop)
        refuseNest("nest.triangular", expr.place,
                   std::string(what) + " hangs on another loop's counter" +
                       (affine ? ": " + toText(*affine, loops_) : ""),
                   "loops of a nest are rectangular: run to the most and choose by a condition");
    refuseNest("nest.size", expr.place, std::string(what) + " is not known",
               "-D NAME=VALUE gives a parameter of int its value, or #pragma warpstring size NAME = VALUE");
}

Expr Execution::value(const CExpression& expr) {
    switch (expr.kind) {
    case CExpression::Kind::Integer:
        if (std::abs(static_cast<double>(expr.integer)) > 0x1p53)
            refuseNest("nest.unsupported", expr.place, "a number beyond 2^53");
        return build::literal(expr.type, static_cast<double>(expr.integer));
    case CExpression::Kind::Floating: return build::literal(expr.type, expr.number);
    case CExpression::Kind::Variable: {
        if (const auto size = sizes_.find(expr.variable); size != sizes_.end())
            return build::literal(expr.type, static_cast<double>(size->second));
        if (const auto known = scalars_.find(expr.variable); known != scalars_.end()) {
            if (known->second.empty())
                refuseNest("nest.last-value", expr.place,
                           "\"" + expr.name + "\" has what the last turn of a loop gave it",
                           "declare it within the loop, or compute it behind it");
            return known->second;
        }
        const frontend::CVariable& variable = function_.variables[static_cast<std::size_t>(expr.variable)];
        if (variable.isGlobal)
            refuseNest("nest.unsupported", expr.place, "\"" + variable.name + "\" is global",
                       "hand it to the function, or make it a macro");
        if (!variable.isParameter || variable.isOther || variable.isPointer)
            refuseNest("nest.unsupported", expr.place, "\"" + variable.name + "\" has no value here");
        VariablePointer& parameter = parameters_[expr.variable];
        if (!parameter) {
            parameter = std::make_shared<const Variable>(Variable{variable.name, Type::of(variable.type)});
            meaning_.scalars.push_back(parameter);
        }
        return build::use(parameter);
    }
    case CExpression::Kind::Subscript: return load(element(expr), expr.place);
    case CExpression::Kind::Unary: {
        const Expr own = value(expr.operands[0]);
        if (expr.name == "!") {
            const Expr zero = build::literal(own.type().value(), 0);
            return made(build::operation("==", {own, zero}), expr);
        }
        if (expr.name == "~")
            return made(build::operation("^", {own, build::literal(own.type().value(), -1)}), expr);
        if (own->op == Op::Literal) return build::literal(expr.type, -own->value);
        return made(build::operation("neg", {own}), expr);
    }
    case CExpression::Kind::Binary: return binary(expr);
    case CExpression::Kind::Conditional: {
        const Expr chosen = condition(expr.operands[0]);
        if (chosen->op == Op::Literal) return value(expr.operands[chosen->value != 0 ? 1 : 2]);
        const Expr first = guarded(expr.operands[1]);
        return made(build::operation("select", {chosen, first, guarded(expr.operands[2])}), expr);
    }
    case CExpression::Kind::Convert: return made(converted(expr.type, value(expr.operands[0])), expr);
    case CExpression::Kind::Call: return call(expr);
    case CExpression::Kind::Other: break;
    }
    refuseNest(expr.name == "an assignment within an expression" ? "nest.side-effect" : "nest.unsupported",
               expr.place, expr.name + " has no form here");
}

Expr Execution::binary(const CExpression& expr) {
    const std::string& name = expr.name;
    if (name == "&&" || name == "||") {
        const Expr first = condition(expr.operands[0]);
        ++conditions_;
        const Expr second = condition(expr.operands[1]);
        --conditions_;
        return made(build::operation(name, {first, second}), expr);
    }
    const std::vector<Expr> operands = {value(expr.operands[0]), value(expr.operands[1])};
    const ScalarType type = operands[0].type().value().scalar;
    const bool divides = (name == "/" || name == "%") && !isFloating(type);
    if (divides && operands[1]->op == Op::Literal && operands[1]->value == 0)
        refuseNest("nest.unsupported", expr.place, "a division by 0");
    if (divides && conditions_ > 0 && operands[1]->op != Op::Literal)
        refuseNest("nest.guarded-access", expr.place, "a division that a condition keeps from dividing by 0",
                   "divide without a condition, by what is never 0");
    if (areLiterals(operands)) {
        if (const auto number = computed(name, type, {operands[0]->value, operands[1]->value}))
            return build::literal(expr.type, *number);
    }
    return made(build::operation(name, operands), expr);
}

Expr Execution::call(const CExpression& expr) {
    std::vector<Expr> operands;
    for (const CExpression& operand : expr.operands) {
        if (operand.kind == CExpression::Kind::Other && operand.variable >= 0)
            refuseNest("nest.pointer-argument", operand.place, "\"" + expr.name + "\" is handed a pointer",
                       "hand elements to it, or write what it does into the nest");
        operands.push_back(value(operand));
    }
    const std::string known = operatorOfC(expr.name);
    if (!known.empty()) return made(build::operation(known, std::move(operands)), expr);
    const UserFunction function = called_.call(expr.name, expr.place);
    return made(build::call(function, std::move(operands), expr.place), expr);
}

} // namespace warpstring::generate
