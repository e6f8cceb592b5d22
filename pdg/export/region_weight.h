// SPDX-License-Identifier: GPL-3.0-or-later
// The weights that an evaluation gives to control edges, as text.
#pragma once

#include <string>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// How often a warp of the launch executes a region, averaged: "x8", "x2..4" where only bounds are known. Empty
/// for a region that was not evaluated.
[[nodiscard]] std::string weightText(const evaluation::Evaluation& evaluation, RegionId region);

/// A warp's trips per entry into a loop, averaged, as label::weight writes what is known without a launch:
/// "W = 8".
[[nodiscard]] std::string tripsText(const Loop& loop, const evaluation::Evaluation& evaluation);

/// "8", "0.313", "2..4".
[[nodiscard]] std::string toText(const evaluation::Bounded& figure);

} // namespace warpstring::pdg_export
