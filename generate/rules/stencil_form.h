// SPDX-License-Identifier: GPL-3.0-or-later
// Stencils of two dimensions as they come from the notation, with the patterns that they are made of found
// again.
#pragma once

#include <optional>

#include "generate/rules/tiles.h"

namespace warpstring::generate {

/// Windows along one dimension.
struct Windows {
    std::int64_t size = 0;
    std::int64_t step = 0;

    [[nodiscard]] std::int64_t reach(std::int64_t count) const { return (count - 1) * step + size; }
};

/// map (row => map f row) of the windows of an image.
struct Stencil {
    Expr image; // [H][W]
    Windows rows;
    Windows columns;
    Function function;
};

/// Nullopt where a map is something else.
[[nodiscard]] std::optional<Stencil> stencilOf(const Expr& site);

} // namespace warpstring::generate
