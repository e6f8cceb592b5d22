// SPDX-License-Identifier: GPL-3.0-or-later
// Control dependence from post-dominators, within one iteration of each loop, gathered into a tree of regions.
#pragma once

#include <utility>
#include <vector>

#include "pdg/frontend/llvm_headers.h"
#include "pdg/pdg.h"

namespace warpstring::frontend {

/// A conditional branch and the side of it: a control condition.
struct ControlEdge {
    llvm::BasicBlock* block = nullptr;
    bool side = true;
    friend bool operator==(const ControlEdge&, const ControlEdge&) = default;
    friend auto operator<=>(const ControlEdge&, const ControlEdge&) = default;
};

/// The skeleton of a Region, before conditions and statements.
struct RegionSkeleton {
    Region::Kind kind = Region::Kind::Entry;
    RegionId parent = none;
    llvm::Loop* level = nullptr; ///< the loop whose iteration this region lies in; its own for a loop's body
    std::vector<ControlEdge> controls;
};

struct ControlTree {
    std::vector<RegionSkeleton> regions;
    llvm::DenseMap<llvm::BasicBlock*, RegionId> regionOf;
    std::vector<llvm::BasicBlock*> order; ///< program order: topological, every loop contiguous

    /// The loop in whose iterations a block is executed: its own, or the one that it leaves.
    [[nodiscard]] llvm::Loop* levelOf(llvm::BasicBlock* block) const {
        return regions[regionOf.lookup(block)].level;
    }
    /// The loop in whose iterations `loop` runs: LLVM's parent, or one that it leaves before it gets there.
    [[nodiscard]] llvm::Loop* levelAround(const llvm::Loop& loop) const;
    /// The region at loop level `level` that holds `block`, climbing out of inner loops' bodies.
    [[nodiscard]] RegionId regionAtLevel(llvm::BasicBlock* block, const llvm::Loop* level) const;
    [[nodiscard]] RegionId commonAncestor(RegionId a, RegionId b) const;
    [[nodiscard]] bool isAncestor(RegionId ancestor, RegionId region) const;
};

/// Precondition: reducible flow, two-way branches only, loops in simplified form.
[[nodiscard]] ControlTree buildControlTree(llvm::Function& kernel, llvm::LoopInfo& loops,
                                           llvm::DominatorTree& dominators,
                                           llvm::PostDominatorTree& postDominators);

/// A block of a cycle that LoopInfo knows no natural loop for; null when the flow is reducible.
[[nodiscard]] llvm::BasicBlock* findIrreducible(llvm::Function& kernel, llvm::LoopInfo& loops,
                                                llvm::DominatorTree& dominators);

} // namespace warpstring::frontend
