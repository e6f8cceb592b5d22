// SPDX-License-Identifier: GPL-3.0-or-later
// What of a generated kernel can change without another derivation: the size of its groups, and how many
// elements a work-item computes.
#pragma once

#include <string>
#include <vector>

#include "generate/code/generated.h"

namespace warpstring::generate {

struct TuneSpace {
    std::vector<std::vector<std::int64_t>> local; ///< groups' sizes, by dimension; the kernel's own is one
    std::vector<std::int64_t> items;              ///< values of ITEMS; empty where the kernel has no such macro

    [[nodiscard]] bool empty() const { return local.size() < 2 && items.empty(); }
};

/// Of kernels whose work-items ask nothing of their groups: no local memory, no barrier, neither local nor
/// group IDs. Others have none.
[[nodiscard]] TuneSpace tuneSpaceOf(const GeneratedKernel& kernel);

/// The same kernels; those whose space has ITEMS compute so many elements a work-item, as far apart as there
/// are work-items. ITEMS is 1 where no build option sets it, and the global size is that of 1.
[[nodiscard]] Generated withItems(const Generated& generated);

} // namespace warpstring::generate
