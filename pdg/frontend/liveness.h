// SPDX-License-Identifier: GPL-3.0-or-later
// Registers by liveness: the most 32-bit values alive at once.
#pragma once

#include "pdg/frontend/address_arithmetic.h"
#include "pdg/frontend/register_pressure.h"

namespace warpstring::frontend {

/// An estimate: the vendor's scheduler and allocator may need a few more or fewer. `registerArrayBytes` are
/// alive throughout.
[[nodiscard]] PressureFigures estimateRegisters(const KernelContext& context,
                                                const AddressArithmetic& addresses,
                                                std::uint64_t registerArrayBytes);

} // namespace warpstring::frontend
