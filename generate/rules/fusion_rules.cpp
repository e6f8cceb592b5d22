// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that do in one pass what two did.
#include <algorithm>
#include <optional>
#include <string>

#include "generate/form/substitute.h"
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

/// What is named more than once is computed once.
Expr sharing(const Expr& argument, const std::string& name, int times, const build::Body1& body) {
    const bool isCheap = is(argument, Op::Variable) || is(argument, Op::Literal) || is(argument, Op::Get);
    return times > 1 && !argument.empty() && !isCheap ? build::let(argument, body, name) : body(argument);
}

int usesOf(const Function& function, std::size_t parameter) {
    return uses(function.expr(), function.parameters[parameter].get());
}

Expr fuseMaps(const Expr& site, const Numbers&) {
    if (!is(site, Op::Map) || !is(site->inputs.front(), Op::Map)) return {};
    const Expr& inner = site->inputs.front();
    const std::optional<build::Run> run = together(*site, *inner);
    if (!run) return {};
    const Function& first = inner->functions.front();
    return build::map(
        *run, inner->inputs.front(),
        [&](const Expr& x) {
            const Function& second = site->functions.front();
            return sharing(called(first, {x}), second.parameters.front()->name, usesOf(second, 0),
                           [&](const Expr& y) { return called(second, {y}); });
        },
        first.parameters.front()->name);
}

Expr fuseZipMap(const Expr& site, const Numbers&) {
    if (!is(site, Op::Map) || !is(site->inputs.front(), Op::Zip)) return {};
    std::vector<Expr> arrays = site->inputs.front()->inputs;
    const auto found = std::ranges::find_if(
        arrays, [&](const Expr& array) { return is(array, Op::Map) && together(*site, *array).has_value(); });
    if (found == arrays.end()) return {};
    const auto which = static_cast<int>(found - arrays.begin());
    const Expr& inner = site->inputs.front()->inputs[static_cast<std::size_t>(which)];
    *found = inner->inputs.front();
    const Function& function = site->functions.front();
    const Variable* whole = function.parameters.front().get();
    return build::map(
        *together(*site, *inner), build::zip(std::move(arrays)),
        [&](const Expr& x) {
            const Expr computed = called(inner->functions.front(), {build::get(x, which)});
            return sharing(computed, "part", usesOfPart(function.expr(), whole, which), [&](const Expr& part) {
                std::vector<Expr> parts;
                parts.reserve(whole->type.parts().size());
                for (int i = 0; i < static_cast<int>(whole->type.parts().size()); ++i)
                    parts.push_back(i == which ? part : build::get(x, i));
                return part.empty() ? Expr() : withParts(function.expr(), whole, parts);
            });
        },
        whole->name);
}

Expr joinOfOnes(const Expr& site, const Numbers&) {
    if (!is(site, Op::Join) || !is(site->inputs.front(), Op::Map)) return {};
    const Expr& inner = site->inputs.front();
    if (!inner.type().element().length().is(1)) return {};
    const Function& function = inner->functions.front();
    return build::map(
        runOf(*inner), inner->inputs.front(),
        [&](const Expr& x) { return build::at(called(function, {x}), build::integer(0)); },
        function.parameters.front()->name);
}

Expr fuseReduceMap(const Expr& site, const Numbers&) {
    if (!is(site, Op::Reduce, Level::Sequential) || !is(site->inputs.front(), Op::Map)) return {};
    const Expr& inner = site->inputs.front();
    if (!together(*site, *inner)) return {};
    const Function& first = inner->functions.front();
    const Function& operation = site->functions.front();
    const Function fused = build::function(
        {operation.parameters[0]->type, first.parameters[0]->type},
        [&](const std::vector<Expr>& own) {
            return sharing(called(first, {own[1]}), operation.parameters[1]->name, usesOf(operation, 1),
                           [&](const Expr& y) { return called(operation, {own[0], y}); });
        },
        {operation.parameters[0]->name, first.parameters[0]->name});
    return build::reduce(runOf(*site), fused, site->inputs[1], inner->inputs.front());
}

} // namespace

std::vector<Rule> fusionRules() {
    return {
        {"fuse-maps", "figure 5.7g, equation 5.8", "map f after map g is map (f after g)", fuseMaps, noNumbers},
        {"fuse-reduce-map", "figure 5.7g, equation 5.8",
         "reduceSeq (+) after map f is reduceSeq of a + f b in one pass", fuseReduceMap, noNumbers},
        {"fuse-zip-map", "equation 5.8, of a zip's array",
         "map f of zip (map g xs) ys is map (f of g x, y) of zip xs ys", fuseZipMap, noNumbers},
        {"join-of-ones", "definition of join",
         "join after map f is map (x => (f x)[0]), f giving arrays of one", joinOfOnes, noNumbers},
    };
}

} // namespace warpstring::generate
