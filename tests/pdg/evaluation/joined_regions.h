// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "pdg/pdg.h"
#include "tests/pdg/evaluation/random_kernel.h"

namespace warpstring::oracle {

/// The lines with accesses that stand in loops.
inline void addLinesInLoops(const std::vector<KernelStatement>& statements, bool isInLoop,
                            std::set<int>& lines) {
    for (const KernelStatement& statement : statements) {
        const bool isInner = isInLoop || statement.kind == KernelStatement::Kind::For;
        if (isInner && statement.line > 0) lines.insert(statement.line);
        addLinesInLoops(statement.body, isInner, lines);
        addLinesInLoops(statement.otherwise, isInner, lines);
    }
}

/// Whether a region, or one around it, is reached from several loops, or from one and from beside it. A line
/// that stands in a loop comes there where it always leaves the loop and LLVM peeled an iteration: the graph
/// executes it once, where both ways meet, the source in each iteration.
inline bool isJoined(const Pdg& pdg, RegionId region) {
    const auto loopOf = [&](RegionId inner) {
        while (inner != none && pdg.regions[inner].kind != Region::Kind::LoopBody)
            inner = pdg.regions[inner].parent;
        return inner;
    };
    for (; region != none; region = pdg.regions[region].parent) {
        std::set<RegionId> loops;
        for (const ControlParent& parent : pdg.regions[region].controlParents)
            loops.insert(loopOf(pdg.predicates[parent.predicate].region));
        if (loops.size() > 1) return true;
    }
    return false;
}

} // namespace warpstring::oracle
