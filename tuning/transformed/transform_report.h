// SPDX-License-Identifier: GPL-3.0-or-later
// What rewrites make of a kernel: what was done, and its launches before and after.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stringmodel/simulation.h"
#include "tuning/transform/recipe.h"
#include "tuning/transform/transform.h"

namespace warpstring::transformed {

/// A launch before and after, where both could be simulated.
struct TransformedLaunch {
    Simulation before, after;
};

/// What --recipe did.
struct FollowedRecipe {
    transform::Recipe recipe;
    int limit = 0;          ///< registers of a work-item
    std::string limitWords; ///< why so many: "keep the occupancy of 32 warps"
};

struct TransformReport {
    std::string launch; ///< the file as given
    std::vector<transform::Rewrite> rewrites;
    std::vector<std::string> notes;
    bool reordersSums = false, isLessExact = false;
    std::vector<TransformedLaunch> launches;
    std::vector<std::string> files; ///< written
    std::optional<FollowedRecipe> recipe;
};

/// "warpstring.transform/1" (docs/json.md).
[[nodiscard]] std::string transformJson(const TransformReport& report);

} // namespace warpstring::transformed
