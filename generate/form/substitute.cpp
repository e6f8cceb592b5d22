// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/substitute.h"

#include <numeric>
#include <utility>

#include "generate/form/build.h"

namespace warpstring::generate {

Result<Expr> substituted(const Expr& expr, const Bindings& bindings) {
    if (expr->op == Op::Variable) {
        const auto found = bindings.find(expr->variable.get());
        return found == bindings.end() ? expr : found->second;
    }
    Node node = *expr;
    for (Expr& input : node.inputs) {
        Result<Expr> replaced = substituted(input, bindings);
        if (!replaced) return replaced;
        input = *replaced;
    }
    for (std::size_t i = 0; i < node.functions.size(); ++i) {
        Function& function = node.functions[i];
        const std::optional<std::vector<Type>> types = parameterTypes(node, i);
        Bindings inner = bindings;
        for (std::size_t p = 0; p < function.parameters.size(); ++p) {
            const Variable& old = *function.parameters[p];
            auto parameter =
                std::make_shared<const Variable>(Variable{old.name, types ? types->at(p) : old.type});
            inner[&old] = build::use(parameter);
            function.parameters[p] = parameter;
        }
        const Result<Expr> body = substituted(expr->functions[i].expr(), inner);
        if (!body) return body;
        function.body = body->pointer();
    }
    return infer(std::move(node));
}

Result<Expr> applied(const Function& function, const std::vector<Expr>& arguments) {
    Bindings bindings;
    for (std::size_t i = 0; i < arguments.size(); ++i) bindings[function.parameters[i].get()] = arguments[i];
    return substituted(function.expr(), bindings);
}

Result<Function> retyped(const Function& function, const std::vector<Type>& types) {
    Function result;
    std::vector<Expr> arguments;
    for (std::size_t i = 0; i < types.size(); ++i) {
        result.parameters.push_back(
            std::make_shared<const Variable>(Variable{function.parameters[i]->name, types[i]}));
        arguments.push_back(build::use(result.parameters.back()));
    }
    const Result<Expr> body = applied(function, arguments);
    if (!body) return body.diagnostics();
    result.body = body->pointer();
    return result;
}

int uses(const Expr& expr, const Variable* variable) {
    if (expr->op == Op::Variable) return expr->variable.get() == variable ? 1 : 0;
    int sum = 0;
    for (const Expr& input : expr->inputs) sum += uses(input, variable);
    for (const Function& function : expr->functions) sum += uses(function.expr(), variable);
    return sum;
}

int usesOfPart(const Expr& expr, const Variable* variable, int part) {
    if (expr->op == Op::Get && expr->inputs.front()->op == Op::Variable &&
        expr->inputs.front()->variable.get() == variable)
        return expr->index == part ? 1 : 0;
    if (expr->op == Op::Variable) return expr->variable.get() == variable ? 1 : 0;
    int sum = 0;
    for (const Expr& input : expr->inputs) sum += usesOfPart(input, variable, part);
    for (const Function& function : expr->functions) sum += 2 * usesOfPart(function.expr(), variable, part);
    return sum;
}

} // namespace warpstring::generate
