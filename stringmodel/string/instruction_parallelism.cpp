// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/instruction_parallelism.h"

#include <algorithm>

namespace warpstring::token_string {

std::vector<double> instructionParallelism(const Pdg& pdg) {
    std::vector<int> count(pdg.regions.size(), 0), longest(pdg.regions.size(), 0);
    std::vector<int> depth(pdg.statements.size(), 0);
    for (const auto& statement : pdg.statements) {
        if (statement.kind != StatementKind::Compute) continue;
        int own = 0;
        for (const auto producer : statement.data)
            if (producer < statement.id && pdg.statements[producer].region == statement.region)
                own = std::max(own, depth[producer]);
        depth[statement.id] = own + 1;
        count[statement.region] += 1;
        longest[statement.region] = std::max(longest[statement.region], own + 1);
    }
    std::vector<double> parallelism(pdg.regions.size(), 1.0);
    for (std::size_t r = 0; r < parallelism.size(); ++r)
        if (longest[r] > 0) parallelism[r] = std::max(1.0, static_cast<double>(count[r]) / longest[r]);
    return parallelism;
}

double exposure(const HardwareSpec& spec, double warps, double parallelism) {
    if (warps <= 0) return 1;
    return std::max(1.0, spec.execution.pipelineLatency / (spec.execution.issueCycles * warps * parallelism));
}

double averageExposure(const HardwareSpec& spec, const std::vector<double>& activeWarps, double groups,
                       double parallelism) {
    double sum = 0, total = 0;
    for (std::size_t n = 1; n < activeWarps.size(); ++n) {
        const double executions = activeWarps[n] * static_cast<double>(n);
        sum += executions * exposure(spec, static_cast<double>(n) * groups, parallelism);
        total += executions;
    }
    return total > 0 ? sum / total : 1;
}

} // namespace warpstring::token_string
