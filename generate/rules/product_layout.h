// SPDX-License-Identifier: GPL-3.0-or-later
// How the tiles of a product are dealt out to work-items, a block of rows and columns each.
#pragma once

#include <algorithm>
#include <cstdint>

#include "generate/rules/tiles.h"

namespace warpstring::generate {

struct TileSizes {
    std::int64_t tile = 0;  // rows, or columns, of a tile
    std::int64_t block = 0; // of them a work-item's
    [[nodiscard]] std::int64_t blocks() const { return tile / block; }
};

struct ProductTiles {
    TileSizes rows;
    TileSizes columns;
    std::int64_t depth = 0;  // of a tile in K
    bool strided = false;    // a work-item's rows and columns lie blocks() apart, not side by side
    std::int64_t width = 1;  // of vectors in which tiles are copied
    std::int64_t wide = 0;   // of vectors in which a work-item reads its rows and columns, 0: one by one
    std::int64_t behind = 0; // room after each row in local memory, where it is read so
    bool ahead = false;      // the next tiles are on their way in registers while these are worked on

    /// How many of a work-item's rows, or columns, lie side by side.
    [[nodiscard]] std::int64_t run(const TileSizes& sizes) const {
        return strided ? std::max<std::int64_t>(wide, 1) : sizes.block;
    }
    [[nodiscard]] build::Run overDepth() const { return wide > 0 ? unrolledRun : loopRun; }

    [[nodiscard]] std::int64_t workItems() const { return rows.blocks() * columns.blocks(); }
};

/// [tile] by work-items: [tile / block][block].
[[nodiscard]] Expr blocked(const TileSizes& sizes, std::int64_t run, const Expr& tile);
/// A tile of the result by work-items: [work-items][block][block] of [tile][tile].
[[nodiscard]] Expr byBlocksOfBoth(const ProductTiles& tiles, const Expr& tile);
/// byBlocksOfBoth turned round.
[[nodiscard]] Expr tileOf(const ProductTiles& tiles, const Expr& blocks);

} // namespace warpstring::generate
