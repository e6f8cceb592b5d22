// SPDX-License-Identifier: GPL-3.0-or-later
// What an assembler, or another compiler of the device, says of a kernel.
#pragma once

#include <memory>
#include <string>

#include "core/compiled_for_amd.h"

namespace warpstring {

struct AssembledRegisters {
    int registers = 0;     ///< 32-bit, of a work-item
    int spilledBytes = 0;  ///< of a work-item, that it stores to memory because registers are too few
    std::string assembler; ///< "ptxas 13.0.88 for sm_90"
    std::shared_ptr<const CompiledForAmd> compiled{}; ///< by LLVM for a GPU of AMD's, else null
};

} // namespace warpstring
