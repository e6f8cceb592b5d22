// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/warp_uniformity.h"

#include <vector>

namespace warpstring {

bool isWarpUniform(const Pdg& pdg, ExprId value) {
    std::vector<bool> seen(pdg.exprs.size(), false);
    std::vector<ExprId> left{value};
    while (!left.empty()) {
        const ExprId id = left.back();
        left.pop_back();
        if (!id) return false;
        if (seen[id.index]) continue;
        seen[id.index] = true;
        const DependenceMask dependence = pdg.exprs.dependence(id);
        if ((dependence & localDependence) != 0) return false;
        if ((dependence & dataDependence) == 0) continue;
        const Expr& expr = pdg.exprs[id];
        if (expr.op == ExprOp::Unknown || expr.op == ExprOp::Invalid) return false;
        if (expr.op == ExprOp::Load) {
            const AccessId access = pdg.loads[expr.index].access;
            if (access == none || pdg.accesses[access].space == MemorySpace::Private) return false;
            left.push_back(pdg.accesses[access].offset);
            continue;
        }
        for (const ExprId operand : {expr.a, expr.b, expr.c})
            if (operand) left.push_back(operand);
    }
    return true;
}

} // namespace warpstring
