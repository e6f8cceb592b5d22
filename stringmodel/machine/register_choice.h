// SPDX-License-Identifier: GPL-3.0-or-later
// How many registers a compiler gives a kernel: what it can use, as long as no less fits the multiprocessor for
// it.
#pragma once

#include <optional>
#include <string>

#include "core/assembled_registers.h"
#include "core/hardware_spec.h"
#include "core/register_request.h"
#include "core/result.h"
#include "pdg/ordering/list_schedule.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

/// Registers of a work-item that leave as many warps resident as the fewest that the kernel can do with. Where
/// the kernel says how large its groups are, whole groups count.
[[nodiscard]] int registerRoom(const Pdg& pdg, const HardwareSpec& spec);

/// What may be alive at once in a block where the device stays as full of warps: of `registerRoom`, not the
/// registers that are always reported beyond the highest named, what alignment of pairs loses, or private
/// arrays. Where the graph names no registers, so many more than the fewest. Without end where the spec has no
/// limit.
[[nodiscard]] ordering::RegisterLimit registerLimit(const Pdg& pdg, const HardwareSpec& spec);

/// Registers that a work-item gets, as estimated: AMD's compilers do not fill what is left of them.
[[nodiscard]] int registersTaken(const Pdg& pdg, const HardwareSpec& spec);

struct RegisterChoice {
    int registers = 0;  ///< of a work-item; one group may leave it fewer
    int needed = 0;     ///< of a work-item, with which nothing spills
    std::string source; ///< "32 a work-item, estimated by liveness"
    int estimate = 0;   ///< of a work-item, by liveness, whatever is chosen
};

/// Registers by what the launch asks for. `assembled` is there where that is ptxas or the device's
/// compiler. Fails with
/// registers.beyond-device where a work-item of the device cannot have so many.
[[nodiscard]] Result<RegisterChoice> chooseRegisters(const Pdg& pdg, const HardwareSpec& spec,
                                                     const RegisterRequest& request,
                                                     const std::optional<AssembledRegisters>& assembled = {});

} // namespace warpstring::machine
