// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of one bit as conditions on IDs, counters and names.
#include "symbolic/counts/index_cases.h"

namespace warpstring::symbolic {

IndexReader::Truths IndexReader::both(ExprId a, bool wantedA, ExprId b, bool wantedB) {
    const auto left = truth(a, wantedA);
    const auto right = left ? truth(b, wantedB) : std::nullopt;
    if (!right) return std::nullopt;
    std::vector<Conjunction> all;
    for (const Conjunction& x : *left)
        for (const Conjunction& y : *right)
            if (auto where = joined(x, y)) all.push_back(std::move(*where));
    if (all.size() > mostIndexCases) return fail("it has too many cases");
    return all;
}

IndexReader::Truths IndexReader::truth(ExprId id, bool wanted) {
    const Expr expr = space_.pdg.exprs[id];
    const auto either = [&](Truths a, const Truths& b) -> Truths {
        if (!a || !b) return std::nullopt;
        a->insert(a->end(), b->begin(), b->end());
        if (a->size() > mostIndexCases) return fail("it has too many cases");
        return a;
    };
    if (isIntegerComparison(expr.op)) return comparison(expr, wanted);
    switch (expr.op) {
    case ExprOp::Constant:
        return (expr.value != 0) == wanted ? std::vector<Conjunction>{{}} : std::vector<Conjunction>{};
    case ExprOp::And:
        if (wanted) return both(expr.a, true, expr.b, true);
        return either(truth(expr.a, false), both(expr.a, true, expr.b, false));
    case ExprOp::Or:
        if (!wanted) return both(expr.a, false, expr.b, false);
        return either(truth(expr.a, true), both(expr.a, false, expr.b, true));
    case ExprOp::Xor: return either(both(expr.a, true, expr.b, !wanted), both(expr.a, false, expr.b, wanted));
    case ExprOp::Select: return either(both(expr.a, true, expr.b, wanted), both(expr.a, false, expr.c, wanted));
    default: break;
    }
    if (expr.bits == 1 && expr.op != ExprOp::Trunc && expr.a && expr.op != ExprOp::Recurrence &&
        expr.op != ExprOp::Final)
        return fail("it compares floating-point numbers");
    const Values& cases = congruent(id); // bits that were computed: the lowest one decides
    if (!cases) return std::nullopt;
    std::vector<Conjunction> all;
    for (const IndexCase& one : *cases) {
        const Polynomial bit = one.value - Polynomial(2) * Polynomial::floorOf(one.value, 2);
        if (auto where = joined(one.where, {{bit - (wanted ? 1 : 0), true}})) all.push_back(std::move(*where));
    }
    return all;
}

IndexReader::Truths IndexReader::comparison(const Expr& expr, bool wanted) {
    if (space_.pdg.exprs[expr.a].bits == 1) { // of conditions
        if (expr.op != ExprOp::Equal && expr.op != ExprOp::NotEqual) return fail("it orders conditions");
        const bool isSame = (expr.op == ExprOp::Equal) == wanted;
        auto first = both(expr.a, true, expr.b, isSame), second = both(expr.a, false, expr.b, !isSame);
        if (!first || !second) return std::nullopt;
        first->insert(first->end(), second->begin(), second->end());
        return first;
    }
    const bool isUnsigned = expr.op == ExprOp::ULess || expr.op == ExprOp::ULessEqual;
    auto a = exact(expr.a, !isUnsigned), b = a ? exact(expr.b, !isUnsigned) : std::nullopt;
    if (!b && (expr.op == ExprOp::Equal || expr.op == ExprOp::NotEqual)) {
        a = exact(expr.a, false);
        b = a ? exact(expr.b, false) : std::nullopt;
    }
    if (!b) return std::nullopt;
    std::vector<Conjunction> all;
    const auto add = [&](const Conjunction& where, const Condition& condition) {
        if (const auto both = joined(where, {condition}))
            if (auto one = here(*both)) all.push_back(std::move(*one));
    };
    for (const IndexCase& x : *a)
        for (const IndexCase& y : *b) {
            const auto where = joined(x.where, y.where);
            if (!where) continue;
            const Polynomial more = y.value - x.value; // of b than of a
            switch (expr.op) {
            case ExprOp::Equal:
            case ExprOp::NotEqual:
                if ((expr.op == ExprOp::Equal) == wanted) {
                    add(*where, {more, true});
                } else {
                    add(*where, {more - 1});
                    add(*where, {Polynomial(-1) - more});
                }
                break;
            case ExprOp::ULess:
            case ExprOp::SLess: add(*where, {wanted ? more - 1 : Polynomial() - more}); break;
            default: add(*where, {wanted ? more : Polynomial(-1) - more}); break;
            }
        }
    if (all.size() > mostIndexCases) return fail("it has too many cases");
    return all;
}

} // namespace warpstring::symbolic
