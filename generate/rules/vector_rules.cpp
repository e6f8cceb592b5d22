// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that compute on vectors in place of scalars.
#include <algorithm>

#include "generate/form/substitute.h"
#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"
#include "generate/rules/vector_functions.h"

namespace warpstring::generate {
namespace {

/// Nothing but operators and functions that OpenCL C has for vectors as for scalars, of the parameter, literals
/// and what is around.
bool isArithmetic(const Expr& expr) {
    if (expr->op == Op::Variable || expr->op == Op::Literal) return expr.type().isValue();
    if (expr->op == Op::Get) return is(expr->inputs.front(), Op::Variable);
    if (expr->op == Op::Let)
        return isArithmetic(expr->inputs.front()) && isArithmetic(expr->functions.front().expr());
    if (expr->op == Op::Call) return expr->byComponents && std::ranges::all_of(expr->inputs, isArithmetic);
    return expr->op == Op::Operator && isOnVectors(expr->name) &&
           std::ranges::all_of(expr->inputs, isArithmetic);
}

/// Arrays of scalars as vectors: one, or each of a zip.
Expr inVectors(std::int64_t width, const Expr& array) {
    if (!is(array, Op::Zip)) return build::asVector(width, array);
    std::vector<Expr> arrays;
    for (const Expr& each : array->inputs) arrays.push_back(build::asVector(width, each));
    return build::zip(std::move(arrays));
}

Expr vectorize(const Expr& site, const Numbers& numbers) {
    const std::int64_t width = positive(numbers, "n");
    if (!is(site, Op::Map) || width < 2 || !isArithmetic(site->functions.front().expr())) return {};
    const Expr vectors = inVectors(width, site->inputs.front());
    if (vectors.empty()) return {};
    const Result<Function> function = retyped(site->functions.front(), {vectors.type().element()});
    if (!function || mixesWidths(function->expr())) return {};
    const Expr scalars = build::asScalar(build::map(runOf(*site), *function, vectors));
    return !scalars.empty() && scalars.type() == site.type() ? scalars : Expr();
}

std::vector<Numbers> widths(const Expr& site) {
    std::vector<std::int64_t> fitting;
    for (const std::int64_t width : {2, 4, 8, 16}) {
        if (is(site, Op::Map) && dividesLength(width, lengthOf(site))) fitting.push_back(width);
    }
    return choicesOf("n", fitting);
}

Expr vectorizeReduce(const Expr& site, const Numbers& numbers) {
    const std::int64_t width = positive(numbers, "n");
    if (!is(site, Op::Reduce, Level::Abstract) || width < 2 || !isLawful(*site) ||
        site->inputs[1]->op != Op::Literal || !isArithmetic(site->functions.front().expr()))
        return {};
    const Expr vectors = build::asVector(width, site->inputs.front());
    if (vectors.empty()) return {};
    const Type& vector = vectors.type().element();
    const Result<Function> function = retyped(site->functions.front(), {vector, vector});
    if (!function || mixesWidths(function->expr())) return {};
    const Expr partial =
        build::reduce({}, *function, build::literal(vector.value(), site->inputs[1]->value), vectors);
    return reductionOn(*site, build::asScalar(partial));
}

std::vector<Numbers> reductionWidths(const Expr& site) {
    std::vector<std::int64_t> fitting;
    for (const std::int64_t width : {2, 4, 8, 16}) {
        if (is(site, Op::Reduce, Level::Abstract) && dividesLength(width, lengthOf(site->inputs.front())))
            fitting.push_back(width);
    }
    return choicesOf("n", fitting);
}

} // namespace

std::vector<Rule> vectorRules() {
    return {
        {"vectorize", "figure 5.8e, equation 5.13",
         "map f is asScalar after map f of vectors after asVector n, f of arithmetic alone", vectorize, widths},
        {"vectorize-reduce", "equation 5.13, of a reduction",
         "reduce is reduce after asScalar after reduce of vectors after asVector n", vectorizeReduce,
         reductionWidths},
    };
}

} // namespace warpstring::generate
