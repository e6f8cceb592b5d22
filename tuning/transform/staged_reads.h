// SPDX-License-Identifier: GPL-3.0-or-later
// Reads of a buffer in a loop that work-items of a group share, and the loop.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tuning/transform/group_extents.h"
#include "tuning/transform/scene.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

/// Dimensions of the group, none for the counter of a loop.
using TileAxes = std::vector<std::optional<unsigned>>;

struct StagedRead {
    const clang::ArraySubscriptExpr* element = nullptr;
    std::vector<const clang::Expr*> offsets; ///< from the buffer's begin: their sum
    TileAxes axes;                           ///< what the address hangs on, the largest steps first
};

/// A loop whose iterations come in tiles.
struct TiledReads {
    CountedLoop loop;                     ///< that the addresses hang on
    std::optional<CountedLoop> tiles;     ///< around it, where there is one already
    const clang::Stmt* barrier = nullptr; ///< behind the loads of that one
    const clang::Expr* end = nullptr;     ///< that cuts its last tile; null where nothing does
    std::vector<StagedRead> reads;
};

/// Refuses what cannot be staged in tiles of so many iterations: docs/transform.md says what that is.
[[nodiscard]] Result<TiledReads> readsToStage(const Scene& scene, const clang::ParmVarDecl& buffer,
                                              std::int64_t length, const std::array<Extent, 3>& extents);

} // namespace warpstring::transform
