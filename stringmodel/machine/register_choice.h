// SPDX-License-Identifier: GPL-3.0-or-later
// How many registers a compiler gives a kernel: what it can use, as long as no less fits the multiprocessor for
// it.
#pragma once

#include "core/hardware_spec.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

/// Registers of a work-item that leave as many warps resident as the fewest that the kernel can do with. Where
/// the kernel says how large its groups are, whole groups count.
[[nodiscard]] int registerRoom(const Pdg& pdg, const HardwareSpec& spec);

/// Registers that a work-item gets.
[[nodiscard]] int registersTaken(const Pdg& pdg, const HardwareSpec& spec);

} // namespace warpstring::machine
