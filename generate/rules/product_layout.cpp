// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/product_layout.h"

namespace warpstring::generate {
namespace {

/// [blocks][block] as the tile that they are: [tile].
Expr unblocked(const TileSizes& sizes, std::int64_t run, const Expr& blocks) {
    if (run == sizes.block) return build::join(blocks);
    if (run == 1) return build::join(build::transpose(blocks));
    const Expr runs =
        build::map({}, blocks, [&](const Expr& block) { return build::split(run, block); }, "block");
    return build::join(build::join(build::transpose(runs)));
}

} // namespace

Expr blocked(const TileSizes& sizes, std::int64_t run, const Expr& tile) {
    if (run == sizes.block) return build::split(run, tile);
    const Expr runs = run == 1 ? tile : build::split(run, tile);
    const Expr own = build::transpose(build::split(sizes.blocks(), runs));
    return run == 1 ? own : build::map({}, own, [](const Expr& parts) { return build::join(parts); }, "runs");
}

Expr byBlocksOfBoth(const ProductTiles& tiles, const Expr& tile) {
    return build::join(build::map(
        {}, blocked(tiles.rows, tiles.run(tiles.rows), tile),
        [&](const Expr& rows) {
            return build::transpose(build::map(
                {}, rows,
                [&](const Expr& row) { return blocked(tiles.columns, tiles.run(tiles.columns), row); }, "row"));
        },
        "rows"));
}

Expr tileOf(const ProductTiles& tiles, const Expr& blocks) {
    const auto swapped = [](const Expr& parts) { return build::transpose(parts); };
    const Expr byRows = build::map({}, build::split(tiles.columns.blocks(), blocks), swapped);
    const Expr rows = unblocked(tiles.rows, tiles.run(tiles.rows), byRows);
    return build::map(
        {}, rows, [&](const Expr& row) { return unblocked(tiles.columns, tiles.run(tiles.columns), row); },
        "row");
}

} // namespace warpstring::generate
