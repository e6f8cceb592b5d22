// SPDX-License-Identifier: GPL-3.0-or-later
// Instruction-level parallelism within a work-item and the pipeline latency that remains exposed: cr.
#pragma once

#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"

namespace warpstring::token_string {

/// For every region: its compute statements divided by the longest chain of data dependences among them, at
/// least 1 (Baghsorkhi et al. 2009, section 3: ILP from the dependences in the regions of the graph).
[[nodiscard]] std::vector<double> instructionParallelism(const Pdg& pdg);

/// The factor by which exposed pipeline latency stretches a computation when `warps` warps are active on the
/// multiprocessor: max(1, latency / (issue * warps * ilp)).
[[nodiscard]] double exposure(const HardwareSpec& spec, double warps, double parallelism);

/// The weighted average of `exposure` over the steps of a region: cr. `activeWarps[n]` counts the steps of
/// groups with n active warps; `groups` are resident.
[[nodiscard]] double averageExposure(const HardwareSpec& spec, const std::vector<double>& activeWarps,
                                     double groups, double parallelism);

} // namespace warpstring::token_string
