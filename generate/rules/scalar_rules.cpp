// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of what one work-item computes of numbers.
#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

/// OpenCL C allows sqrt 3 ulp of error and a quotient 2.5, rsqrt 2 (OpenCL C 3.0, table of relative errors):
/// the other form is nearer, and no division.
Expr rootOfDivisor(const Expr& site, const Numbers&) {
    const auto isOperator = [](const Expr& expr, const char* name) {
        return is(expr, Op::Operator) && expr->name == name;
    };
    if (!isOperator(site, "/") || !isOperator(site->inputs[1], "sqrt") || !site.type().isValue() ||
        site.type().value().scalar != ScalarType::Float)
        return {};
    const Expr root = build::operation("rsqrt", {site->inputs[1]->inputs.front()});
    const Expr& dividend = site->inputs[0];
    const bool isOne = is(dividend, Op::Literal) && dividend->value == 1 && dividend.type() == root.type();
    const Expr product = isOne ? root : build::operation("*", {dividend, root});
    return !product.empty() && product.type() == site.type() ? product : Expr();
}

} // namespace

std::vector<Rule> scalarRules() {
    return {{"root-of-divisor", "OpenCL C 3.0, relative error as ulps", "a / sqrt b is a * rsqrt b",
             rootOfDivisor, noNumbers}};
}

} // namespace warpstring::generate
