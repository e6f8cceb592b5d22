// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cycles of a warp go, and whose they are.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "study/batch/cycle_parts.h"

namespace warpstring::gui {

struct CycleShare {
    QString name;
    std::optional<timeline::Stall> stall; ///< by the timeline, else ...
    std::optional<batch::WalkPart> part;  ///< ... by the closed form
    double cycles = 0;                    ///< of a warp on average
    double fraction = 0;                  ///< of all of them
    Focus focus; ///< the fewest statements that have half of it; empty where nothing tells
};

/// Issuing first, then the longest waits; what takes none is left out.
[[nodiscard]] std::vector<CycleShare> cycleShares(const Analysis& analysis);

} // namespace warpstring::gui
