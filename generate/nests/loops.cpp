// SPDX-License-Identifier: GPL-3.0-or-later
// Loops: those of the index space, and those that each of its points runs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "generate/form/build.h"
#include "generate/form/substitute.h"
#include "generate/nests/execution.h"
#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

using frontend::CStatement;

constexpr std::int64_t mostTrips = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t mostLoopsWithin = 8; // each inner one is walked twice

bool holdsParallel(const CStatement& statement) {
    return std::ranges::any_of(statement.children, [](const CStatement& child) {
        return child.annotation.isParallel || holdsParallel(child);
    });
}

bool countsAgain(const CStatement& statement, int variable) {
    return std::ranges::any_of(statement.children, [&](const CStatement& child) {
        return (child.kind == CStatement::Kind::For && child.variable == variable) ||
               countsAgain(child, variable);
    });
}

} // namespace

Execution::Turns Execution::turnsOf(const CStatement& statement) {
    Turns turns;
    turns.from = known(statement.expressions[0], "where the loop begins");
    const std::int64_t bound = known(statement.expressions[1], "where the loop ends");
    turns.step = statement.step;
    const std::string& comparison = statement.comparison;
    const std::int64_t size = std::abs(turns.step);
    const bool isForward = comparison == "<" || comparison == "<=";
    const bool isAway = comparison != "!=" && isForward != (turns.step > 0);
    std::int64_t reach = (turns.step > 0) != isAway ? bound - turns.from : turns.from - bound;
    if (comparison == "<=" || comparison == ">=") ++reach;
    if (isAway && reach > 0) refuseNest("nest.loop-form", statement.place, "the loop counts away from its end");
    if (comparison == "!=" && (reach < 0 || reach % size != 0))
        refuseNest("nest.loop-form", statement.place, "the loop steps over its end");
    turns.trips = reach > 0 ? (reach + size - 1) / size : 0;
    if (turns.trips > mostTrips)
        refuseNest("nest.size", statement.place,
                   "the loop runs more often than an int counts: " + std::to_string(turns.trips) + " times",
                   "give its sizes smaller values: -D NAME=VALUE");
    if (assignedIn(statement.children[0]).contains(statement.variable) ||
        countsAgain(statement.children[0], statement.variable))
        refuseNest("nest.loop-form", statement.place, "the loop's counter is given another value within");
    const std::string& name = function_.variables[static_cast<std::size_t>(statement.variable)].name;
    turns.counter = std::make_shared<const Variable>(Variable{name, Type::of({ScalarType::Int, 1})});
    return turns;
}

void Execution::loop(const CStatement& statement) {
    const bool isIndex = statement.annotation.isParallel && statement.annotation.reductions.empty() &&
                         loops_.size() == indexLoops_ && conditions_ == 0;
    if (!statement.annotation.isParallel && loops_.empty() && holdsParallel(statement))
        refuseNest("nest.order", statement.place, "a parallel loop stands in one that is not",
                   "each turn would be a kernel of its own: leave the outer loop to the caller");
    if (loops_.size() >= mostLoopsWithin)
        refuseNest("nest.unsupported", statement.place, "more than 8 loops stand in each other");
    const Turns turns = turnsOf(statement);
    const auto ascending = [](Turns own) {
        if (own.step > 0) return own;
        own.from += own.step * (own.trips - 1);
        own.step = -own.step;
        return own;
    };
    if (isIndex)
        indexLoop(statement, ascending(turns)); // in any order, so in that of memory
    else
        foldLoop(statement, turns);
    scalars_[statement.variable] = Expr(); // where it is declared before
}

void Execution::setCounter(const CStatement& statement, const Turns& turns) {
    Expr count = exprOf({{{turns.counter.get(), turns.step}}, turns.from}, loops_);
    const ValueType type = function_.variables[static_cast<std::size_t>(statement.variable)].type;
    if (type != ValueType{ScalarType::Int, 1}) count = build::operation(warpstring::name(type), {count});
    scalars_[statement.variable] = count;
}

void Execution::runTurn(const CStatement& statement, const Turns& turns) {
    setCounter(statement, turns);
    run(statement.children[0]);
}

void Execution::indexLoop(const CStatement& statement, const Turns& turns) {
    if (turns.trips == 0) refuseNest("nest.size", statement.place, "a parallel loop runs never");
    for (const auto& [variable, place] : assignedIn(statement.children[0])) {
        const std::string& name = function_.variables[static_cast<std::size_t>(variable)].name;
        refuseNest("nest.carried", place,
                   "\"" + name + "\" goes from one iteration of a parallel loop to the next",
                   "declare it within the loop, or say reduction(+: " + name + ") where they are only added");
    }
    loops_.push_back({turns.counter, turns.trips, true, statement.place});
    ++indexLoops_;
    if (holdsParallel(statement))
        runTurn(statement, turns);
    else
        runPoint(statement, turns);
    --indexLoops_;
    loops_.pop_back();
}

/// What a point of the index space computes: by expressions, or where these have no form for it by a function.
void Execution::runPoint(const CStatement& statement, const Turns& turns) {
    const auto isOfForm = [](const std::string& code) {
        return code == "nest.unsupported" || code == "nest.guarded-access" || code == "nest.jump" ||
               code == "nest.last-value" || code == "nest.memory" || code == "nest.triangular";
    };
    const State scalars = scalars_;
    const std::vector<NestStore> cells = cells_;
    const std::vector<NestLoop> loops = loops_;
    const std::size_t values = meaning_.values.size();
    const std::size_t accesses = meaning_.accesses.size();
    const std::size_t parameters = meaning_.scalars.size();
    try {
        runTurn(statement, turns);
    } catch (const NestFault& fault) {
        if (!isOfForm(fault.diagnostic.code)) throw;
        scalars_ = scalars;
        cells_ = cells;
        loops_ = loops;
        conditions_ = 0;
        isDone_ = false;
        meaning_.values.resize(values);
        meaning_.accesses.resize(accesses);
        meaning_.scalars.resize(parameters);
        std::erase_if(parameters_, [&](const auto& own) {
            return std::ranges::find(meaning_.scalars, own.second) == meaning_.scalars.end();
        });
        if (!runAsFunction(statement, turns)) throw;
    }
}

bool Execution::hangsOn(const Expr& expr, const Variable* variable) const {
    if (expr.empty()) return false;
    if (uses(expr, variable) > 0) return true;
    return std::ranges::any_of(meaning_.values, [&](const NestValue& own) {
        return uses(expr, own.name.get()) > 0 && hangsOn(own.value, variable);
    });
}

/// What a name stands for.
Expr Execution::resolved(Expr expr) const {
    while (!expr.empty() && expr->op == Op::Variable) {
        const auto own = std::ranges::find_if(
            meaning_.values, [&](const NestValue& value) { return value.name == expr->variable; });
        if (own == meaning_.values.end()) break;
        expr = own->value;
    }
    return expr;
}

/// What turns hand on, found by a turn that is run for nothing else.
std::vector<Execution::Carried> Execution::carriedBy(const CStatement& statement, const Turns& turns) {
    std::vector<Carried> carried;
    const State scalars = scalars_;
    const std::vector<NestStore> cells = cells_;
    const std::size_t values = meaning_.values.size();
    const std::size_t accesses = meaning_.accesses.size();
    for (const auto& [variable, place] : assignedIn(statement.children[0])) {
        const frontend::CVariable& own = function_.variables[static_cast<std::size_t>(variable)];
        Carried made;
        made.variable = variable;
        made.name = own.name;
        made.place = place;
        made.state = std::make_shared<const Variable>(Variable{own.name, Type::of(own.type)});
        if (const auto start = scalars.find(variable); start != scalars.end()) made.start = start->second;
        for (const auto& reduction : statement.annotation.reductions)
            if (reduction.variable == own.name) made.operation = reduction.operation;
        if ((statement.annotation.isParallel || statement.annotation.isSimd) && made.operation.empty())
            refuseNest("nest.carried", place,
                       "\"" + own.name + "\" goes from one iteration of a parallel loop to the next",
                       "declare it within the loop, or say reduction(+: " + own.name +
                           ") where they are only added");
        scalars_[variable] = build::use(made.state);
        carried.push_back(std::move(made));
    }
    for (const auto& reduction : statement.annotation.reductions) {
        if (std::ranges::none_of(carried, [&](const Carried& own) { return own.name == reduction.variable; }))
            refuseNest("nest.reduction", statement.annotation.place,
                       "the loop gives \"" + reduction.variable + "\" no value from turn to turn");
    }
    loops_.push_back({turns.counter, turns.trips, false, statement.place});
    runTurn(statement, turns);
    loops_.pop_back();
    std::vector<NestStore> found(cells_.begin() + static_cast<std::ptrdiff_t>(cells.size()), cells_.end());
    scalars_ = scalars;
    cells_ = cells;
    meaning_.values.resize(values);
    meaning_.accesses.resize(accesses);
    for (NestStore& cell : found) {
        const bool isOwn =
            cell.loops.size() == loops_.size() + 1 && cell.element.factor(turns.counter.get()) == 0;
        if (!isOwn || std::ranges::any_of(carried, [&](const Carried& other) {
                return other.cell && other.cell->buffer == cell.buffer && other.cell->element == cell.element;
            }))
            continue;
        Carried made;
        made.name = buffers_[cell.buffer].name;
        made.place = cell.place;
        made.state = std::make_shared<const Variable>(Variable{made.name, cell.value.type()});
        if (statement.annotation.isParallel)
            refuseNest("nest.carried", cell.place,
                       "every iteration of a parallel loop writes " + made.name + "[" +
                           toText(cell.element, loops_) + "]",
                       "add into a variable with reduction(+: it), and write that behind the loop");
        Element element;
        element.buffer = cell.buffer;
        element.affine = cell.element;
        element.flat = exprOf(cell.element, loops_);
        made.start = load(element, cell.place);
        cell.loops = loops_;
        made.cell = std::move(cell);
        carried.push_back(std::move(made));
    }
    return carried;
}

void Execution::foldLoop(const CStatement& statement, const Turns& turns) {
    if (turns.trips == 0) return;
    std::vector<Carried> carried = carriedBy(statement, turns);
    const std::size_t firstValue = meaning_.values.size();
    const State scalars = scalars_;
    const std::vector<NestStore> cells = cells_;
    for (const Carried& own : carried) {
        if (own.cell) {
            NestStore cell = *own.cell;
            cell.value = build::use(own.state);
            cells_.push_back(std::move(cell));
        } else {
            scalars_[own.variable] = build::use(own.state);
        }
    }
    const std::size_t firstCell = cells_.size();
    loops_.push_back({turns.counter, turns.trips, false, statement.place});
    runTurn(statement, turns);
    loops_.pop_back();

    std::vector<NestStore> spread;
    for (std::size_t i = firstCell; i < cells_.size(); ++i) {
        NestStore& cell = cells_[i];
        const auto own = std::ranges::find_if(carried, [&](const Carried& known) {
            return known.cell && known.cell->buffer == cell.buffer && known.cell->element == cell.element;
        });
        if (own != carried.end()) {
            own->next = cell.value;
            continue;
        }
        for (const Carried& known : carried) {
            if (hangsOn(cell.value, known.state.get()))
                refuseNest("nest.carried-store", cell.place,
                           "each turn writes to \"" + buffers_[cell.buffer].name + "\" what \"" + known.name +
                               "\" has come to by then",
                           "a scan has no form as a nest; the pattern scan(add, 0) is one");
        }
        cell.value = withValues(cell.value, meaning_.values, firstValue);
        spread.push_back(std::move(cell));
    }
    for (Carried& own : carried)
        if (!own.cell) own.next = scalars_.at(own.variable);

    std::vector<Carried> live;
    std::map<int, Expr> results;
    for (const Carried& own : carried) {
        if (own.next.empty()) continue; // the last turn's, which a loop within left
        const bool isUsed = std::ranges::any_of(
            carried, [&](const Carried& other) { return hangsOn(other.next, own.state.get()); });
        const bool hangs = std::ranges::any_of(
            carried, [&](const Carried& other) { return hangsOn(own.next, other.state.get()); });
        if (own.next->op == Op::Variable && own.next->variable == own.state) continue; // as it was
        if (!isUsed && !hangs) {
            if (own.cell)
                refuseNest("nest.last-value", own.place,
                           "each turn writes " + own.name + "[" + toText(own.cell->element, loops_) + "] anew",
                           "write it behind the loop");
            results[own.variable] = Expr();
            continue;
        }
        if (own.start.empty())
            refuseNest("nest.unsupported", own.place, "\"" + own.name + "\" has no value before the loop");
        live.push_back(own);
    }
    const auto isNamed = [](const Carried& own) { return !own.operation.empty(); };
    std::vector<Expr> folds;
    Expr all;
    VariablePointer together;
    if (live.size() <= 1 || std::ranges::all_of(live, isNamed)) {
        for (const Carried& own : live) folds.push_back(folded(own, turns, firstValue, isNamed(own)));
    } else {
        all = foldedTogether(live, turns, firstValue);
        together = std::make_shared<const Variable>(Variable{"all", all.type()});
        for (std::size_t i = 0; i < live.size(); ++i)
            folds.push_back(build::get(build::use(together), static_cast<int>(i)));
    }
    meaning_.values.resize(firstValue);
    if (together) meaning_.values.push_back({together, all, indexLoops_ == 0}); // one loop for all of them
    scalars_ = scalars;
    cells_ = cells;
    for (const auto& [variable, value] : results) scalars_[variable] = value;
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (!live[i].cell) {
            setScalar(live[i].variable, folds[i]);
            continue;
        }
        NestStore cell = *live[i].cell;
        cell.value = folds[i];
        cells_.push_back(std::move(cell));
    }
    cells_.insert(cells_.end(), std::make_move_iterator(spread.begin()), std::make_move_iterator(spread.end()));
}

} // namespace warpstring::generate
