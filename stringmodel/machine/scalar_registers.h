// SPDX-License-Identifier: GPL-3.0-or-later
// Warps that the scalar registers of a multiprocessor let reside, on those of AMD's GPUs where a wave takes
// them from a file that is too small for all.
#pragma once

#include <optional>
#include <string_view>

#include "core/compiled_for_amd.h"
#include "core/hardware_spec.h"
#include "stringmodel/machine/occupancy.h"

namespace warpstring::machine {

/// Waves of a SIMD, of which each has `registers` scalar registers on LLVM's `target` ("gfx803"). Nothing where
/// there are enough for all (from gfx10 on) and where the target is not known.
[[nodiscard]] std::optional<int> wavesByScalarRegisters(std::string_view target, int registers);

/// Adds "scalar registers" to the limits, and takes groups and warps away that they do not allow. Of a group
/// that is larger than all of them allow one stays: the compiler has room for it.
void limitByScalarRegisters(const CompiledForAmd& compiled, const HardwareSpec& spec, Occupancy& occupancy);

} // namespace warpstring::machine
