// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp executes around the instructions of the source: parameters loaded, the stack's address, the exit.
#pragma once

#include "stringmodel/machine/machine_operation.h"

namespace warpstring::machine {

/// All of it as one operation without a pipe, which nothing waits for; no instructions where the spec's
/// compiler has none.
[[nodiscard]] MachineOperation warpFrame(const Pdg& pdg, const HardwareSpec& spec);

} // namespace warpstring::machine
