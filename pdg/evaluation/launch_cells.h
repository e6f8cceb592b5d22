// SPDX-License-Identifier: GPL-3.0-or-later
// The work-groups of a launch from which an evaluation starts.
#pragma once

#include <cstdint>
#include <vector>

#include "pdg/evaluation/cells.h"

namespace warpstring::evaluation {

[[nodiscard]] std::vector<Cell> wholeLaunch(const Pdg& pdg, const LaunchBinding& launch);

/// At most `samples` single work-groups spread over those of a cell in all of its dimensions (a Latin
/// hypercube whose strata follow Hammersley's points), each standing for its share; all of them where they are
/// fewer.
[[nodiscard]] std::vector<Cell> representativeGroups(const Cell& groups, std::uint64_t samples);

/// `group` counts with dimension 0 fastest.
[[nodiscard]] std::vector<Cell> singleGroup(const Pdg& pdg, const LaunchBinding& launch, std::uint64_t group);

} // namespace warpstring::evaluation
