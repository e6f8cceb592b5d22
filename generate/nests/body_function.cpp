// SPDX-License-Identifier: GPL-3.0-or-later
// A loop's body that expressions have no form for, as a function in OpenCL C: it gets the counters, the scalars
// and the arrays that it reads, and gives the one element that it writes.
#include <algorithm>
#include <set>
#include <utility>

#include "generate/form/build.h"
#include "generate/nests/execution.h"
#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

using frontend::CExpression;
using frontend::CStatement;

std::string typeName(ValueType type) { return warpstring::name(type); }

} // namespace

/// What a body needs of what is around it.
struct Execution::BodyUse {
    std::vector<int> scalars; // in the order of their use
    std::set<int> declared;
    std::vector<const CExpression*> elements;
    std::set<std::size_t> written;
    bool isImpossible = false;
    bool isWrittenFirst = false; // before it is read, and on any way
    int conditions = 0;
};

void Execution::look(const CExpression& expr, BodyUse& use) {
    if (expr.kind == CExpression::Kind::Subscript) {
        if (!bufferOf_.contains(expr.variable)) {
            use.isImpossible = use.isImpossible || !use.declared.contains(expr.variable);
        } else {
            use.elements.push_back(&expr);
        }
    } else if (expr.variable >= 0 && !use.declared.contains(expr.variable)) {
        const frontend::CVariable& variable = function_.variables[static_cast<std::size_t>(expr.variable)];
        if (variable.isPointer || variable.isGlobal || variable.isOther)
            use.isImpossible = true;
        else if (std::ranges::find(use.scalars, expr.variable) == use.scalars.end())
            use.scalars.push_back(expr.variable);
    }
    const bool assigns = expr.kind == CExpression::Kind::Other && !expr.operands.empty() &&
                         expr.operands[0].kind == CExpression::Kind::Subscript &&
                         bufferOf_.contains(expr.operands[0].variable);
    if (assigns && expr.name == "an assignment within an expression") use.isImpossible = true;
    if (expr.kind == CExpression::Kind::Call && expr.name != "abs")
        static_cast<void>(called_.call(expr.name, expr.place));
    for (const CExpression& operand : expr.operands) look(operand, use);
}

void Execution::look(const CStatement& statement, int loops, BodyUse& use) {
    switch (statement.kind) {
    case CStatement::Kind::Declare:
    case CStatement::Kind::For:
        if (statement.variable >= 0) {
            const frontend::CVariable& own = function_.variables[static_cast<std::size_t>(statement.variable)];
            use.isImpossible = use.isImpossible || own.isAlias || own.isGlobal || own.isOther;
            use.declared.insert(statement.variable);
        }
        break;
    case CStatement::Kind::Assign: {
        const CExpression& target = statement.expressions[0];
        const auto known = bufferOf_.find(target.variable);
        if (target.kind == CExpression::Kind::Other) use.isImpossible = true;
        if (target.kind != CExpression::Kind::Subscript || known == bufferOf_.end()) break;
        const std::size_t before = use.elements.size();
        look(statement.expressions[1], use);
        const bool readsOwn =
            std::any_of(use.elements.begin(), use.elements.end(),
                        [&](const CExpression* own) { return own->variable == target.variable; });
        use.elements.resize(before);
        if (use.written.empty()) use.isWrittenFirst = !readsOwn && use.conditions == 0;
        use.written.insert(known->second);
        break;
    }
    case CStatement::Kind::Return:
    case CStatement::Kind::Evaluate: use.isImpossible = true; break;
    case CStatement::Kind::Other:
        use.isImpossible = use.isImpossible || statement.name == "goto" ||
                           (loops == 0 && (statement.name == "break" || statement.name == "continue"));
        break;
    default: break;
    }
    for (const CExpression& expr : statement.expressions) look(expr, use);
    const bool isLoop = statement.kind == CStatement::Kind::For || statement.kind == CStatement::Kind::While ||
                        statement.name == "switch";
    const bool isCondition = isLoop || statement.kind == CStatement::Kind::If;
    use.conditions += isCondition ? 1 : 0;
    for (const CStatement& child : statement.children) look(child, loops + (isLoop ? 1 : 0), use);
    use.conditions -= isCondition ? 1 : 0;
}

/// The declaration of an array's name within the function, which gets a pointer to its first element.
std::string Execution::pointerText(std::size_t buffer) const {
    const NestBuffer& own = buffers_[buffer];
    const std::string element = "global const " + typeName(own.type);
    if (own.lengths.size() == 1) return "    " + element + "* " + own.name + " = all_" + own.name + ";\n";
    std::string rows;
    for (std::size_t i = 1; i < own.lengths.size(); ++i)
        rows.append("[").append(std::to_string(own.lengths[i])).append("]");
    std::string text = "    " + element;
    text.append(" (*").append(own.name).append(")").append(rows);
    text.append(" = (").append(element).append(" (*)").append(rows).append(")all_").append(own.name);
    return text + ";\n";
}

bool Execution::runAsFunction(const CStatement& statement, const Turns& turns) {
    setCounter(statement, turns);
    BodyUse use;
    look(statement.children[0], 0, use);
    if (use.isImpossible || use.written.size() != 1) return false;
    const std::size_t written = *use.written.begin();
    const bool readsWritten = std::ranges::any_of(use.elements, [&](const CExpression* own) {
        return std::ranges::any_of(cells_, [&](const NestStore& cell) {
            return cell.buffer == bufferOf_.at(own->variable) && cell.buffer != written;
        });
    });
    if (readsWritten) return false; // it would see what was there before
    const NestBuffer& result = buffers_[written];
    std::optional<Element> target;
    std::set<std::size_t> arrays;
    for (const CExpression* own : use.elements) {
        if (bufferOf_.at(own->variable) != written) {
            arrays.insert(bufferOf_.at(own->variable));
            continue;
        }
        if (std::ranges::any_of(own->operands, [&](const CExpression& operand) {
                BodyUse within;
                look(operand, within);
                return !within.elements.empty() || std::ranges::any_of(within.scalars, [&](int name) {
                    return use.declared.contains(name);
                });
            }))
            return false;
        Element same = element(*own);
        if (!same.affine || (target && target->affine != same.affine)) return false;
        target = std::move(same);
    }
    UserFunction function;
    function.name = called_.unusedName(function_.name + "_body");
    function.result = result.type;
    function.place = statement.place;
    const std::string elementOwn = frontend::elementName(result.name);
    std::string parameters;
    std::vector<Expr> operands;
    const auto add = [&](const std::string& text, ValueType type, const Expr& operand) {
        parameters.append(parameters.empty() ? "" : ", ").append(text);
        function.parameters.push_back(type);
        operands.push_back(operand);
    };
    for (const int scalar : use.scalars) {
        const frontend::CVariable& own = function_.variables[static_cast<std::size_t>(scalar)];
        CExpression expr;
        expr.kind = CExpression::Kind::Variable;
        expr.type = own.type;
        expr.name = own.name;
        expr.variable = scalar;
        expr.place = statement.place;
        add(typeName(own.type) + " " + own.name, own.type, value(expr));
    }
    std::string declarations;
    if (use.isWrittenFirst)
        declarations = "    " + typeName(result.type) + " " + elementOwn + ";\n";
    else
        add(typeName(result.type) + " " + elementOwn, result.type, load(*target, statement.place));
    for (const std::size_t array : arrays) {
        const NestBuffer& own = buffers_[array];
        if (own.lengths.front() == 0)
            refuseNest("nest.size", own.place,
                       "how long \"" + own.name + "\" is cannot be seen: it is indexed under conditions",
                       "say it where it is declared: " + own.name + "[n]");
        ++conditions_;
        note({array, std::nullopt, {}, {}}, false, statement.place);
        --conditions_;
        meaning_.assumptions.push_back({.code = "nest.assumed",
                                        .severity = Severity::Note,
                                        .place = statement.place,
                                        .message = "all subscripts of \"" + own.name + "\" are inside",
                                        .hint = {}});
        declarations += pointerText(array);
        if (!own.parameter) continue; // until it has a shape
        add("global const " + typeName(own.type) + "* all_" + own.name, own.type, build::use(own.parameter));
    }
    function.text = typeName(result.type) + " " + function.name + "(" + parameters + ") {\n" + declarations +
                    statement.text + "    return " + elementOwn + ";\n}";
    const Expr call = build::call(function, std::move(operands), statement.place);
    called_.add(std::move(function));
    if (call.empty()) return false;
    note(*target, true, statement.place);
    cells_.push_back({written, *target->affine, call, loops_, statement.place});
    return true;
}

} // namespace warpstring::generate
