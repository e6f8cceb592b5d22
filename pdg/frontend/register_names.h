// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers each statement of the graph makes and reads, and which a loop hands on.
#pragma once

#include "pdg/frontend/address_arithmetic.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

/// Names the registers of a machine with 64-bit addresses (RegisterValues) in the graph: registerUses,
/// registerNames, carried and addressRegisters. `computesAgain`: addresses are computed again at each use
/// rather than kept.
void nameRegisters(KernelContext& context, const AddressArithmetic& addresses,
                   const StatementBuilder& statements, bool computesAgain);

} // namespace warpstring::frontend
