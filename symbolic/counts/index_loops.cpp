// SPDX-License-Identifier: GPL-3.0-or-later
// What loops carry from one iteration to the next and leave behind, in terms of their counters.
#include "symbolic/counts/index_cases.h"

#include <utility>

#include "symbolic/counts/loop_bounds.h"

namespace warpstring::symbolic {

IndexReader::Values IndexReader::carried(ExprId id) {
    const Expr expr = space_.pdg.exprs[id];
    const LoopId loop = expr.loop();
    std::optional<std::int64_t> at;
    if (const auto moved = moved_.find(loop); moved != moved_.end())
        at = moved->second;
    else if (const auto fixed = place_.fixed.find(loop); fixed != place_.fixed.end())
        at = fixed->second;
    if (!at) return growing(id);
    const auto before = moved_;
    if (*at > 0) moved_[loop] = *at - 1;
    Values result = congruent(*at > 0 ? expr.b : expr.a);
    moved_ = before;
    return result;
}

IndexReader::Values IndexReader::growing(ExprId id) {
    const Expr expr = space_.pdg.exprs[id];
    const std::string before = "?before", counter = counterName(expr.loop());
    const Values& first = congruent(expr.a);
    if (!first || first->size() != 1 || !(*first)[0].where.empty()) return fail("a loop carries it on");
    // The next value in terms of the one before: a sum with what stays the same?
    auto known = std::exchange(known_, {});
    known_[{id.index, moved_}] = IndexCases{{{}, Polynomial::name(before)}};
    const Values next = congruent(expr.b);
    known_ = std::move(known); // without values in terms of the one before
    Values result;
    if (next && next->size() == 1 && (*next)[0].where.empty()) {
        const Polynomial step = (*next)[0].value - Polynomial::name(before);
        if (!step.mentions(before) && !step.mentions(counter))
            result = IndexCases{{{}, (*first)[0].value + step * Polynomial::name(counter)}};
    }
    return result ? result : fail("a loop carries it from one iteration to the next");
}

IndexReader::Values IndexReader::last(const Expr& expr) {
    const auto iterations = lastIteration(space_, place_, *this, expr.loop());
    if (!iterations) return fail("it is what a loop leaves behind");
    const Values& cases = congruent(expr.a);
    if (!cases) return std::nullopt;
    const std::string counter = counterName(expr.loop());
    IndexCases result;
    for (const IndexCase& end : *iterations)
        for (const IndexCase& one : *cases) {
            Conjunction moved = one.where;
            for (Condition& condition : moved) condition.left = condition.left.replaced(counter, end.value);
            if (auto where = joined(end.where, moved))
                result.push_back({std::move(*where), one.value.replaced(counter, end.value)});
        }
    return result;
}

} // namespace warpstring::symbolic
