// SPDX-License-Identifier: GPL-3.0-or-later
// Affine access descriptors of an address at a place: as formulas of names, and as numbers of the launch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "symbolic/counts/index_space.h"
#include "symbolic/regions/affine_region.h"

namespace warpstring::symbolic {

/// base + sum of stride * i, 0 <= i < count, in bytes.
struct SymbolicRegion {
    struct Dimension {
        Polynomial stride, count;
        friend bool operator==(const Dimension&, const Dimension&) = default;
    };
    Polynomial base;
    std::vector<Dimension> dimensions; ///< strides positive and falling, none of one place
    friend bool operator==(const SymbolicRegion&, const SymbolicRegion&) = default;
};

/// nullopt, with the reason, where conditions tie variables together, bounds have no formula or the signs of
/// strides hang on the names.
[[nodiscard]] std::optional<SymbolicRegion> symbolicRegion(const Frame& frame, std::string& reason);

/// Different bytes of it, a place having so many; nullopt where places might meet.
[[nodiscard]] std::optional<Polynomial> distinctBytes(const SymbolicRegion& region, int bytes);

/// Of a frame's variable ("gid.x", "group.y", "gid.x/16", "i0"): both ends of its range belong to it.
struct RegionAxis {
    std::string along;
    std::int64_t stride = 0; ///< bytes; not 0
    std::int64_t low = 0, high = 0;
};

/// In the launch. `isExact`: every place of it is touched; else it is the least box around what is.
struct LaunchRegion {
    regions::AffineRegion region; ///< normalised
    bool isExact = true;
    /// The same before it was normalised: address = origin + sum of stride * variable.
    std::int64_t origin = 0;
    std::vector<RegionAxis> axes;
};
/// `values` of all names. nullopt where the address is not affine in the variables or a number does not fit;
/// `isEmpty` where there is no point.
[[nodiscard]] std::optional<LaunchRegion> launchRegion(const Frame& frame, const NameValues& values, int bytes,
                                                       bool& isEmpty);

} // namespace warpstring::symbolic
