// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/thin_cells.h"

#include <utility>

namespace warpstring::evaluation {

void thinCells(std::vector<Cell>& cells, std::size_t most) {
    if (cells.size() <= most) return;
    const auto pointsOf = [](const std::vector<Cell>& some) {
        double points = 0;
        for (const auto& cell : some) points += cell.box.points() * cell.scale;
        return points;
    };
    const double before = pointsOf(cells);
    // In the middle of each stratum: cells mostly come in the order of a loop's trips.
    for (std::size_t i = 0; i < most; ++i) std::swap(cells[i], cells[(2 * i + 1) * cells.size() / (2 * most)]);
    cells.resize(most);
    const double factor = before / pointsOf(cells);
    for (auto& cell : cells) {
        cell.scale *= factor;
        cell.scaleLow *= factor;
        cell.scaleHigh *= factor;
    }
}

} // namespace warpstring::evaluation
