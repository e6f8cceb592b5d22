// SPDX-License-Identifier: GPL-3.0-or-later
// How the address of an access moves: between neighbouring work-items, and from one iteration to the next.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::advice {

/// Bytes; nothing where the distances differ or are not known.
struct AccessShape {
    /// From a work-item to the next in a dimension of the group. Dimension 0 is that of lanes: within warps.
    std::array<std::optional<std::int64_t>, 3> local;
    std::array<std::int64_t, 3> group{};  ///< from a group to the next
    std::map<LoopId, std::int64_t> loops; ///< from an iteration to the next, of loops that move it
    bool isKnown = false;                 ///< addresses are those of an expression
    bool hangsOnData = false;
};

[[nodiscard]] AccessShape shapeOf(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                  const MemoryAccess& access);

} // namespace warpstring::advice
