// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is the same for a whole warp, where the device has a unit that does it once: which statements, and
// how much of them, as the device's compiler wrote the lines that they stand in.
#pragma once

#include <optional>

#include "core/compiled_for_amd.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

/// Whether a scalar unit knows operations of this kind: integers, comparisons, choices, moves.
[[nodiscard]] bool canBeScalar(OperationClass operation);

/// The graph with Statement::scalarShare set: of each line's instructions that either unit can do, the share
/// that the compiler gave to the scalar one; 1 for loads of global memory that it makes once for a wave.
[[nodiscard]] Pdg withScalarShares(Pdg pdg, const CompiledForAmd& compiled);

/// A graph as the device executes it: withScalarShares() where its compiler says something, else the graph
/// itself, which has to outlive this.
class ExecutedGraph {
public:
    /// `compiled` may be null.
    ExecutedGraph(const Pdg& pdg, const CompiledForAmd* compiled) : pdg_(pdg) {
        if (compiled != nullptr) told_ = withScalarShares(pdg, *compiled);
    }
    [[nodiscard]] const Pdg& operator*() const { return told_ ? *told_ : pdg_; }

private:
    const Pdg& pdg_;
    std::optional<Pdg> told_;
};

} // namespace warpstring::machine
