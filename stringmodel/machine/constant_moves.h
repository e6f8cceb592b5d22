// SPDX-License-Identifier: GPL-3.0-or-later
// What brings constants of double precision that no instruction holds: docs/model.md, section 9.1.
#pragma once

#include "stringmodel/machine/machine_operation.h"
#include "stringmodel/machine/unrolling.h"

namespace warpstring::machine {

/// Instructions that bring a statement's constants.
[[nodiscard]] double constantMoves(const Statement& statement, const HardwareSpec& spec);

/// Adds what brings a statement's constants to its operation. Nothing is lost beside such moves: loops of them
/// issue one instruction a cycle (bench/device/double-constants.toml).
void bringConstants(MachineOperation& operation, const Statement& statement, const HardwareSpec& spec);

/// Whether what a region needs of constants has been brought before: short innermost loops keep it.
[[nodiscard]] bool keepsConstants(const Region& region, const Pdg& pdg, const HardwareSpec& spec,
                                  const Unrolling& unrolling);

} // namespace warpstring::machine
