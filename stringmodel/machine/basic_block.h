// SPDX-License-Identifier: GPL-3.0-or-later
// The instructions of a basic block in the order in which a compiler issues them.
#pragma once

#include <cstdint>
#include <vector>

#include "pdg/ordering/list_schedule.h"
#include "stringmodel/machine/alive_registers.h"
#include "stringmodel/machine/code_shape.h"
#include "stringmodel/machine/machine_operation.h"
#include "stringmodel/machine/pipe_balance.h"

namespace warpstring::machine {

/// A node of a basic block and the predicated branch that it is from.
struct BlockNode {
    NodeRef node;
    RegionId guard = none;
};

/// Where values are kept: one slot for each unrolled copy of a statement.
struct ValueSlots {
    std::vector<std::uint32_t> first; ///< by StatementId
    std::vector<int> copies;          ///< by StatementId
    std::uint32_t count = 0;
};

[[nodiscard]] ValueSlots numberSlots(const Pdg& pdg, const CodeShape& shape);

/// What lowering a block takes, the same for all blocks of a kernel.
struct BlockContext {
    const Pdg& pdg;
    const evaluation::Evaluation& evaluation;
    const HardwareSpec& spec;
    const CodeShape& shape;
    const ValueSlots& slots;
    const PipeBalance& pipes;
    const AliveRegisters& alive;
    ordering::RegisterLimit registers; ///< of what is alive at once, addresses that loops keep included
};

/// Where a block stands: children `first` until `end` of a region.
struct BlockPlace {
    RegionId region;
    std::size_t first = 0, end = 0;
};

/// `rounds`: copies of a loop's body that the block holds, behind those of the rounds of more copies that may
/// have come before; one of 1 elsewhere.
[[nodiscard]] std::vector<MachineOperation> lowerBlock(const BlockContext& context, const BlockPlace& place,
                                                       const std::vector<BlockNode>& nodes,
                                                       const std::vector<int>& rounds);

} // namespace warpstring::machine
