// SPDX-License-Identifier: GPL-3.0-or-later
// Which token stands for an operation of a warp.
#pragma once

#include "stringmodel/machine/machine_program.h"
#include "stringmodel/string/token.h"

namespace warpstring::gui {

[[nodiscard]] inline TokenKind kindOf(const MachineOperation& operation) {
    const bool stores = operation.access == AccessKind::Store;
    switch (operation.kind) {
    case MachineKind::Global: return stores ? TokenKind::Store : TokenKind::Load;
    case MachineKind::Shared: return stores ? TokenKind::SharedStore : TokenKind::SharedLoad;
    case MachineKind::Barrier: return TokenKind::Barrier;
    case MachineKind::Compute: break;
    }
    return TokenKind::Compute;
}

} // namespace warpstring::gui
