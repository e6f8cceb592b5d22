// SPDX-License-Identifier: GPL-3.0-or-later
// Rules on which elements one work-item or one group gets: several outputs, near or far from each other,
// overlapping tiles; and loops written out.
#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

Expr splitJoinStrided(const Expr& site, const Numbers& numbers) {
    const std::int64_t n = positive(numbers, "n");
    const std::int64_t length = lengthOf(site);
    if (!is(site, Op::Map, Level::Abstract) || !dividesLength(n, length)) return {};
    const Expr apart = build::transpose(build::split(length / n, site->inputs.front()));
    return build::join(build::transpose(build::map(
        {}, apart, [&](const Expr& part) { return build::map({}, site->functions.front(), part); }, "part")));
}

std::vector<Numbers> outputs(const Expr& site) {
    return is(site, Op::Map, Level::Abstract) ? choicesOf("n", usefulDivisors(lengthOf(site)))
                                              : std::vector<Numbers>();
}

Expr mapOfJoin(const Expr& site, const Numbers&) {
    if (!is(site, Op::Map, Level::Abstract) || !is(site->inputs.front(), Op::Join)) return {};
    return build::join(build::map(
        {}, site->inputs.front()->inputs.front(),
        [&](const Expr& part) { return build::map({}, site->functions.front(), part); }, "part"));
}

Expr slideTiles(const Expr& site, const Numbers& numbers) {
    const std::int64_t tile = positive(numbers, "tile");
    if (!is(site, Op::Slide) || !dividesLength(tile, lengthOf(site))) return {};
    const Nat& size = site->number;
    const Nat& step = site->step;
    const Nat stride = step * Nat(tile);
    return build::join(build::map(
        {}, build::slide(stride + size - step, stride, site->inputs.front()),
        [&](const Expr& part) { return build::slide(size, step, part); }, "tile"));
}

std::vector<Numbers> tiles(const Expr& site) {
    return is(site, Op::Slide) ? choicesOf("tile", usefulDivisors(lengthOf(site))) : std::vector<Numbers>();
}

Expr unroll(const Expr& site, const Numbers&) {
    constexpr std::int64_t most = 64;
    const bool isLoop = is(site, Op::Map, Level::Sequential) || is(site, Op::Reduce, Level::Sequential) ||
                        is(site, Op::Scan, Level::Sequential);
    if (!isLoop || site->unroll || lengthOf(site->inputs.front()) > most) return {};
    Node node = *site;
    node.unroll = true;
    return build::node(std::move(node));
}

} // namespace

std::vector<Rule> layoutRules() {
    return {
        {"split-join-strided", "figure 5.7d with the stride access of 5.8c",
         "map f is join after transpose after map (map f) after transpose after split (length / n)",
         splitJoinStrided, outputs},
        {"map-of-join", "promotion of map (Bird)", "map f after join is join after map (map f)", mapOfJoin,
         noNumbers},
        {"slide-tiles", "overlapping tiles (Hagedorn et al., CGO 2018)",
         "slide is join after map slide after slide of tiles with their halo", slideTiles, tiles},
        {"unroll", "loop unrolling", "a sequential loop of at most 64 turns is written out", unroll, noNumbers},
    };
}

} // namespace warpstring::generate
