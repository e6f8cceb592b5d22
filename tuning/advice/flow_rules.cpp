// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "pdg/region_tree.h"
#include "tuning/advice/rule_words.h"
#include "tuning/advice/rules.h"

namespace warpstring::advice {

namespace {

/// Statements of a region and those below it; a loop counts as much work.
constexpr std::size_t muchWork = 16;
std::size_t nodesOf(const Pdg& pdg, RegionId region) {
    std::size_t nodes = pdg.regions[region].kind == Region::Kind::LoopBody ? muchWork : 0;
    for (const auto& node : pdg.regions[region].children)
        nodes += node.kind == NodeRef::Kind::Region ? nodesOf(pdg, node.region()) : 1;
    return nodes;
}

} // namespace

Proposal serialSection(const Situation& situation, const Cause& cause) {
    const auto& evaluation = situation.simulation.evaluation;
    for (const auto id : cause.regions) {
        const auto& cells = evaluation.regions[id].cells;
        if (cells.empty()) continue;
        const bool isOne =
            std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.may.count() == 1; });
        const bool works = nodesOf(situation.pdg, id) >= muchWork;
        if (isOne && works)
            return Remedy{"share-serial-work",
                          "share the work behind " + lineOf(cause.place) +
                              " among the work-items of the group: one of " +
                              std::to_string(evaluation.launch.groupSize) + " runs it, the others wait",
                          cause.place, ""};
    }
    return std::nullopt;
}

Proposal sortTrips(const Situation&, const Cause& cause) {
    if (cause.subject != "the loop's trips") return std::nullopt;
    return Remedy{"sort-trips",
                  "give work-items of a warp like numbers of trips of " + lineOf(cause.place) +
                      ", by sorting or by sharing long ones: the warp makes as many as the longest of them",
                  cause.place, ""};
}

Proposal wholeWarps(const Situation& situation, const Cause& cause) {
    if (cause.subject != "the condition") return std::nullopt;
    const auto& evaluation = situation.simulation.evaluation;
    for (const auto& predicate : situation.pdg.predicates)
        if (predicate.place.at == cause.place.at &&
            (situation.pdg.exprs.dependence(predicate.condition) & dataDependence) != 0)
            return Remedy{"sort-work",
                          "sort or bucket the work so that work-items of a warp go the same way at " +
                              lineOf(cause.place) + ": data decides which they go",
                          cause.place, ""};
    double lanes = 0, warps = 0;
    for (const auto id : cause.regions)
        for (const auto& cell : evaluation.regions[id].cells) {
            lanes += cell.box.points() * cell.scale * cell.may.count();
            warps += cell.box.points() * cell.scale * cell.may.activeWarps(evaluation.warpSize);
        }
    if (warps <= 0) return std::nullopt;
    return Remedy{"whole-warps",
                  "let whole warps go one way at " + lineOf(cause.place) +
                      ": renumber work-items so that the condition "
                      "holds for the first of them; a warp that is there has " +
                      numberText(lanes / warps) + " of " + std::to_string(evaluation.warpSize) + " at work",
                  cause.place, ""};
}

Proposal groupsOfOneWarp(const Situation& situation, const Cause& cause) {
    const int size = situation.simulation.evaluation.launch.groupSize,
              warp = situation.simulation.evaluation.warpSize;
    if (size > warp) return std::nullopt;
    return Remedy{"sub-group-barrier",
                  "use sub_group_barrier: a group of " + std::to_string(size) + " work-items is one warp",
                  cause.place, ""};
}

Proposal doubleBuffer(const Situation& situation, const Cause& cause) {
    if (cause.statements.empty()) return std::nullopt;
    const LoopId loop = innermostLoop(situation.pdg, situation.pdg.statements[cause.statements.front()].region);
    if (loop == none) return std::nullopt;
    int inLoop = 0;
    for (const auto& statement : situation.pdg.statements)
        if (statement.kind == StatementKind::Barrier && innermostLoop(situation.pdg, statement.region) == loop)
            ++inLoop;
    if (inLoop < 2) return std::nullopt;
    return Remedy{"double-buffer",
                  "keep two copies of what is exchanged and take them in turn: the loop of " +
                      lineOf(situation.pdg.loops[loop].place) + " has " + std::to_string(inLoop) +
                      " barriers, of which one is left",
                  situation.pdg.loops[loop].place, ""};
}

Proposal smallerGroups(const Situation& situation, const Cause& cause) {
    const auto& occupancy = situation.simulation.occupancy;
    if (occupancy.warpsPerGroup < 8 || occupancy.groups > 4) return std::nullopt;
    return Remedy{"smaller-groups",
                  "use smaller groups: " + std::to_string(occupancy.warpsPerGroup) +
                      " warps wait for the last of them, and " + std::to_string(occupancy.groups) +
                      " groups have nobody else to run",
                  cause.place, shapeRewrite(situation.launch.range, situation.launch.range.groupSize() / 2)};
}

} // namespace warpstring::advice
