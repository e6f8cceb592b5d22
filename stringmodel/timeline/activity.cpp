// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/activity.h"

#include <algorithm>
#include <cmath>
#include <iterator>

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

Activity::Activity(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                   const machine::Counterfactual& without)
    : pdg_(pdg), drawn_(evaluation.drawn), drawnFrom_(evaluation.drawnFrom), pieces_(pdg.regions.size()),
      known_(pdg.regions.size(), true), shares_(pdg.regions.size()) {
    double groups = 0;
    for (const auto& group : drawn_) sharesUpTo_.push_back(groups += group.share);
    for (double& share : sharesUpTo_) share /= groups;
    const int groupSize = evaluation.launch.groupSize;
    const auto warps = static_cast<std::size_t>((groupSize + evaluation.warpSize - 1) / evaluation.warpSize);
    std::vector<std::vector<double>> executions(pdg.regions.size());
    const auto converged = machine::convergedShares(pdg, evaluation, without);
    const auto evened = machine::evenedRegions(pdg, evaluation, without);
    for (const auto& region : pdg.regions) {
        auto& own = executions[region.id];
        own.assign(warps, 0);
        auto& pieces = pieces_[region.id];
        pieces.resize(drawn_.size() + 1);
        bool isKnown =
            (region.parent == none || known_[region.parent]) && converged[region.id] == 1 && !evened[region.id];
        for (const auto& cell : evaluation.regions[region.id].cells) {
            const std::size_t group = drawnGroupOf(cell);
            if (!drawn_.empty() && group == drawn_.size()) continue; // does nothing below the entry
            Piece piece{&cell, warpsOf(cell.may, groupSize, evaluation.warpSize)};
            for (std::size_t w = 0; w < warps; ++w)
                if (piece.warps[w]) own[w] += cell.box.points() * cell.scale;
            isKnown = isKnown && cell.openLoops == 0 &&
                      cell.scale == (drawn_.empty() ? 1 : drawn_[group].share) &&
                      pieces[group].size() < mostCells;
            if (isKnown) pieces[group].push_back(std::move(piece));
        }
        known_[region.id] = isKnown;
        auto& shares = shares_[region.id];
        shares.assign(warps, 1);
        if (region.parent == none) continue;
        for (std::size_t w = 0; w < warps; ++w) {
            const double outside = executions[region.parent][w];
            shares[w] = outside > 0 ? converged[region.id] * own[w] / outside : 0;
        }
    }
}

/// Beyond the last one for a cell of none of them.
std::size_t Activity::drawnGroupOf(const evaluation::Cell& cell) const {
    if (drawn_.empty()) return 0;
    return static_cast<std::size_t>(std::find_if(drawn_.begin(), drawn_.end(),
                                                 [&](const evaluation::DrawnGroup& group) {
                                                     for (evaluation::BoxVariable d = 0; d < 3; ++d)
                                                         if (!cell.box.variables[d].contains(group.place[d]))
                                                             return false;
                                                     return true;
                                                 }) -
                                    drawn_.begin());
}

StandIn Activity::standInOf(std::uint64_t order, const Point& point) const {
    if (drawn_.empty()) return 0;
    for (std::size_t d = 0; d < 3; ++d)
        if (!drawnFrom_[d].contains(point[d])) return static_cast<StandIn>(drawn_.size());
    const auto itself = std::find_if(drawn_.begin(), drawn_.end(), [&](const evaluation::DrawnGroup& group) {
        return std::equal(group.place.begin(), group.place.end(), point.begin());
    });
    if (itself != drawn_.end()) return static_cast<StandIn>(itself - drawn_.begin());
    // Multiples of the golden ratio fill the unit evenly wherever they begin.
    double whole = 0;
    const double at = std::modf((static_cast<double>(order) + 0.5) * 0.6180339887498949, &whole);
    const auto found = std::upper_bound(sharesUpTo_.begin(), std::prev(sharesUpTo_.end()), at);
    return static_cast<StandIn>(found - sharesUpTo_.begin());
}

bool Activity::contains(const evaluation::Cell& cell, const Point& point,
                        evaluation::BoxVariable except) const {
    const evaluation::BoxVariable first =
        drawn_.empty() ? 0 : 3; // a drawn group's cells are looked up by its number
    for (evaluation::BoxVariable v = first; v < cell.box.variables.size(); ++v) {
        const evaluation::Progression& progression = cell.box.variables[v];
        if (v == except || (v >= 3 && progression.count == 1 && progression.first == 0 && point[v] < 0))
            continue;
        if (!progression.contains(point[v])) return false;
    }
    return true;
}

bool Activity::isActive(RegionId region, int warp, const Point& point, StandIn standIn) const {
    const auto& pieces = pieces_[region][standIn];
    return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
        return piece.warps[static_cast<std::size_t>(warp)] && contains(*piece.cell, point, none);
    });
}

std::int64_t Activity::trips(RegionId body, int warp, const Point& point, StandIn standIn) const {
    const evaluation::BoxVariable own = evaluation::loopVariable(pdg_.regions[body].loop);
    std::int64_t most = 0;
    for (const auto& piece : pieces_[body][standIn]) {
        if (!piece.warps[static_cast<std::size_t>(warp)] || !contains(*piece.cell, point, own)) continue;
        const evaluation::Progression& counter = piece.cell->box.variables[own];
        most = std::max(most, counter.at(counter.count - 1) + 1);
    }
    return most;
}

} // namespace warpstring::timeline
