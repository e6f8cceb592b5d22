// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/activity.h"

#include <algorithm>
#include <limits>

namespace warpstring::timeline {

namespace {

/// Cells of a region beyond which looking one up takes longer than the answer is worth.
constexpr std::size_t mostCells = 128;

std::vector<bool> warpsOf(const evaluation::ActiveSet& active, int groupSize, int warpSize) {
    std::vector<bool> warps;
    for (int first = 0; first < groupSize; first += warpSize)
        warps.push_back(active.anyOf(first, std::min(first + warpSize, groupSize)));
    return warps;
}

} // namespace

Activity::Activity(const Pdg& pdg, const evaluation::Evaluation& evaluation)
    : pdg_(pdg), pieces_(pdg.regions.size()), known_(pdg.regions.size(), true), shares_(pdg.regions.size()) {
    const int groupSize = evaluation.launch.groupSize;
    const auto warps = static_cast<std::size_t>((groupSize + evaluation.warpSize - 1) / evaluation.warpSize);
    std::vector<std::vector<double>> executions(pdg.regions.size());
    for (const auto& region : pdg.regions) {
        auto& own = executions[region.id];
        own.assign(warps, 0);
        for (const auto& cell : evaluation.regions[region.id].cells) {
            Piece piece{&cell, warpsOf(cell.may, groupSize, evaluation.warpSize)};
            for (std::size_t w = 0; w < warps; ++w)
                if (piece.warps[w]) own[w] += cell.box.points() * cell.scale;
            known_[region.id] = known_[region.id] && cell.scale == 1 && cell.openLoops == 0;
            pieces_[region.id].push_back(std::move(piece));
        }
        known_[region.id] = known_[region.id] && pieces_[region.id].size() <= mostCells &&
                            (region.parent == none || known_[region.parent]);
        auto& shares = shares_[region.id];
        shares.assign(warps, 1);
        if (region.parent == none) continue;
        for (std::size_t w = 0; w < warps; ++w) {
            const double outside = executions[region.parent][w];
            shares[w] = outside > 0 ? own[w] / outside : 0;
        }
    }
}

bool Activity::contains(const evaluation::Cell& cell, const Point& point, evaluation::BoxVariable except) {
    for (evaluation::BoxVariable v = 0; v < cell.box.variables.size(); ++v) {
        const evaluation::Progression& progression = cell.box.variables[v];
        if (v == except || (v >= 3 && progression.count == 1 && progression.first == 0 && point[v] < 0))
            continue;
        if (!progression.contains(point[v])) return false;
    }
    return true;
}

bool Activity::isActive(RegionId region, int warp, const Point& point) const {
    return std::any_of(pieces_[region].begin(), pieces_[region].end(), [&](const Piece& piece) {
        return piece.warps[static_cast<std::size_t>(warp)] && contains(*piece.cell, point, none);
    });
}

std::int64_t Activity::trips(RegionId body, int warp, const Point& point) const {
    const evaluation::BoxVariable own = evaluation::loopVariable(pdg_.regions[body].loop);
    std::int64_t most = 0;
    for (const auto& piece : pieces_[body]) {
        if (!piece.warps[static_cast<std::size_t>(warp)] || !contains(*piece.cell, point, own)) continue;
        const evaluation::Progression& counter = piece.cell->box.variables[own];
        most = std::max(most, counter.at(counter.count - 1) + 1);
    }
    return most;
}

} // namespace warpstring::timeline
