// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/counterfactual.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pdg/evaluation/memory_rules.h"

namespace warpstring::machine {

namespace {

void scale(evaluation::Bounded& figure, double by) {
    figure.lower *= by;
    figure.value *= by;
    figure.upper *= by;
}

/// Addresses of a full warp whose lanes are neighbours.
std::vector<std::int64_t> neighbours(const HardwareSpec& spec, int bytes) {
    std::vector<std::int64_t> lanes(static_cast<std::size_t>(spec.execution.warpSize));
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        lanes[lane] = static_cast<std::int64_t>(lane) * bytes;
    return lanes;
}

/// A figure that is at most `most`.
void limit(evaluation::Bounded& figure, double most) {
    figure.lower = std::min(figure.lower, most);
    figure.value = std::min(figure.value, most);
    figure.upper = std::min(figure.upper, most);
}

/// Bytes that full warps ask for.
double mostAsked(const MemoryAccess& access, double executions, const HardwareSpec& spec) {
    return executions * spec.execution.warpSize * access.bytes;
}

double askedBytes(const evaluation::AccessEvaluation& figures, double most) {
    return figures.touched.asked > 0 ? std::min(most, figures.touched.asked) : most;
}

void coalesce(evaluation::AccessEvaluation& figures, const MemoryAccess& access, double executions,
              const HardwareSpec& spec) {
    const auto& memory = spec.globalMemory;
    const double most = mostAsked(access, executions, spec), asked = askedBytes(figures, most);
    const double ofWarp = evaluation::transactions(memory, neighbours(spec, access.bytes), access.bytes).count;
    limit(figures.transactions, std::max(executions, most > 0 ? asked / most * executions * ofWarp : 0));
    limit(figures.bytes, coalescedBytes(figures, access, executions, spec));
    const auto fill = [&](double& touched, double piece) {
        if (piece > 0) touched = std::min(touched, std::max(executions, asked / piece));
    };
    fill(figures.touched.lines, memory.maxTransactionBytes);
    fill(figures.touched.fetches, memory.fetchBytes);
    fill(figures.touched.spans, memory.spanBytes);
}

} // namespace

double coalescedBytes(const evaluation::AccessEvaluation& figures, const MemoryAccess& access,
                      double executions, const HardwareSpec& spec) {
    return std::max(askedBytes(figures, mostAsked(access, executions, spec)),
                    executions * spec.globalMemory.minTransactionBytes);
}

double lanesOfWarp(const evaluation::RegionEvaluation& region, int warpSize) {
    double items = 0, warps = 0;
    for (const auto& cell : region.cells) {
        const double times = cell.box.points() * cell.scale;
        items += times * cell.may.count();
        warps += times * cell.may.activeWarps(warpSize);
    }
    return warps > 0 ? items / warps : 0;
}

double conflictFreeCycles(const HardwareSpec& spec, int bytes) {
    return evaluation::bankConflicts(spec.sharedMemory, neighbours(spec, bytes), bytes).cycles;
}

std::vector<double> convergedShares(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                    const Counterfactual& without) {
    std::vector<double> shares(pdg.regions.size(), 1);
    for (const auto& region : pdg.regions) {
        if (!without.converged.contains(region.id) || region.parent == none) continue;
        const double around = lanesOfWarp(evaluation.regions[region.parent], evaluation.warpSize);
        const double own = lanesOfWarp(evaluation.regions[region.id], evaluation.warpSize);
        if (around > 0) shares[region.id] = std::min(1.0, own / around);
    }
    return shares;
}

std::vector<bool> evenedRegions(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                const Counterfactual& without) {
    std::vector<bool> differs(pdg.regions.size(), false);
    if (!without.alikeGroups) return differs;
    const NDRange& range = evaluation.launch.range;
    for (const auto& region : pdg.regions)
        for (const auto& cell : evaluation.regions[region.id].cells)
            for (int d = 0; d < 3; ++d)
                if (cell.box.variables[static_cast<std::size_t>(d)].count < range.groups(d))
                    differs[region.id] = true;
    return differs;
}

evaluation::Evaluation spared(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                              const HardwareSpec& spec, const Counterfactual& without) {
    evaluation::Evaluation result = evaluation;
    const auto own = convergedShares(pdg, evaluation, without);
    std::vector<double> shares(pdg.regions.size(), 1); // with those of the regions around
    for (std::size_t region = 0; region < shares.size(); ++region)
        for (RegionId id{region}; id != none; id = pdg.regions[id].parent) shares[region] *= own[id];
    for (const auto& region : pdg.regions) scale(result.regions[region.id].executions, shares[region.id]);
    for (const auto& loop : pdg.loops) scale(result.loops[loop.id].trips, own[loop.region]);
    for (const auto& access : pdg.accesses) {
        auto& figures = result.accesses[access.id];
        const RegionId region = pdg.statements[access.statement].region;
        const double executions = evaluation.regions[region].executions.value;
        if (without.withoutConflicts.contains(access.id))
            limit(figures.sharedCycles, executions * conflictFreeCycles(spec, access.bytes));
        if (without.coalesced.contains(access.id)) coalesce(figures, access, executions, spec);
        if (shares[region] == 1) continue;
        for (auto* figure : {&figures.transactions, &figures.bytes, &figures.sharedCycles})
            scale(*figure, shares[region]);
        evaluation::TouchedMemory touched;
        touched.add(figures.touched, shares[region]);
        figures.touched = touched;
    }
    return result;
}

Pdg cheapened(const Pdg& pdg, const Counterfactual& without) {
    Pdg result = pdg;
    for (const auto id : without.cheap) {
        result.statements[id].operation = OperationClass::IntegerAdd;
        result.statements[id].count = 1;
    }
    return result;
}

void spare(MachineProgram& program, const Counterfactual& without) {
    for (auto& operation : program.operations) {
        if (operation.kind == MachineKind::Barrier && without.withoutBarrier.contains(operation.statement)) {
            operation.kind = MachineKind::Compute;
            operation.instructions = operation.issueCycles = operation.lostCycles = operation.latency = 0;
            operation.pipeCycles = {};
        }
        if (operation.accessId != none) operation.isAtOnce = without.atOnce.contains(operation.accessId);
    }
}

} // namespace warpstring::machine
