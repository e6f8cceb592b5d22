// SPDX-License-Identifier: GPL-3.0-or-later
// Cells in each of which the trips of a loop can be counted.
#pragma once

#include <vector>

#include "pdg/evaluation/cells.h"

namespace warpstring::evaluation {

struct TripCells {
    std::vector<Cell> cells; ///< empty where nothing can be split
    double sampledOf = 0;    ///< points that the cells stand for where they are a sample of them; else 0
};

/// Points at which to count the trips: all of them where that is cheap, else representative ones by strata,
/// `room` of them. `trips` tells what they vary with.
[[nodiscard]] TripCells splitForTrips(ExprEvaluator& evaluator, LoopId loop, const Cell& cell,
                                      const LoopTrips& trips, double room);

} // namespace warpstring::evaluation
