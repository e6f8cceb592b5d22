// SPDX-License-Identifier: GPL-3.0-or-later
// Each element combined with all of an array, as of bodies that attract each other: the array goes through
// local memory in tiles that the whole group reads.
#include <optional>

#include "generate/rules/all_others.h"
#include "generate/rules/tile_rules.h"

namespace warpstring::generate {
namespace {

/// A group's sums, an element each, with one more tile of the others.
Expr withTile(const Function& function, const AllOthers& all, const Expr& xs, const Expr& sums,
              const Expr& tile) {
    return build::map(
        localRun, build::zip({sums, xs, build::fill(lengthOf(xs), copiedToLocal(1, tile))}),
        [&](const Expr& item) {
            const Function add =
                build::function({sums.type().element(), tile.type().element()},
                                [&](const std::vector<Expr>& own) {
                                    return withOther(function, all, own[0], own[1], build::get(item, 1));
                                },
                                {"sum", "other"});
            return build::at(build::reduce(loopRun, add, build::get(item, 0), build::get(item, 2)),
                             build::integer(0));
        },
        "item");
}

} // namespace

Expr tileReduction(const Expr& site, const Numbers& numbers) {
    const std::optional<AllOthers> all = allOthersOf(site);
    const std::int64_t group = positive(numbers, "group");
    const std::int64_t tile = positive(numbers, "tile");
    if (!all || !dividesLength(group, lengthOf(site)) || !dividesLength(tile, lengthOf(all->others.array)))
        return {};
    const Function& function = site->functions.front();
    const auto ofGroup = [&](const Expr& xs) {
        const Expr start = build::toPrivate(build::map(localRun, build::fill(group, all->reduction->inputs[1]),
                                                       [](const Expr& x) { return x; }));
        const Expr tiles = build::split(tile, all->others.array);
        if (start.empty() || tiles.empty()) return Expr();
        const Function add = build::function(
            {start.type(), tiles.type().element()},
            [&](const std::vector<Expr>& own) { return withTile(function, *all, xs, own[0], own[1]); },
            {"sums", "tile"});
        const Expr sums = build::join(build::reduce(loopRun, add, start, tiles));
        return build::map(
            localRun, build::zip({sums, xs}),
            [&](const Expr& item) {
                return resultOf(function, *all, build::get(item, 0), build::get(item, 1));
            },
            "item");
    };
    const Expr elements = build::join(build::map({.level = Level::Workgroup, .dimension = 0, .unroll = false},
                                                 build::split(group, site->inputs.front()), ofGroup, "xs"));
    const Expr result = shapedLike(function.expr(), elements);
    return !result.empty() && result.type() == site.type() ? result : Expr();
}

std::vector<Numbers> reductionTileChoices(const Expr& site) {
    const std::optional<AllOthers> all = allOthersOf(site);
    std::vector<Numbers> choices;
    if (!all) return choices;
    for (const std::int64_t group : {32, 64, 128, 256}) {
        for (const std::int64_t tile : {32, 64, 128, 256}) {
            if (dividesLength(group, lengthOf(site)) && dividesLength(tile, lengthOf(all->others.array)))
                choices.push_back({{"group", group}, {"tile", tile}});
        }
    }
    return choices;
}

} // namespace warpstring::generate
