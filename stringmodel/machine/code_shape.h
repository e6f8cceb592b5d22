// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler decides of loops and branches before it orders instructions.
#pragma once

#include <vector>

#include "stringmodel/machine/unrolling.h"

namespace warpstring::machine {

struct CodeShape {
    Unrolling unrolling;
    std::vector<bool> isPredicated;   ///< by RegionId: every warp issues it, under a predicate
    std::vector<bool> keepsConstants; ///< by RegionId: what it needs of long constants has been brought before
};

[[nodiscard]] CodeShape shapeCode(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                  const HardwareSpec& spec);

/// The region that branches around a region's instructions: itself, or what holds it where it is predicated.
[[nodiscard]] RegionId blockOf(const Region& region, const Pdg& pdg, const CodeShape& shape);

/// Iterations that follow each other unrolled in the block that holds a region: a loop's body, or what is
/// predicated within one; 1 elsewhere.
[[nodiscard]] int copiesOf(const Region& region, const Pdg& pdg, const CodeShape& shape);

/// Whether there is a branch instruction: a decision on predicated branches alone is a compare.
[[nodiscard]] bool isBranch(const Predicate& predicate, const evaluation::Evaluation& evaluation,
                            const CodeShape& shape);

} // namespace warpstring::machine
