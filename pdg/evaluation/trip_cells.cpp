// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/trip_cells.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "pdg/evaluation/loop_trips.h"

namespace warpstring::evaluation {

namespace {

/// Slices of groups or of a loop around with the same trips, beyond which single points are cheaper.
constexpr std::uint64_t mostSlices = 64;
/// Slices that are kept however many cells there are: exact, and about as many as strata would be.
constexpr double fewestSlices = 4;
/// Lane evaluations that finding the trip counts of one loop may take.
constexpr double loopBudget = 1 << 25;

/// Slices along a variable within each of which the trips are the same, found by bisection; none where the
/// trips have no closed form or change at too many places.
std::vector<Cell> sliceByTrips(ExprEvaluator& evaluator, LoopId loop, const Cell& cell, BoxVariable variable) {
    const Progression whole = cell.box.variables[variable];
    const auto isOne = [&](std::uint64_t from, std::uint64_t length) {
        Box box = cell.box;
        box.variables[variable] = whole.slice(from, length);
        return countTrips(evaluator, loop, box, false).known;
    };
    std::vector<Cell> slices;
    for (std::uint64_t from = 0; from < whole.count;) {
        if (evaluator.isSpent()) return {};
        const bool tooMany = slices.size() >= mostSlices ||
                             (slices.size() >= 8 && from * mostSlices < whole.count * slices.size());
        if (tooMany || !isOne(from, 1)) return {};
        const std::uint64_t left = whole.count - from;
        std::uint64_t length = 1, beyond = std::min<std::uint64_t>(2, left);
        while (beyond > length && isOne(from, beyond)) {
            length = beyond;
            beyond = std::min(2 * length, left);
        }
        while (beyond - length > 1) {
            const std::uint64_t middle = length + (beyond - length) / 2;
            (isOne(from, middle) ? length : beyond) = middle;
        }
        slices.push_back(cell);
        slices.back().box.variables[variable] = whole.slice(from, length);
        from += length;
    }
    return slices;
}

/// Residue classes of a variable within each of which the trips are the same, where the condition hangs on a
/// remainder; none where that is not all it hangs on.
std::vector<Cell> sliceByResidues(ExprEvaluator& evaluator, LoopId loop, const Cell& cell) {
    Box start = cell.box;
    start.variables[loopVariable(loop)] = {};
    (void)evaluator.takeHints();
    evaluator.enter(start);
    (void)evaluator.value(evaluator.pdg().loops[loop].continues);
    for (const auto& hint : evaluator.takeHints()) {
        if (hint.residues < 2 || hint.residues > mostSlices ||
            cell.box.variables[hint.variable].count <= hint.residues)
            continue;
        auto slices = splitCell(cell, hint, static_cast<double>(mostSlices));
        const auto isOne = [&](const Cell& slice) {
            return countTrips(evaluator, loop, slice.box, false).known;
        };
        if (!slices.empty() && std::all_of(slices.begin(), slices.end(), isOne)) return slices;
    }
    return {};
}

/// Lane evaluations that one point takes, found by trying one in the middle.
double tripCost(ExprEvaluator& evaluator, LoopId loop, const Cell& cell,
                const std::set<BoxVariable>& variables) {
    Box middle = cell.box;
    for (const auto variable : variables)
        middle.variables[variable] = middle.variables[variable].slice(middle.variables[variable].count / 2, 1);
    const double before = evaluator.work();
    (void)evaluator.trips(loop, middle);
    return std::max(1.0, (evaluator.work() - before) * evaluator.launch().groupSize);
}

} // namespace

TripCells splitForTrips(ExprEvaluator& evaluator, LoopId loop, const Cell& cell, const LoopTrips& trips,
                        double room) {
    std::set<BoxVariable> variables; // several comparisons may vary with the same one
    for (const auto& hint : trips.hints)
        if (cell.box.variables[hint.variable].count > 1) variables.insert(hint.variable);
    if (variables.empty() || evaluator.isSpent()) return {};
    double points = 1;
    for (const auto variable : variables) points *= static_cast<double>(cell.box.variables[variable].count);
    if (variables.size() == 1)
        if (auto slices = sliceByTrips(evaluator, loop, cell, *variables.begin());
            !slices.empty() && static_cast<double>(slices.size()) <= std::max(room, fewestSlices))
            return {std::move(slices), 0};
    if (auto slices = sliceByResidues(evaluator, loop, cell);
        !slices.empty() && static_cast<double>(slices.size()) <= room)
        return {std::move(slices), 0};
    const double affordable =
        std::clamp(loopBudget / tripCost(evaluator, loop, cell, variables), std::min(16.0, room), room);
    const double each = points <= affordable
                            ? points
                            : std::floor(std::pow(affordable, 1.0 / static_cast<double>(variables.size())));
    std::vector<Cell> parts{cell};
    for (const auto variable : variables) {
        std::vector<Cell> finer;
        const auto strata = static_cast<std::uint64_t>(std::max(1.0, each));
        for (const auto& part : parts)
            for (auto& sampled : sampleCell(part, variable, strata)) finer.push_back(std::move(sampled));
        parts = std::move(finer);
    }
    const bool isSampled = static_cast<double>(parts.size()) < points;
    return {std::move(parts), isSampled ? points : 0};
}

} // namespace warpstring::evaluation
