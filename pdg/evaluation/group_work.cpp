// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/group_work.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpstring::evaluation {

namespace {

/// Groups up to which each one's work is kept.
constexpr std::uint64_t mostGroups = 1u << 20;
/// Additions that spreading pieces over groups may take; what is left of the lightest pieces counts for nobody.
constexpr double mostAdditions = 1u << 24;
/// Work of the heaviest group, in that of the mean one, from which groups count as uneven: borders do not.
constexpr double uneven = 1.25;
/// Pieces that are looked through for one group where groups are too many.
constexpr std::size_t mostGroupPieces = 512;

double pointsOf(const std::array<Progression, 3>& groups) {
    return static_cast<double>(groups[0].count) * static_cast<double>(groups[1].count) *
           static_cast<double>(groups[2].count);
}

/// Nodes of a region that are executed: regions below count for themselves.
double nodesOf(const Region& region) {
    return static_cast<double>(
        std::count_if(region.children.begin(), region.children.end(),
                      [](const NodeRef& node) { return node.kind != NodeRef::Kind::Region; }));
}

} // namespace

std::uint64_t busiestOf(std::uint64_t count, std::uint64_t middle,
                        const std::function<double(std::uint64_t)>& load) {
    std::uint64_t busiest = middle;
    double most = load(middle);
    for (std::uint64_t away = 1; away < count; ++away)
        for (const std::uint64_t other : {middle - away, middle + away}) { // below 0: very large
            if (other >= count) continue;
            if (const double work = load(other); work > most * (1 + 1e-9)) {
                most = work;
                busiest = other;
            }
        }
    return busiest;
}

GroupWork::GroupWork(const Pdg& pdg, const Evaluation& evaluation) {
    for (std::size_t d = 0; d < 3; ++d) {
        counts_[d] = evaluation.launch.range.groups(static_cast<int>(d));
        all_ *= counts_[d];
    }
    std::map<Place, double> pieces;
    if (!evaluation.drawn.empty()) {
        addDrawn(pdg, evaluation, pieces);
        spreadAndCompare(pieces);
        return;
    }
    std::vector<bool> known(pdg.regions.size(), true);
    for (const auto& region : pdg.regions) { // parents come before their children
        const auto& cells = evaluation.regions[region.id].cells;
        // Cells that stand for others, or that are annotated, say nothing of single groups.
        known[region.id] = (region.parent == none || known[region.parent]) &&
                           std::all_of(cells.begin(), cells.end(),
                                       [](const Cell& cell) { return cell.scale == 1 && cell.openLoops == 0; });
        if (!known[region.id]) continue;
        for (const auto& cell : cells) {
            const Place place{cell.box.variables[0], cell.box.variables[1], cell.box.variables[2]};
            const double points = cell.box.points() / pointsOf(place);
            pieces[place] += points * cell.may.activeWarps(evaluation.warpSize) * nodesOf(region);
        }
    }
    spreadAndCompare(pieces);
}

/// The drawn groups tell nothing of single others, but what those that they stand for do on average.
void GroupWork::addDrawn(const Pdg& pdg, const Evaluation& evaluation, std::map<Place, double>& pieces) {
    double below = 0; // the entry region, all groups together
    for (const auto& region : pdg.regions) {
        const double work = evaluation.regions[region.id].executions.value * evaluation.warps * nodesOf(region);
        if (region.parent == none)
            everywhere_ += work / static_cast<double>(all_);
        else
            below += work;
    }
    pieces[evaluation.drawnFrom] += below / pointsOf(evaluation.drawnFrom);
}

void GroupWork::spreadAndCompare(const std::map<Place, double>& pieces) {
    for (const auto& [place, work] : pieces) {
        if (pointsOf(place) == static_cast<double>(all_))
            everywhere_ += work;
        else if (work > 0)
            pieces_.push_back({place, work});
    }
    if (pieces_.empty()) return; // all groups are alike, as in most launches
    std::stable_sort(pieces_.begin(), pieces_.end(),
                     [](const Piece& a, const Piece& b) { return a.work > b.work; });
    if (all_ <= mostGroups)
        spread();
    else if (pieces_.size() > mostGroupPieces)
        pieces_.resize(mostGroupPieces);
    findHeaviest();
}

void GroupWork::spread() {
    work_.assign(all_, everywhere_);
    double additions = 0;
    for (const auto& piece : pieces_) {
        additions += pointsOf(piece.groups);
        if (additions > mostAdditions) break;
        for (std::uint64_t z = 0; z < piece.groups[2].count; ++z)
            for (std::uint64_t y = 0; y < piece.groups[1].count; ++y)
                for (std::uint64_t x = 0; x < piece.groups[0].count; ++x) {
                    const auto at = [&](std::size_t d, std::uint64_t i) {
                        return static_cast<std::uint64_t>(piece.groups[d].at(i));
                    };
                    work_[at(0, x) + counts_[0] * (at(1, y) + counts_[1] * at(2, z))] += piece.work;
                }
    }
}

double GroupWork::of(std::uint64_t group) const {
    if (!work_.empty()) return work_[group];
    const std::array<std::int64_t, 3> at{static_cast<std::int64_t>(group % counts_[0]),
                                         static_cast<std::int64_t>(group / counts_[0] % counts_[1]),
                                         static_cast<std::int64_t>(group / counts_[0] / counts_[1])};
    double sum = everywhere_;
    for (const auto& piece : pieces_)
        if (piece.groups[0].contains(at[0]) && piece.groups[1].contains(at[1]) &&
            piece.groups[2].contains(at[2]))
            sum += piece.work;
    return sum;
}

void GroupWork::findHeaviest() {
    double most = 0, mean = everywhere_;
    for (const auto& piece : pieces_) mean += piece.work * pointsOf(piece.groups) / static_cast<double>(all_);
    const auto consider = [&](std::uint64_t group) {
        if (const double work = of(group); work > most || (work == most && group < heaviest_)) {
            most = work;
            heaviest_ = group;
        }
    };
    if (!work_.empty()) {
        for (std::uint64_t group = 0; group < all_; ++group) consider(group);
    } else {
        // Where many pieces meet, most of them begin or end.
        for (const auto& piece : pieces_)
            for (unsigned corner = 0; corner < 8; ++corner) {
                std::uint64_t group = 0;
                for (std::size_t d = 3; d-- > 0;) {
                    const Progression& along = piece.groups[d];
                    group = group * counts_[d] +
                            static_cast<std::uint64_t>(along.at((corner >> d & 1) != 0 ? along.count - 1 : 0));
                }
                consider(group);
            }
    }
    isUneven_ = most >= uneven * mean;
}

std::uint64_t GroupWork::busiestMultiprocessor(std::uint64_t multiprocessors, std::uint64_t groupsEach) const {
    const std::uint64_t middle = std::min(multiprocessors / 2, all_ - 1);
    if (pieces_.empty()) return middle;
    if (work_.empty()) return isUneven_ ? heaviest_ % multiprocessors : middle;
    const auto share = [&](std::uint64_t first) {
        double sum = 0;
        for (std::uint64_t i = 0; i < groupsEach; ++i) sum += work_[(first + i * multiprocessors) % all_];
        return sum;
    };
    return busiestOf(std::min(multiprocessors, all_), middle, share);
}

} // namespace warpstring::evaluation
