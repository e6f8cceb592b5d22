// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/all_others.h"

#include "generate/form/substitute.h"

namespace warpstring::generate {

std::optional<AllOthers> allOthersOf(const Expr& site) {
    if (!is(site, Op::Map, Level::Abstract)) return std::nullopt;
    const Function& function = site->functions.front();
    const Expr reduction = onlyReduction(function.expr());
    if (reduction.empty() || mentions(reduction->inputs[1], function.parameters.front())) return std::nullopt;
    AllOthers all{reduction, elementsOf(reduction->inputs.front())};
    const Expr sum = build::use(std::make_shared<const Variable>(Variable{"sum", reduction->inputs[1].type()}));
    if (mentions(all.others.array, function.parameters.front()) ||
        elementOf(function.expr(), reduction, sum).empty())
        return std::nullopt;
    return all;
}

Expr ofElement(const Function& function, const Expr& expr, const Expr& element) {
    if (expr.empty() || element.empty()) return {};
    const Result<Expr> replaced = substituted(expr, {{function.parameters.front().get(), element}});
    return replaced ? *replaced : Expr();
}

Expr withOther(const Function& function, const AllOthers& all, const Expr& sum, const Expr& other,
               const Expr& element) {
    const Expr joined = called(all.reduction->functions.front(), {sum, all.others(other)});
    return ofElement(function, joined, element);
}

Expr resultOf(const Function& function, const AllOthers& all, const Expr& sum, const Expr& element) {
    return ofElement(function, elementOf(function.expr(), all.reduction, sum), element);
}

} // namespace warpstring::generate
