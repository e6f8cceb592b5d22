// SPDX-License-Identifier: GPL-3.0-or-later
// Which pipe runs what may run on either: docs/model.md, section 9.1.
#pragma once

#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/machine_operation.h"

namespace warpstring::machine {

/// Additions of two values and moves are instructions of the ALU or of the multipliers (IADD3 or IMAD.IADD and
/// VIADD, MOV or IMAD.MOV). Compilers choose so that neither pipe waits for the other: where a block has much
/// logic and many shifts, all of them multiply. For specs whose costs of a class are half ALU, half FMA.
class PipeBalance {
public:
    PipeBalance(const Pdg& pdg, const HardwareSpec& spec);

    /// What a statement lowers to, on the pipes that its region leaves to it.
    [[nodiscard]] MachineOperation operationOf(const Statement& statement) const;

private:
    [[nodiscard]] bool isOfEither(const Statement& statement) const;

    const Pdg& pdg_;
    const HardwareSpec& spec_;
    std::vector<bool> takesThree_; ///< by StatementId: another vanishes in it
    std::vector<double> shares_;   ///< by RegionId: of what may run on either, the part that multiplies
};

} // namespace warpstring::machine
