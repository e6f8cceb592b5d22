// SPDX-License-Identifier: GPL-3.0-or-later
// Which token stands for an operation of a warp.
#pragma once

#include "stringmodel/machine/machine_program.h"
#include "stringmodel/string/token.h"

namespace warpstring {

[[nodiscard]] inline token_string::TokenKind kindOf(const machine::MachineOperation& operation) {
    const bool stores = operation.access == AccessKind::Store;
    switch (operation.kind) {
    case machine::MachineKind::Global:
        return stores ? token_string::TokenKind::Store : token_string::TokenKind::Load;
    case machine::MachineKind::Shared:
        return stores ? token_string::TokenKind::SharedStore : token_string::TokenKind::SharedLoad;
    case machine::MachineKind::Barrier: return token_string::TokenKind::Barrier;
    case machine::MachineKind::Spill: // on the computation that it serves
    case machine::MachineKind::Compute: break;
    }
    return token_string::TokenKind::Compute;
}

} // namespace warpstring
