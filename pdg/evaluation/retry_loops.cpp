// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/retry_loops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "pdg/evaluation/floor_divide.h"
#include "pdg/region_tree.h"

namespace warpstring::evaluation {

namespace {

constexpr int draws = 8;
constexpr std::size_t looks = 64; ///< at work-groups, for the words that all choose among

} // namespace

AccessId retriedAtomic(const Pdg& pdg, LoopId loop) {
    const RegionId body = pdg.loops[loop].region;
    // From the predicates that close the loop back to what they are made of.
    std::vector<StatementId> pending;
    std::vector<bool> isSeen(pdg.statements.size(), false);
    for (const auto& predicate : pdg.predicates)
        if (predicate.closesLoop && liesWithin(pdg, predicate.region, body))
            pending.insert(pending.end(), predicate.data.begin(), predicate.data.end());
    while (!pending.empty()) {
        const StatementId id = pending.back();
        pending.pop_back();
        const Statement& statement = pdg.statements[id];
        if (isSeen[id] || !liesWithin(pdg, statement.region, body)) continue;
        isSeen[id] = true;
        if (statement.kind == StatementKind::Memory &&
            pdg.accesses[statement.access].kind == AccessKind::Atomic)
            return statement.access;
        pending.insert(pending.end(), statement.data.begin(), statement.data.end());
    }
    return none;
}

double expectedTries(const MemoryAccess& access, const Cell& cell, int groupSize, int warpSize,
                     AccessPoints& points) {
    double sum = 0, warps = 0;
    for (int draw = 0; draw < draws; ++draw) {
        points.drawAnew(static_cast<std::uint64_t>(draw));
        const Box point = randomPointOf(cell.box, static_cast<std::uint64_t>(draw));
        const auto* offsets = points.at(access, point);
        if (offsets == nullptr) return 1;
        for (int first = 0; first < groupSize; first += warpSize) {
            std::map<std::int64_t, int> lanes;
            int most = 0;
            for (int item = first; item < std::min(first + warpSize, groupSize); ++item)
                if (cell.may.contains(item))
                    most = std::max(most,
                                    ++lanes[offsets->size() == 1 ? offsets->front()
                                                                 : (*offsets)[static_cast<std::size_t>(item)]]);
            sum += most;
            warps += most > 0 ? 1 : 0;
        }
    }
    return warps > 0 ? sum / warps : 1;
}

WordChoice wordChoice(const MemoryAccess& access, const std::vector<Cell>& cells, int groupSize,
                      AccessPoints& points, std::int64_t pieceBytes) {
    std::set<Box> seen;
    std::set<std::int64_t> all;
    double lanes = 0, ofGroups = 0;
    for (std::size_t look = 0; look < looks && !cells.empty(); ++look) {
        const Cell& cell = cells[look * cells.size() / looks];
        Box point = randomPointOf(cell.box, look);
        const auto* offsets = points.at(access, point);
        if (offsets == nullptr || cell.may.empty() || !seen.insert(std::move(point)).second) continue;
        std::set<std::int64_t> own;
        for (int item = 0; item < groupSize; ++item)
            if (cell.may.contains(item))
                own.insert(floorDivide(offsets->size() == 1 ? offsets->front()
                                                            : (*offsets)[static_cast<std::size_t>(item)],
                                       pieceBytes));
        lanes += cell.may.count();
        ofGroups += static_cast<double>(own.size());
        all.merge(own);
    }
    if (seen.empty()) return {};
    const auto groups = static_cast<double>(seen.size()), different = static_cast<double>(all.size());
    WordChoice choice{lanes / groups, ofGroups / groups, std::numeric_limits<double>::infinity()};
    if (different >= ofGroups) return choice;
    // n choices among w words find w (1 - exp(-n / w)) of them.
    double low = different, high = ofGroups * ofGroups;
    for (int step = 0; step < 60; ++step) {
        const double middle = std::sqrt(low * high);
        (middle * -std::expm1(-ofGroups / middle) < different ? low : high) = middle;
    }
    choice.all = low;
    return choice;
}

} // namespace warpstring::evaluation
