// SPDX-License-Identifier: GPL-3.0-or-later
// The most registers alive at once in a kernel as a machine with 64-bit addresses executes it: loops unrolled,
// short branches predicated, loads early or late.
#pragma once

#include "pdg/frontend/address_arithmetic.h"
#include "pdg/frontend/register_schedule.h"

namespace warpstring::frontend {

[[nodiscard]] RegisterPeaks registerPressure(const KernelContext& context, const AddressArithmetic& addresses);

} // namespace warpstring::frontend
