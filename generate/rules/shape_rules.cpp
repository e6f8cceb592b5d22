// SPDX-License-Identifier: GPL-3.0-or-later
// Rules on the order and shape of what patterns work on: identity, iterate decomposition, reorder
// commutativity, split-join, simplification.
#include "generate/form/substitute.h"
#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

Expr identityBefore(const Expr& site, const Numbers&) {
    if (!isPattern(site) || isIdentity(site) || isIdentity(site->inputs.front())) return {};
    return onInput(site, identity(site->inputs.front()));
}

Expr identityBehind(const Expr& site, const Numbers&) {
    return isPattern(site) && !isIdentity(site) ? identity(site) : Expr();
}

Expr iterateOnce(const Expr& site, const Numbers&) {
    if (!is(site, Op::Iterate) || site->count != 1) return {};
    return called(site->functions.front(), {site->inputs.front()});
}

Expr iterateApart(const Expr& site, const Numbers& numbers) {
    const std::int64_t first = positive(numbers, "first");
    if (!is(site, Op::Iterate) || first < 1 || first >= site->count) return {};
    Node before = *site;
    before.count = first;
    const Expr inner = build::node(std::move(before));
    if (inner.empty()) return {};
    Node behind = *site;
    behind.count = site->count - first;
    behind.inputs = {inner};
    const Result<Function> function = retyped(site->functions.front(), {inner.type()});
    if (!function) return {};
    behind.functions = {*function};
    return build::node(std::move(behind));
}

std::vector<Numbers> iterateApartChoices(const Expr& site) {
    std::vector<std::int64_t> counts;
    if (is(site, Op::Iterate)) {
        for (std::int64_t first = 1; first < site->count; ++first) counts.push_back(first);
    }
    return choicesOf("first", counts);
}

Expr reorderBehindMap(const Expr& site, const Numbers&) {
    if (!is(site, Op::Map) || !is(site->inputs.front(), Op::Reorder)) return {};
    return build::reorder(onInput(site, site->inputs.front()->inputs.front()));
}

Expr reorderBeforeMap(const Expr& site, const Numbers&) {
    if (!is(site, Op::Reorder) || !is(site->inputs.front(), Op::Map)) return {};
    const Expr& map = site->inputs.front();
    return onInput(map, build::reorder(map->inputs.front()));
}

Expr splitJoin(const Expr& site, const Numbers& numbers) {
    const std::int64_t n = positive(numbers, "n");
    if (!is(site, Op::Map, Level::Abstract) || !dividesLength(n, lengthOf(site))) return {};
    return onParts(n, site->inputs.front(),
                   [&](const Expr& part) { return build::map({}, site->functions.front(), part); });
}

std::vector<Numbers> splitJoinChoices(const Expr& site) {
    return is(site, Op::Map, Level::Abstract) ? choicesOf("n", usefulDivisors(lengthOf(site)))
                                              : std::vector<Numbers>();
}

/// `outer` undoes `inner`.
Expr undone(const Expr& site, Op outer, Op inner) {
    if (!is(site, outer) || !is(site->inputs.front(), inner)) return {};
    const Expr& origin = site->inputs.front()->inputs.front();
    return origin.type() == site.type() ? origin : Expr();
}

Expr joinOfSplit(const Expr& site, const Numbers&) { return undone(site, Op::Join, Op::Split); }
Expr splitOfJoin(const Expr& site, const Numbers&) { return undone(site, Op::Split, Op::Join); }
Expr scalarsOfVectors(const Expr& site, const Numbers&) { return undone(site, Op::AsScalar, Op::AsVector); }
Expr vectorsOfScalars(const Expr& site, const Numbers&) { return undone(site, Op::AsVector, Op::AsScalar); }

} // namespace

std::vector<Rule> shapeRules() {
    return {
        {"identity-before", "figure 5.7a, equation 5.1", "f is f after map id", identityBefore, noNumbers},
        {"identity-behind", "figure 5.7a, equation 5.1", "f is map id after f", identityBehind, noNumbers},
        {"iterate-once", "figure 5.7b, equation 5.2", "iterate 1 f is f", iterateOnce, noNumbers},
        {"iterate-apart", "figure 5.7b, equation 5.2",
         "iterate (m + first) f is iterate m f after iterate first f", iterateApart, iterateApartChoices},
        {"reorder-behind-map", "figure 5.7c, equation 5.3", "map f after reorder is reorder after map f",
         reorderBehindMap, noNumbers},
        {"reorder-before-map", "figure 5.7c, equation 5.3", "reorder after map f is map f after reorder",
         reorderBeforeMap, noNumbers},
        {"split-join", "figure 5.7d, equation 5.4", "map f is join after map (map f) after split n", splitJoin,
         splitJoinChoices},
        {"join-of-split", "figure 5.7f, equation 5.7", "join after split is nothing", joinOfSplit, noNumbers},
        {"split-of-join", "figure 5.7f, equation 5.7", "split n after join of parts of n is nothing",
         splitOfJoin, noNumbers},
        {"scalars-of-vectors", "figure 5.7f, equation 5.7", "asScalar after asVector is nothing",
         scalarsOfVectors, noNumbers},
        {"vectors-of-scalars", "figure 5.7f, equation 5.7", "asVector n after asScalar of width n is nothing",
         vectorsOfScalars, noNumbers},
    };
}

} // namespace warpstring::generate
