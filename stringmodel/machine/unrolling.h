// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops a compiler unrolls, and what of an unrolled body it needs only once: docs/model.md, section 9.1.
#pragma once

#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring {

struct Unrolling {
    std::vector<int> factors;       ///< by LoopId; 1: as written
    std::vector<double> idleCopies; ///< by LoopId: of the body, that a warp issues beyond its trips
    std::vector<bool> inEveryCopy;  ///< by StatementId; false: once for all copies of an unrolled body
};

[[nodiscard]] Unrolling chooseUnrolling(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec);

} // namespace warpstring
