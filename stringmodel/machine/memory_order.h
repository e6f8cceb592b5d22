// SPDX-License-Identifier: GPL-3.0-or-later
// Which accesses of a work-item a compiler must keep in order.
#pragma once

#include "pdg/pdg.h"
#include "stringmodel/machine/machine_operation.h"

namespace warpstring::machine {

/// Whether two operations that are no computations, of which one writes or is a barrier, may lead to the same
/// memory. Pointers without restrict may; two accesses at different constants from one address do not.
[[nodiscard]] bool mayMeet(const MachineOperation& one, const MachineOperation& other, const Pdg& pdg);

} // namespace warpstring::machine
