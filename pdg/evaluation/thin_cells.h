// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer cells for many, once the budget for looking at each of them is used up.
#pragma once

#include <cstddef>
#include <vector>

#include "pdg/evaluation/cells.h"

namespace warpstring::evaluation {

/// What holding a cell takes of the budget, in lane evaluations: so that all cells together fit into memory.
inline constexpr double unitsOfCell = 512;
/// Cells of a region, or waiting for one, that are looked at then.
inline constexpr std::size_t mostThinCells = 256;

/// Keeps at most `most` of the cells, spread evenly over them; each then stands for its share of the others, so
/// that all together have as many points as before.
void thinCells(std::vector<Cell>& cells, std::size_t most);

} // namespace warpstring::evaluation
