// SPDX-License-Identifier: GPL-3.0-or-later
// The most registers alive at once in a kernel as a machine with 64-bit addresses executes it: loops unrolled,
// short branches predicated, loads early or late.
#pragma once

#include <vector>

#include "pdg/frontend/address_arithmetic.h"
#include "pdg/frontend/register_peaks.h"

namespace warpstring::frontend {

/// Registers alive where most are, by the innermost loop around that touches them (null: only the kernel does).
struct IdleRegisters {
    const llvm::Loop* loop = nullptr;
    int registers = 0;
};

struct PressureFigures : RegisterPeaks {
    std::vector<IdleRegisters> idle;     ///< outermost loop first
    const llvm::Loop* busiest = nullptr; ///< around the instructions that need most
    bool computesAgain = false;          ///< addresses at each use, so that fewer are kept
};

[[nodiscard]] PressureFigures registerPressure(const KernelContext& context,
                                               const AddressArithmetic& addresses);

} // namespace warpstring::frontend
