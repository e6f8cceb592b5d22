// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/warp_frame.h"

#include <cstdint>
#include <set>
#include <utility>

namespace warpstring::machine {

namespace {

/// Parameters of the launch that a kernel reads, each once: arguments, sizes of a group and where IDs begin.
std::size_t parametersOf(const Pdg& pdg) {
    std::set<std::pair<ExprOp, std::uint32_t>> found;
    for (std::uint32_t e = 0; e < pdg.exprs.size(); ++e) {
        const Expr& expr = pdg.exprs[ExprId{e}];
        if (expr.op == ExprOp::Parameter || expr.op == ExprOp::LocalSize || expr.op == ExprOp::GroupId)
            found.insert({expr.op, expr.index});
    }
    for (const auto& access : pdg.accesses) // a buffer's address
        if (access.objectIsArgument && access.object != none && access.space != MemorySpace::Shared)
            found.insert({ExprOp::Parameter, access.object});
    return found.size();
}

} // namespace

MachineOperation warpFrame(const Pdg& pdg, const HardwareSpec& spec) {
    double instructions = spec.compiler.frameInstructions;
    if (spec.compiler.loadsParameters) instructions += static_cast<double>(parametersOf(pdg));
    MachineOperation operation;
    operation.instructions = static_cast<float>(instructions);
    operation.issueCycles = static_cast<float>(instructions * schedulerCycles(spec));
    // It waits for a turn of the ALU and takes next to none of it: what warps begin with, and clocks are read
    // behind, is computed there.
    if (instructions > 0) operation.pipeCycles[static_cast<std::size_t>(Pipe::Alu)] = 1e-3F;
    operation.latency = 0;
    return operation;
}

} // namespace warpstring::machine
