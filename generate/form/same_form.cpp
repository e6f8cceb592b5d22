// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/same_form.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpstring::generate {
namespace {

using Renaming = std::map<const Variable*, const Variable*>;

bool same(const Expr& a, const Expr& b, const Renaming& bound);

bool sameFunction(const Function& a, const Function& b, const Renaming& bound) {
    if (a.parameters.size() != b.parameters.size()) return false;
    Renaming inner = bound;
    for (std::size_t i = 0; i < a.parameters.size(); ++i) inner[a.parameters[i].get()] = b.parameters[i].get();
    return same(a.expr(), b.expr(), inner);
}

bool same(const Expr& a, const Expr& b, const Renaming& bound) {
    if (a->op != b->op || !(a.type() == b.type())) return false;
    if (a->op == Op::Variable) {
        const auto found = bound.find(a->variable.get());
        return (found == bound.end() ? a->variable.get() : found->second) == b->variable.get();
    }
    const auto rest = [](const Node& node) {
        return std::tie(node.name, node.value, node.number, node.step, node.ofLength, node.index, node.count,
                        node.level, node.dimension, node.unroll, node.boundary);
    };
    return rest(*a) == rest(*b) &&
           std::ranges::equal(a->inputs, b->inputs,
                              [&](const Expr& x, const Expr& y) { return same(x, y, bound); }) &&
           std::ranges::equal(a->functions, b->functions,
                              [&](const Function& x, const Function& y) { return sameFunction(x, y, bound); });
}

} // namespace

bool sameForm(const Expr& a, const Expr& b) {
    if (a.empty() || b.empty()) return a.empty() && b.empty();
    return same(a, b, {});
}

} // namespace warpstring::generate
