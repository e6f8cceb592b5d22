// SPDX-License-Identifier: GPL-3.0-or-later
// What the turns of a loop come to: reductions, and folds in their order.
#include <cmath>
#include <limits>
#include <utility>

#include "generate/form/build.h"
#include "generate/form/substitute.h"
#include "generate/nests/execution.h"
#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

std::optional<double> identityOf(const std::string& name, ScalarType type) {
    const bool isFloat = isFloating(type);
    if (name == "+" || ((name == "|" || name == "^") && !isFloat)) return 0;
    if (name == "*") return 1;
    if (name == "&" && !isFloat) return isSigned(type) ? std::optional<double>(-1) : std::nullopt;
    if (name != "min" && name != "max") return std::nullopt;
    if (isFloat) return name == "min" ? INFINITY : -INFINITY;
    if (type == ScalarType::Int)
        return name == "min" ? std::numeric_limits<std::int32_t>::max()
                             : std::numeric_limits<std::int32_t>::min();
    return std::nullopt;
}

bool isLiteral(const Expr& expr, double value) { return expr->op == Op::Literal && expr->value == value; }

} // namespace

/// Of one value: a reduction where turns join it with something of their own, else a fold in their order.
Expr Execution::folded(const Carried& carried, const Turns& turns, std::size_t firstValue, bool isAssociative) {
    const auto isState = [&](const Expr& expr) {
        return expr->op == Op::Variable && expr->variable == carried.state;
    };
    const Type& type = carried.state->type;
    const Expr next = resolved(carried.next);
    Expr own;
    std::string name = next->op == Op::Operator ? next->name : std::string();
    if (next->op == Op::Operator && next->inputs.size() == 2) {
        if (isState(next->inputs[0]))
            own = next->inputs[1];
        else if (isState(next->inputs[1]) && name != "-")
            own = next->inputs[0];
    }
    if (!own.empty() && name == "-") {
        name = "+";
        own = build::operation("neg", {own});
    }
    const std::optional<double> identity = identityOf(name, type.value().scalar);
    const bool isReduction =
        !own.empty() && identity && own.type() == type && !hangsOn(own, carried.state.get());
    if (isAssociative && (!isReduction || name != carried.operation))
        refuseNest("nest.reduction", carried.place,
                   "\"" + carried.name + "\" is not joined by " + carried.operation + " alone",
                   carried.name + " = " + carried.name + " " + carried.operation +
                       " what a turn has of its own");
    if (!isReduction) return foldedTogether({carried}, turns, firstValue);
    const bool isExact = !isFloating(type.value().scalar) || name == "min" || name == "max";
    const build::Run run = isAssociative || isExact ? build::Run{} : build::Run{Level::Sequential, 0, false};
    const bool keepsStart = run.level == Level::Sequential || isLiteral(carried.start, *identity);
    const Function join = build::function(
        {type, type}, [&](const std::vector<Expr>& both) { return build::operation(name, both); },
        {"acc", "x"});
    const Expr element = withValues(own, meaning_.values, firstValue);
    Expr elements = build::map({}, Function{{turns.counter}, element.pointer()}, build::iota(turns.trips));
    const Expr start = keepsStart ? carried.start : build::literal(type.value(), *identity);
    // A reduction of reductions by the same operator is one.
    const bool nests = run.level == Level::Abstract && element->op == Op::At &&
                       isLiteral(element->inputs[1], 0) && element->inputs[0]->op == Op::Reduce &&
                       element->inputs[0]->level == Level::Abstract &&
                       element->inputs[0]->functions.front().body->op == Op::Operator &&
                       element->inputs[0]->functions.front().body->name == name &&
                       isLiteral(element->inputs[0]->inputs[1], *identity);
    if (nests) {
        const Expr& rows = element->inputs[0]->inputs[0];
        elements =
            build::join(build::map({}, Function{{turns.counter}, rows.pointer()}, build::iota(turns.trips)));
    }
    const Expr sum = build::at(build::reduce(run, join, start, elements), build::integer(0));
    const Expr whole = keepsStart ? sum : build::operation(name, {carried.start, sum});
    if (whole.empty())
        refuseNest("nest.unsupported", carried.place, "\"" + carried.name + "\" has no form as a reduction");
    return whole;
}

/// A loop that hands a value on, or a tuple of several.
Expr Execution::foldedTogether(const std::vector<Carried>& carried, const Turns& turns,
                               std::size_t firstValue) const {
    std::vector<Expr> starts;
    std::vector<Expr> nexts;
    for (const Carried& own : carried) {
        starts.push_back(own.start);
        nexts.push_back(own.next);
    }
    const bool isOne = carried.size() == 1;
    const Expr start = isOne ? starts.front() : build::tuple(starts);
    Expr next = withValues(isOne ? nexts.front() : build::tuple(nexts), meaning_.values, firstValue);
    const auto state =
        isOne ? carried.front().state
              : std::make_shared<const Variable>(Variable{"acc", start.empty() ? Type() : start.type()});
    if (!isOne && !next.empty()) {
        Bindings parts;
        for (std::size_t i = 0; i < carried.size(); ++i)
            parts[carried[i].state.get()] = build::get(build::use(state), static_cast<int>(i));
        const Result<Expr> replaced = substituted(next, parts);
        next = replaced ? *replaced : Expr();
    }
    Expr fold;
    if (!start.empty() && !next.empty())
        fold = build::at(build::reduce({Level::Sequential, 0, false},
                                       Function{{state, turns.counter}, next.pointer()}, start,
                                       build::iota(turns.trips)),
                         build::integer(0));
    if (fold.empty())
        refuseNest("nest.unsupported", carried.front().place,
                   "what turns hand on as \"" + carried.front().name + "\" has no form here");
    return fold;
}

} // namespace warpstring::generate
