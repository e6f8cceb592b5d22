// SPDX-License-Identifier: GPL-3.0-or-later
// Work-items of a dimension that become one: what their IDs are, and which comparisons of these are equal.
#pragma once

#include <clang/AST/Expr.h>

#include <cstdint>
#include <string>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

struct MergedItems {
    unsigned dimension = 0;
    std::int64_t times = 2;
    bool isBlocked = false; ///< neighbours; else they lie a local size apart, one of each of `times` groups

    /// get_global_id of the j-th, as a sum or product without parentheses around it.
    [[nodiscard]] std::string globalId(std::int64_t j) const;
    /// get_group_id of the j-th; not of neighbours, whose groups are no groups any more.
    [[nodiscard]] std::string groupId(std::int64_t j) const;
    /// What lies between the global IDs of two that follow each other: a call, or "1".
    [[nodiscard]] std::string spacing() const;
};

/// Whether a launch has more merged items than there are items to do.
[[nodiscard]] bool isRounded(const Launch& launch, const MergedItems& items);

/// Whether a comparison comes out the same for all items that are merged into one, in every launch: it always
/// does, or it compares the global ID with a bound that no merged item straddles.
[[nodiscard]] bool isSameForMerged(const Scene& scene, const MergedItems& items,
                                   const clang::BinaryOperator& comparison);

} // namespace warpstring::transform
