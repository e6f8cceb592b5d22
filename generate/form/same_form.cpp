// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/same_form.h"

#include <algorithm>
#include <map>

namespace warpstring::generate {

namespace {

/// Parameters of functions of one side by those of the other.
using Partners = std::map<const Variable*, const Variable*>;

bool sameExpr(const Expr& a, const Expr& b, Partners& partners) {
    const Node& left = *a;
    const Node& right = *b;
    if (left.op != right.op || left.type != right.type) return false;
    if (left.op == Op::Variable) {
        const auto partner = partners.find(left.variable.get());
        return partner != partners.end() ? partner->second == right.variable.get()
                                         : left.variable->name == right.variable->name;
    }
    if (left.name != right.name || left.value != right.value || left.number != right.number ||
        left.step != right.step || left.ofLength != right.ofLength || left.index != right.index ||
        left.count != right.count || left.level != right.level || left.dimension != right.dimension ||
        left.unroll != right.unroll || left.boundary != right.boundary ||
        left.inputs.size() != right.inputs.size() || left.functions.size() != right.functions.size())
        return false;
    for (std::size_t i = 0; i < left.inputs.size(); ++i)
        if (!sameExpr(left.inputs[i], right.inputs[i], partners)) return false;
    for (std::size_t i = 0; i < left.functions.size(); ++i) {
        const Function& f = left.functions[i];
        const Function& g = right.functions[i];
        if (f.parameters.size() != g.parameters.size()) return false;
        for (std::size_t p = 0; p < f.parameters.size(); ++p) {
            if (f.parameters[p]->type != g.parameters[p]->type) return false;
            partners[f.parameters[p].get()] = g.parameters[p].get();
        }
        if (!sameExpr(f.expr(), g.expr(), partners)) return false;
    }
    return true;
}

bool sameFunction(const UserFunction& a, const UserFunction& b) {
    return a.name == b.name && a.parameters == b.parameters && a.result == b.result && a.text == b.text &&
           a.isArithmetic == b.isArithmetic;
}

bool sameVariable(const VariablePointer& a, const VariablePointer& b) {
    return a->name == b->name && a->type == b->type;
}

} // namespace

bool sameForm(const Expr& a, const Expr& b) {
    Partners partners;
    return sameExpr(a, b, partners);
}

bool sameForm(const Program& a, const Program& b) {
    return a.name == b.name && a.preamble == b.preamble &&
           std::ranges::equal(a.parameters, b.parameters, sameVariable) &&
           std::ranges::equal(a.functions, b.functions, sameFunction) && sameForm(a.body, b.body);
}

} // namespace warpstring::generate
