// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/busy_groups.h"

#include <algorithm>
#include <array>
#include <limits>

namespace warpstring::evaluation {

namespace {

struct Reach {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = -1;
};

Progression between(std::int64_t first, std::int64_t last) {
    return {first, 1, static_cast<std::uint64_t>(std::max<std::int64_t>(0, last - first + 1))};
}

} // namespace

Cell busyGroups(ExprEvaluator& evaluator, const Cell& whole, double threshold) {
    std::array<Reach, 3> reaches;
    for (const auto& region : evaluator.pdg().regions) {
        if (region.parent != entryRegion || region.id == entryRegion) continue;
        if (region.kind != Region::Kind::Branch ||
            (evaluator.pdg().exprs.dependence(region.guard) & dataDependence) != 0)
            return whole;
        ConditionReport report;
        for (const Cell& cell : selectCells(evaluator, {whole}, region.guard, threshold, report))
            for (BoxVariable d = 0; d < 3; ++d) {
                const Progression& along = cell.box.variables[d];
                reaches[d].first = std::min(reaches[d].first, along.first);
                reaches[d].last = std::max(reaches[d].last, along.at(along.count - 1));
            }
    }
    if (reaches[0].last < 0) return whole;
    Cell busy = whole;
    for (BoxVariable d = 0; d < 3; ++d) busy.box.variables[d] = between(reaches[d].first, reaches[d].last);
    return busy;
}

std::vector<Cell> groupsBeside(const Cell& whole, const Cell& part) {
    std::vector<Cell> beside;
    Cell rest = whole; // along the dimensions that have been looked at, no more than the part
    for (BoxVariable d = 0; d < 3; ++d) {
        const Progression all = whole.box.variables[d], inner = part.box.variables[d];
        const std::int64_t last = inner.at(inner.count - 1);
        for (const Progression& outer :
             {between(all.first, inner.first - 1), between(last + 1, all.at(all.count - 1))}) {
            if (outer.count == 0) continue;
            beside.push_back(rest);
            beside.back().box.variables[d] = outer;
        }
        rest.box.variables[d] = inner;
    }
    return beside;
}

} // namespace warpstring::evaluation
