// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops a compiler unrolls, and what of an unrolled body it needs only once: docs/model.md, section 9.1.
#pragma once

#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/instruction_cost.h"

namespace warpstring::machine {

/// Instructions at the entry of a loop that is unrolled with a rest: compares, moves, branches with the points
/// at which lanes meet again (machine code for compute capability 9.0).
inline constexpr Computation loopPreparation[] = {
    {OperationClass::IntegerCompare, 3}, {OperationClass::Move, 3}, {OperationClass::Branch, 6}};

struct Unrolling {
    std::vector<int> factors;       ///< by LoopId: copies of the body, at most; 1: as written
    std::vector<bool> isAgain;      ///< by LoopId: unrolled bodies are unrolled four times more
    std::vector<double> idleCopies; ///< by LoopId: of the body, that a warp issues beyond its trips
    std::vector<bool> isPrepared;   ///< by LoopId: entered by code that finds out how many copies to run
    std::vector<bool> inEveryCopy;  ///< by StatementId; false: once for all copies of an unrolled body

    /// Copies of the body of a loop in its rounds, the most first: each is taken while so many trips are left.
    [[nodiscard]] std::vector<int> rounds(LoopId loop) const;
};

/// `isPredicated`: by RegionId, branches that are part of the block around them.
[[nodiscard]] Unrolling chooseUnrolling(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                        const HardwareSpec& spec, const std::vector<bool>& isPredicated);

} // namespace warpstring::machine
