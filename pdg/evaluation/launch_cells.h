// SPDX-License-Identifier: GPL-3.0-or-later
// The work-groups of a launch from which an evaluation starts.
#pragma once

#include <cstdint>
#include <vector>

#include "pdg/evaluation/cells.h"

namespace warpstring::evaluation {

[[nodiscard]] std::vector<Cell> wholeLaunch(const Pdg& pdg, const LaunchBinding& launch);

/// Single work-groups spread over the launch, each standing for its share.
[[nodiscard]] std::vector<Cell> representativeGroups(const Pdg& pdg, const LaunchBinding& launch,
                                                     std::uint64_t samples);

/// `group` counts with dimension 0 fastest.
[[nodiscard]] std::vector<Cell> singleGroup(const Pdg& pdg, const LaunchBinding& launch, std::uint64_t group);

} // namespace warpstring::evaluation
