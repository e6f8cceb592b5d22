// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that an access touches as affine regions: of a warp, of a work-group or of the whole launch.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "symbolic/regions/affine_region.h"

namespace warpstring::symbolic {

/// Whose accesses are meant.
struct RegionScope {
    std::optional<std::array<std::int64_t, 3>> group; ///< absent: all work-groups
    /// Of each of these groups: work-items warp * warpSize and on, by their linear number, x first. Absent:
    /// all.
    std::optional<int> warp;
};

struct TouchedRegions {
    /// Normalised, in bytes from the object's start; `repeats` has lanes and iterations that name one place.
    /// Where the scope never executes the access there are none. Of different cases of the address, so they may
    /// overlap.
    std::vector<regions::AffineRegion> regions;
    std::string reason; ///< why they are not known; empty where they are
};

/// Every place of every region is touched, and no other. Not known where addresses hang on data that the
/// evaluation does not know, differ too much between work-groups, or do not fit 64 bits.
[[nodiscard]] TouchedRegions touchedRegions(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                            AccessId access, const RegionScope& scope);

/// counts.no-such-group and counts.no-such-warp where the launch has none of that number.
[[nodiscard]] Diagnostics checkScope(const evaluation::Evaluation& evaluation, const RegionScope& scope);

} // namespace warpstring::symbolic
