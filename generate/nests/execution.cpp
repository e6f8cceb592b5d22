// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/execution.h"

#include <algorithm>
#include <set>
#include <utility>

#include "generate/form/build.h"
#include "generate/form/substitute.h"
#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

using frontend::CExpression;
using frontend::CStatement;

bool isUsedWithin(const Expr& expr, const Variable* name) { // a function, which may run often
    return std::ranges::any_of(expr->functions,
                               [&](const Function& function) { return uses(function.expr(), name) > 0; }) ||
           std::ranges::any_of(expr->inputs, [&](const Expr& input) { return isUsedWithin(input, name); });
}

/// What is as cheap as its name.
bool isPlain(const Expr& expr) { return expr->op == Op::Variable || expr->op == Op::Literal || affineOf(expr); }

void collectAssigned(const CStatement& statement, std::set<int>& declared,
                     std::map<int, SourceLocation>& found) {
    if (statement.kind == CStatement::Kind::Declare) declared.insert(statement.variable);
    if (statement.kind == CStatement::Kind::For) declared.insert(statement.variable);
    if (statement.kind == CStatement::Kind::Assign &&
        statement.expressions[0].kind == CExpression::Kind::Variable)
        found.emplace(statement.expressions[0].variable, statement.place);
    for (const CStatement& child : statement.children) collectAssigned(child, declared, found);
}

} // namespace

Expr withValues(Expr expr, const std::vector<NestValue>& values, std::size_t first) {
    for (std::size_t i = values.size(); i-- > first;) {
        const NestValue& own = values[i];
        const int count = uses(expr, own.name.get());
        if (count == 0) continue;
        if (count == 1 && !isUsedWithin(expr, own.name.get())) {
            const Result<Expr> inlined = substituted(expr, {{own.name.get(), own.value}});
            if (inlined) {
                expr = *inlined;
                continue;
            }
        }
        Node let;
        let.op = Op::Let;
        let.inputs = {own.value};
        let.functions = {Function{{own.name}, expr.pointer()}};
        expr = build::node(std::move(let));
    }
    return expr;
}

std::map<int, SourceLocation> assignedIn(const CStatement& statement) {
    std::set<int> declared;
    std::map<int, SourceLocation> found;
    collectAssigned(statement, declared, found);
    for (const int own : declared) found.erase(own);
    return found;
}

Execution::Execution(const frontend::CFunction& function, const KnownSizes& sizes,
                     const std::vector<NestBuffer>& buffers, const std::map<int, std::size_t>& bufferOf,
                     CalledFunctions& called)
    : function_(function), sizes_(sizes), buffers_(buffers), bufferOf_(bufferOf), called_(called) {}

NestMeaning Execution::run() {
    run(function_.body);
    meaning_.stores = std::move(cells_);
    return std::move(meaning_);
}

void Execution::run(const CStatement& statement) {
    if (isDone_)
        refuseNest("nest.unsupported", statement.place, "nothing runs behind the return", "leave it out");
    switch (statement.kind) {
    case CStatement::Kind::Block:
        for (const CStatement& child : statement.children) run(child);
        return;
    case CStatement::Kind::Declare: {
        const frontend::CVariable& variable = function_.variables[static_cast<std::size_t>(statement.variable)];
        if (variable.isAlias)
            refuseNest("nest.alias", statement.place,
                       "\"" + variable.name + "\" points into an array that has a name already",
                       "index the array itself");
        if (variable.isPointer || variable.isOther)
            refuseNest("nest.unsupported", statement.place,
                       "\"" + variable.name + "\" is no scalar of an arithmetic type",
                       "use scalars within the nest, or a function in the file that has what it needs");
        if (variable.isGlobal)
            refuseNest("nest.side-effect", statement.place, "\"" + variable.name + "\" is static",
                       "iterations share nothing that they write");
        scalars_.erase(statement.variable);
        if (!statement.expressions.empty()) setScalar(statement.variable, value(statement.expressions[0]));
        return;
    }
    case CStatement::Kind::Assign: return assign(statement);
    case CStatement::Kind::If: return branch(statement);
    case CStatement::Kind::For: return loop(statement);
    case CStatement::Kind::While:
        if (statement.annotation.isParallel)
            refuseNest("nest.loop-form", statement.place,
                       "a parallel loop counts: for (int i = FROM; i < TO; i += STEP)",
                       "how often it runs has to be known before it does");
        refuseNest("nest.unsupported", statement.place, "how often this loop runs is not known before it does",
                   "put it into a function of its own that the nest calls");
    case CStatement::Kind::Evaluate:
        refuseNest("nest.side-effect", statement.place,
                   "a call whose value nobody takes has to do something else, which iterations may not",
                   "write its value to an array");
    case CStatement::Kind::Return:
        if (!loops_.empty() || conditions_ > 0)
            refuseNest("nest.jump", statement.place, "a return leaves the loops before they are through");
        isDone_ = true;
        if (!statement.expressions.empty()) meaning_.returned = value(statement.expressions[0]);
        return;
    case CStatement::Kind::Other: break;
    }
    const bool jumps = statement.name == "break" || statement.name == "continue" || statement.name == "goto";
    if (jumps)
        refuseNest("nest.jump", statement.place, statement.name + " leaves the order of the iterations",
                   "write it as conditions, or put the loop into a function that the nest calls");
    refuseNest("nest.unsupported", statement.place, statement.name + " has no place in a nest",
               "put it into a function that the nest calls");
}

void Execution::setScalar(int variable, const Expr& value) {
    if (isPlain(value)) {
        scalars_[variable] = value;
        return;
    }
    const std::string& name = function_.variables[static_cast<std::size_t>(variable)].name;
    auto own = std::make_shared<const Variable>(Variable{name, value.type()});
    meaning_.values.push_back({own, value, indexLoops_ == 0});
    scalars_[variable] = build::use(own);
}

void Execution::assign(const CStatement& statement) {
    const CExpression& target = statement.expressions[0];
    if (target.kind == CExpression::Kind::Other)
        refuseNest("nest.alias", target.place, "what this writes to is not an array's element or a variable",
                   "index the array itself");
    const Expr given = value(statement.expressions[1]);
    if (target.kind == CExpression::Kind::Subscript) return store(target, given);
    const frontend::CVariable& variable = function_.variables[static_cast<std::size_t>(target.variable)];
    if (variable.isGlobal)
        refuseNest("nest.side-effect", statement.place, "\"" + variable.name + "\" is global",
                   "iterations write to the function's arrays alone");
    if (variable.isPointer || variable.isOther || sizes_.contains(target.variable))
        refuseNest("nest.unsupported", statement.place, "\"" + variable.name + "\" is given another value");
    setScalar(target.variable, given);
}

/// Both ways are run; what they leave is chosen by the condition.
void Execution::branch(const CStatement& statement) {
    const Expr chosen = condition(statement.expressions[0]);
    if (chosen->op == Op::Literal) {
        if (chosen->value != 0) return run(statement.children[0]);
        if (statement.children.size() > 1) run(statement.children[1]);
        return;
    }
    const State scalarsBefore = scalars_;
    const std::vector<NestStore> cellsBefore = cells_;
    ++conditions_;
    run(statement.children[0]);
    const State scalarsThen = std::exchange(scalars_, scalarsBefore);
    const std::vector<NestStore> cellsThen = std::exchange(cells_, cellsBefore);
    if (statement.children.size() > 1) run(statement.children[1]);
    const State scalarsElse = std::exchange(scalars_, scalarsBefore);
    const std::vector<NestStore> cellsElse = std::exchange(cells_, cellsBefore);
    const auto select = [&](const Expr& a, const Expr& b) {
        return a.pointer() == b.pointer() ? a : build::operation("select", {chosen, a, b});
    };
    for (const auto& [variable, before] : scalarsThen) {
        const auto other = scalarsElse.find(variable);
        if (other == scalarsElse.end() || other->second.empty() || before.empty()) {
            // Declared within, or without a value on the other way.
            if (other == scalarsElse.end() || other->second.empty()) scalars_[variable] = before;
            continue;
        }
        const Expr joined = select(before, other->second);
        if (joined.pointer() != before.pointer())
            setScalar(variable, joined);
        else
            scalars_[variable] = before;
    }
    for (const auto& [variable, after] : scalarsElse) {
        const auto other = scalarsThen.find(variable);
        if (other == scalarsThen.end() || other->second.empty()) scalars_[variable] = after;
    }
    const auto newest = [](const std::vector<NestStore>& cells, const NestStore& like) {
        const auto found = std::find_if(cells.rbegin(), cells.rend(), [&](const NestStore& cell) {
            return cell.buffer == like.buffer && cell.element == like.element;
        });
        return found == cells.rend() ? Expr() : found->value;
    };
    std::vector<NestStore> written(cellsThen.begin() + static_cast<std::ptrdiff_t>(cellsBefore.size()),
                                   cellsThen.end());
    written.insert(written.end(), cellsElse.begin() + static_cast<std::ptrdiff_t>(cellsBefore.size()),
                   cellsElse.end());
    for (const NestStore& own : written) {
        if (own.loops.size() != loops_.size())
            refuseNest("nest.unsupported", own.place, "a loop that writes stands under a condition",
                       "put the condition into the loop");
        if (std::ranges::any_of(cells_.begin() + static_cast<std::ptrdiff_t>(cellsBefore.size()), cells_.end(),
                                [&](const NestStore& cell) {
                                    return cell.buffer == own.buffer && cell.element == own.element;
                                }))
            continue;
        Element element;
        element.buffer = own.buffer;
        element.affine = own.element;
        element.flat = exprOf(own.element, loops_);
        const auto either = [&](const std::vector<NestStore>& cells) {
            const Expr value = newest(cells, own);
            return value.empty() ? load(element, own.place) : value;
        };
        NestStore joined = own;
        const Expr a = either(cellsThen);
        joined.value = select(a, either(cellsElse));
        cells_.push_back(std::move(joined));
    }
    --conditions_;
}

} // namespace warpstring::generate
