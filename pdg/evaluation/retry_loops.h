// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that try an atomic operation until nobody has come in between: compare and exchange. docs/model.md,
// section 8.
#pragma once

#include <vector>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/cells.h"

namespace warpstring::evaluation {

/// The atomic operation within the loop by whose result the loop goes on; `none` where there is none.
[[nodiscard]] AccessId retriedAtomic(const Pdg& pdg, LoopId loop);

/// Tries of a warp on average: of the lanes at one word one succeeds each time, so as many as the fullest word
/// of the warp has lanes. At least 1.
[[nodiscard]] double expectedTries(const MemoryAccess& access, const Cell& cell, int groupSize, int warpSize,
                                   AccessPoints& points);

/// How lanes choose their words, or pieces of memory, as far as some work-groups tell.
struct WordChoice {
    double lanes = 0; ///< of a group that has some
    double words = 0; ///< different ones of a group
    double all = 0;   ///< among which all groups choose, by how often two choose the same; infinite: none do
};

/// `pieceBytes`: of a piece, within which words are not told apart.
[[nodiscard]] WordChoice wordChoice(const MemoryAccess& access, const std::vector<Cell>& cells, int groupSize,
                                    AccessPoints& points, std::int64_t pieceBytes = 1);

} // namespace warpstring::evaluation
