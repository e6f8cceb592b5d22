// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/launch_stalls.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace warpstring::timeline {

namespace {

/// Of all copies by a warp, over the launch; nothing for what is no statement's.
std::optional<double> executionsOf(const machine::MachineOperation& operation, int copies, const Pdg& pdg,
                                   const evaluation::Evaluation& evaluation,
                                   const machine::MachineProgram& program) {
    RegionId region = none;
    if (operation.statement != none) region = pdg.statements[operation.statement].region;
    if (operation.predicate != none) region = pdg.predicates[operation.predicate].region;
    if (region == none) return std::nullopt;
    if (operation.prepares != none)
        return evaluation.regions[pdg.regions[operation.prepares].parent].executions.value;
    // Under a predicate it is issued by every warp that gets there.
    if (operation.guard != none) region = pdg.regions[operation.guard].parent;
    const LoopId loop = pdg.regions[region].loop;
    const int unroll = loop != none ? program.unroll[loop] : 1;
    const double executions = evaluation.regions[region].executions.value;
    // One branch, or one address, may do for all iterations of an unrolled body; the last copy is for those
    // that are left over.
    return unroll == 1 ? executions : executions * (copies - 1) / unroll;
}

} // namespace

std::vector<StallCycles> stallsOfWarp(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                      const machine::MachineProgram& program, std::vector<StallCycles> stalls,
                                      double warps, bool loopsAreCut) {
    const auto& operations = program.operations;
    // The copies of an unrolled body share their statement's executions.
    struct Copies {
        double issued = 0; ///< in the sample, by all warps
        int count = 0;
    };
    std::map<std::tuple<StatementId, PredicateId, RegionId, std::size_t>, Copies> copies;
    const auto copiesOf = [&](std::size_t i) -> Copies& {
        const bool prepares = operations[i].prepares != none;
        return copies[{operations[i].statement, operations[i].predicate, operations[i].prepares,
                       prepares ? i : 0}];
    };
    for (std::size_t i = 0; i < stalls.size(); ++i) {
        const double cycles = stalls[i][static_cast<std::size_t>(Stall::None)];
        copiesOf(i).issued += cycles / operations[i].issueCycles;
        copiesOf(i).count += 1;
    }
    for (std::size_t i = 0; i < stalls.size(); ++i) {
        const Copies& own = copiesOf(i);
        const double sampled = own.issued / std::max(1.0, warps);
        const double whole =
            loopsAreCut ? executionsOf(operations[i], own.count, pdg, evaluation, program).value_or(sampled)
                        : sampled;
        const double scale = sampled > 0 ? whole / sampled : 0;
        for (double& cycles : stalls[i]) cycles *= scale / std::max(1.0, warps);
    }
    return stalls;
}

} // namespace warpstring::timeline
