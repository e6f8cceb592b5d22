// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/replay.h"

#include <algorithm>

#include "pdg/evaluation/memory_rules.h"
#include "pdg/region_tree.h"

namespace warpstring::evaluation {

namespace {

/// The part of a cell in the first work-group and the first iterations of loops other than `loop`.
bool isFirst(const Cell& cell, LoopId loop) {
    for (BoxVariable v = 0; v < cell.box.variables.size(); ++v)
        if ((loop == none || v != loopVariable(loop)) && cell.box.variables[v].first != 0) return false;
    return true;
}

void addConflicts(ExprEvaluator& evaluator, const Pdg& pdg, const HardwareSpec& spec, const Replay& replay,
                  ReplayRow& row, const Box& box) {
    const int size = evaluator.launch().groupSize, warp = spec.execution.warpSize;
    evaluator.enter(box);
    for (const auto id : replay.accesses) {
        const auto& access = pdg.accesses[id];
        const LaneValue offset = access.offset ? evaluator.value(access.offset) : LaneValue{};
        double cycles = 0;
        int ways = 0;
        for (int first = 0; first < size && offset.isExact(); first += warp) {
            std::vector<std::int64_t> lanes(static_cast<std::size_t>(warp), inactiveLane);
            bool any = false;
            for (int item = first; item < std::min(first + warp, size); ++item)
                if (row.threads.contains(item)) {
                    lanes[static_cast<std::size_t>(item - first)] =
                        offset.lowAt(static_cast<std::size_t>(item));
                    any = true;
                }
            if (!any) continue;
            const auto conflicts = bankConflicts(spec.sharedMemory, lanes, access.bytes);
            cycles += conflicts.cycles;
            ways = std::max(ways, conflicts.ways);
        }
        row.cycles.push_back(cycles);
        row.conflictWays.push_back(ways);
    }
}

void addRows(ExprEvaluator& evaluator, const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
             Replay& replay) {
    constexpr std::uint64_t mostRows = 4096;
    for (const auto& cell : evaluation.regions[replay.region].cells) {
        if (!isFirst(cell, replay.loop)) continue;
        Box box = cell.box;
        for (auto& variable : box.variables) variable = variable.slice(0, 1);
        const Progression steps =
            replay.loop == none ? Progression{} : cell.box.variables[loopVariable(replay.loop)];
        // Steps are told apart where an access moves with them; else the first stands for all.
        bool alike = true;
        for (const auto id : replay.accesses)
            alike &= pdg.accesses[id].offset &&
                     (replay.loop == none ||
                      !(pdg.exprs.dependence(pdg.accesses[id].offset) & loopDependence(replay.loop)));
        const std::uint64_t rows = alike || steps.count > mostRows ? 1 : steps.count;
        for (std::uint64_t i = 0; i < rows; ++i) {
            ReplayRow row;
            if (replay.loop != none) box.variables[loopVariable(replay.loop)] = steps.slice(i, 1);
            row.firstStep = steps.at(i);
            row.steps = rows == 1 ? static_cast<double>(steps.count) : 1;
            row.threads = cell.may;
            row.activeWarps = cell.may.activeWarps(spec.execution.warpSize);
            addConflicts(evaluator, pdg, spec, replay, row, box);
            replay.rows.push_back(std::move(row));
        }
    }
    std::stable_sort(replay.rows.begin(), replay.rows.end(),
                     [](const auto& a, const auto& b) { return a.firstStep < b.firstStep; });
}

/// Steps of the surrounding loop in the first work-group: what the averages are over.
double stepsAround(const Pdg& pdg, const Evaluation& evaluation, const Replay& replay) {
    if (replay.loop == none) return 1;
    double steps = 0;
    for (const auto& cell : evaluation.regions[pdg.loops[replay.loop].region].cells)
        if (isFirst(cell, replay.loop))
            steps += static_cast<double>(cell.box.variables[loopVariable(replay.loop)].count);
    return steps;
}

Replay replayRegion(ExprEvaluator& evaluator, const Pdg& pdg, const Evaluation& evaluation,
                    const HardwareSpec& spec, const Region& region) {
    const int warpSize = spec.execution.warpSize;
    const int warpsPerGroup = (evaluation.launch.groupSize + warpSize - 1) / warpSize;
    Replay replay;
    replay.region = region.id;
    replay.loop = innermostLoop(pdg, region.id);
    replay.place =
        region.controlParents.empty() ? region.place : pdg.predicates[region.controlParents[0].predicate].place;
    replay.condition = exprText(pdg.exprs, region.guard, pdg.parameterNames());
    replay.report = evaluation.regions[region.id].condition;
    for (const auto& child : region.children) {
        if (child.kind != NodeRef::Kind::Statement ||
            pdg.statements[child.statement()].kind != StatementKind::Memory)
            continue;
        const auto access = pdg.statements[child.statement()].access;
        if (pdg.accesses[access].space == MemorySpace::Shared) replay.accesses.push_back(access);
    }
    addRows(evaluator, pdg, evaluation, spec, replay);
    replay.warpSteps = stepsAround(pdg, evaluation, replay) * warpsPerGroup;
    replay.sharedCycles.assign(replay.accesses.size(), 0);
    for (const auto& row : replay.rows) {
        replay.activeWarpSteps += row.activeWarps * row.steps;
        for (std::size_t a = 0; a < row.cycles.size(); ++a) replay.sharedCycles[a] += row.cycles[a] * row.steps;
    }
    replay.cc = replay.warpSteps > 0 ? replay.activeWarpSteps / replay.warpSteps : 0;
    for (const auto cycles : replay.sharedCycles)
        replay.cs.push_back(replay.warpSteps > 0 ? cycles / replay.warpSteps : 0);
    return replay;
}

/// As much as the evaluation itself may take.
WorkShare shareOf(const EvaluationOptions& options) {
    return {options.budget, WorkShare::Beyond::Finish, options.cancellation, unitsBetweenPolls};
}

} // namespace

std::vector<Replay> replay(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                           const EvaluationOptions& options) {
    std::vector<Replay> replays;
    WorkShare share = shareOf(options);
    ExprEvaluator evaluator(pdg, evaluation.launch, options.threshold, &share);
    for (const auto& region : pdg.regions)
        if (!share.isStopped() && region.kind == Region::Kind::Branch &&
            evaluation.regions[region.id].condition.threadDependent)
            replays.push_back(replayRegion(evaluator, pdg, evaluation, spec, region));
    return replays;
}

Replay replayOf(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec, RegionId region,
                const EvaluationOptions& options) {
    WorkShare share = shareOf(options);
    ExprEvaluator evaluator(pdg, evaluation.launch, options.threshold, &share);
    return replayRegion(evaluator, pdg, evaluation, spec, pdg.regions[region]);
}

std::string toText(const ActiveSet& threads, int groupSize) {
    std::vector<int> items;
    for (int i = 0; i < groupSize; ++i)
        if (threads.contains(i)) items.push_back(i);
    std::string text = "{";
    for (std::size_t i = 0; i < items.size();) {
        if (i > 0) text += ", ";
        text += std::to_string(items[i]);
        std::size_t last = i;
        if (i + 1 < items.size()) {
            const int step = items[i + 1] - items[i];
            last = i + 1;
            while (last + 1 < items.size() && items[last + 1] - items[last] == step) ++last;
            if (last - i >= 4) {
                for (std::size_t k = i + 1; k <= i + 2; ++k) text += ", " + std::to_string(items[k]);
                text += ", ..., " + std::to_string(items[last]);
                i = last + 1;
                continue;
            }
        }
        ++i;
    }
    return text + "}";
}

} // namespace warpstring::evaluation
