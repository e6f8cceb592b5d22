// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers a compiler stores to memory where a work-item has fewer than it needs, and where: the least
// often touched first. docs/model.md, section 9.1.
#pragma once

#include <cstdint>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/code_shape.h"

namespace warpstring::machine {

/// Registers that are stored and loaded once in each execution of a region: idle ones around the loops in it,
/// others loaded before its instructions and stored behind them.
struct RegionSpills {
    RegionId region;
    int registers = 0;
    bool isIdle = false;
    std::uint32_t firstPlace = 0; ///< of the work-item's spilled registers
};

[[nodiscard]] std::vector<RegionSpills> chooseSpills(const Pdg& pdg, const CodeShape& shape, int spilled);

} // namespace warpstring::machine
