// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/launch_cells.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace warpstring::evaluation {

namespace {

/// `index` with its digits behind the point, in reverse: 0, 1/2, 1/4, 3/4, 1/8, ... for base 2. The first N of
/// them lie one in each Nth of the unit, in an order that goes with no other base's.
double radicalInverse(std::uint64_t index, std::uint64_t base) {
    double inverse = 0, digit = 1;
    for (; index > 0; index /= base) {
        digit /= static_cast<double>(base);
        inverse += digit * static_cast<double>(index % base);
    }
    return inverse;
}

/// The numbers below `count` in the order of their radical inverses.
std::vector<std::uint64_t> shuffled(std::uint64_t count, std::uint64_t base) {
    std::vector<std::uint64_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
        return radicalInverse(a, base) < radicalInverse(b, base);
    });
    return order;
}

/// Gives each cell one place along a dimension, one in each of as many parts of it, and lets it stand for all
/// places.
void placeByStrata(std::vector<Cell>& cells, BoxVariable dimension, std::uint64_t base) {
    const std::vector<std::uint64_t> order = shuffled(cells.size(), base);
    for (std::uint64_t part = 0; part < cells.size(); ++part) {
        Cell& cell = cells[order[part]];
        const Progression along = cell.box.variables[dimension];
        const std::uint64_t from = along.count * part / cells.size();
        const std::uint64_t to = std::max(from + 1, along.count * (part + 1) / cells.size());
        // A place like any other in its part, so that alignments are met in all ways.
        cell.box.variables[dimension] =
            along.slice(from + (part * 0x9E3779B97F4A7C15ull >> 13) % (to - from), 1);
        for (double* scale : {&cell.scale, &cell.scaleLow, &cell.scaleHigh})
            *scale *= static_cast<double>(along.count);
    }
}

std::vector<Cell> everyGroup(const Cell& whole, std::uint64_t count) {
    std::vector<Cell> cells(count, whole);
    for (std::uint64_t group = 0; group < count; ++group) {
        std::uint64_t rest = group;
        for (BoxVariable d = 0; d < 3; ++d) {
            const Progression along = whole.box.variables[d];
            cells[group].box.variables[d] = along.slice(rest % along.count, 1);
            rest /= along.count;
        }
    }
    return cells;
}

/// Cells of one place as one that stands for what they stood for.
std::vector<Cell> withoutTwins(std::vector<Cell> cells) {
    std::vector<Cell> distinct;
    for (Cell& cell : cells) {
        const auto twin = std::find_if(distinct.begin(), distinct.end(), [&](const Cell& other) {
            return other.box.variables == cell.box.variables;
        });
        if (twin == distinct.end()) {
            distinct.push_back(std::move(cell));
            continue;
        }
        twin->scale += cell.scale;
        twin->scaleLow += cell.scaleLow;
        twin->scaleHigh += cell.scaleHigh;
    }
    return distinct;
}

} // namespace

std::vector<Cell> wholeLaunch(const Pdg& pdg, const LaunchBinding& launch) {
    Cell cell;
    for (int d = 0; d < 3; ++d) cell.box.variables.push_back({0, 1, launch.range.groups(d)});
    cell.box.variables.resize(3 + pdg.loops.size());
    cell.must = cell.may = ActiveSet::all(launch.groupSize);
    return {cell};
}

std::vector<Cell> representativeGroups(const Cell& whole, std::uint64_t samples) {
    std::array<BoxVariable, 3> dimensions{2, 1, 0};
    std::stable_sort(dimensions.begin(), dimensions.end(), [&](BoxVariable a, BoxVariable b) {
        return whole.box.variables[a].count > whole.box.variables[b].count;
    });
    if (const double count = whole.box.points(); count <= static_cast<double>(samples))
        return everyGroup(whole, static_cast<std::uint64_t>(count));
    std::vector<Cell> cells = sampleCell(whole, dimensions[0], samples);
    // The longest dimension is so short that the others have to be drawn from more than once at each of its
    // places.
    while (cells.size() < samples) {
        std::vector<Cell> twice;
        for (Cell& cell : cells) {
            for (double* scale : {&cell.scale, &cell.scaleLow, &cell.scaleHigh}) *scale /= 2;
            twice.insert(twice.end(), 2, cell);
        }
        cells = std::move(twice);
    }
    placeByStrata(cells, dimensions[1], 2);
    placeByStrata(cells, dimensions[2], 3);
    return withoutTwins(std::move(cells));
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
