// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/launch_cells.h"

#include <algorithm>

namespace warpstring::evaluation {

std::vector<Cell> wholeLaunch(const Pdg& pdg, const LaunchBinding& launch) {
    Cell cell;
    for (int d = 0; d < 3; ++d) cell.box.variables.push_back({0, 1, launch.range.groups(d)});
    cell.box.variables.resize(3 + pdg.loops.size());
    cell.must = cell.may = ActiveSet::all(launch.groupSize);
    return {cell};
}

std::vector<Cell> representativeGroups(const Pdg& pdg, const LaunchBinding& launch, std::uint64_t samples) {
    std::vector<Cell> cells = wholeLaunch(pdg, launch);
    for (const BoxVariable dimension : {2u, 1u, 0u}) {
        std::vector<Cell> parts;
        const std::uint64_t each = std::max<std::uint64_t>(1, samples / std::max<std::size_t>(1, cells.size()));
        for (const auto& cell : cells)
            for (auto& part : sampleCell(cell, dimension, each)) parts.push_back(std::move(part));
        cells = std::move(parts);
    }
    return cells;
}

std::vector<Cell> singleGroup(const Pdg& pdg, const LaunchBinding& launch, std::uint64_t group) {
    std::vector<Cell> cells = wholeLaunch(pdg, launch);
    for (BoxVariable d = 0; d < 3; ++d) {
        auto& groups = cells.front().box.variables[d];
        const std::uint64_t along = groups.count;
        groups = groups.slice(group % along, 1);
        group /= along;
    }
    return cells;
}

} // namespace warpstring::evaluation
