// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that do in one pass what two did.
#include <optional>

#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

/// Who runs both: an abstract pattern leaves it to the other.
std::optional<build::Run> together(const Node& a, const Node& b) {
    if (a.level == Level::Abstract) return runOf(b);
    if (b.level == Level::Abstract || (a.level == b.level && a.dimension == b.dimension)) return runOf(a);
    return std::nullopt;
}

Expr fuseMaps(const Expr& site, const Numbers&) {
    if (!is(site, Op::Map) || !is(site->inputs.front(), Op::Map)) return {};
    const Expr& inner = site->inputs.front();
    const std::optional<build::Run> run = together(*site, *inner);
    if (!run) return {};
    const Function& first = inner->functions.front();
    return build::map(
        *run, inner->inputs.front(),
        [&](const Expr& x) { return called(site->functions.front(), {called(first, {x})}); },
        first.parameters.front()->name);
}

Expr fuseReduceMap(const Expr& site, const Numbers&) {
    if (!is(site, Op::Reduce, Level::Sequential) || !is(site->inputs.front(), Op::Map)) return {};
    const Expr& inner = site->inputs.front();
    if (!together(*site, *inner)) return {};
    const Function& first = inner->functions.front();
    const Function& operation = site->functions.front();
    const Function fused = build::function(
        {operation.parameters[0]->type, first.parameters[0]->type},
        [&](const std::vector<Expr>& own) { return called(operation, {own[0], called(first, {own[1]})}); },
        {operation.parameters[0]->name, first.parameters[0]->name});
    return build::reduce(runOf(*site), fused, site->inputs[1], inner->inputs.front());
}

} // namespace

std::vector<Rule> fusionRules() {
    return {
        {"fuse-maps", "figure 5.7g, equation 5.8", "map f after map g is map (f after g)", fuseMaps, noNumbers},
        {"fuse-reduce-map", "figure 5.7g, equation 5.8",
         "reduceSeq (+) after map f is reduceSeq of a + f b in one pass", fuseReduceMap, noNumbers},
    };
}

} // namespace warpstring::generate
