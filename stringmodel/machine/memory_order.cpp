// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/memory_order.h"

#include <utility>

#include "pdg/region_tree.h"

namespace warpstring::machine {

bool mayShareMemory(const Pdg& pdg, const MemoryAccess& one, const MemoryAccess& other) {
    if (one.object == other.object && one.objectIsArgument == other.objectIsArgument) return true;
    const auto isAlone = [&](const MemoryAccess& access) {
        return access.object != none && access.objectIsArgument && pdg.arguments[access.object].noAlias;
    };
    return !isAlone(one) && !isAlone(other);
}

const MemoryOrder::Distance& MemoryOrder::distanceOf(const MachineOperation& operation) {
    Distance& distance = distances_[operation.accessId.index()];
    if (distance.isFound) return distance;
    distance.isFound = true;
    Terms from;
    const auto& exprs = pdg_.exprs;
    const MemoryAccess& access = pdg_.accesses[operation.accessId];
    const LoopId loop = innermostLoop(pdg_, pdg_.statements[operation.statement].region);
    // Addresses of local memory wrap at 32 bits as their indices do; what is extended without a sign elsewhere
    // may have wrapped before.
    const bool wrapsAlike = access.space != MemorySpace::Global;
    const auto add = [&](const auto& self, ExprId id, std::int64_t times) -> void {
        const Expr& expr = exprs[id];
        switch (expr.op) {
        case ExprOp::Constant: distance.bytes += times * expr.value; return;
        case ExprOp::Add: self(self, expr.a, times); return self(self, expr.b, times);
        case ExprOp::Sub: self(self, expr.a, times); return self(self, expr.b, -times);
        case ExprOp::Mul:
            if (exprs.isConstant(expr.b)) return self(self, expr.a, times * exprs[expr.b].value);
            if (exprs.isConstant(expr.a)) return self(self, expr.b, times * exprs[expr.a].value);
            break;
        case ExprOp::Shl:
            if (exprs.isConstant(expr.b) && exprs[expr.b].value >= 0 && exprs[expr.b].value < 32)
                return self(self, expr.a, times * (std::int64_t{1} << exprs[expr.b].value));
            break;
        case ExprOp::SExt: return self(self, expr.a, times);
        case ExprOp::ZExt:
            if (wrapsAlike) return self(self, expr.a, times);
            break;
        case ExprOp::Counter:
            if (loop != none && expr.loop() == loop) {
                distance.bytesACopy += times;
                return;
            }
            break;
        default: break;
        }
        const DependenceMask moves = dataDependence | (loop == none ? 0 : loopDependence(loop));
        if ((exprs.dependence(id) & moves) != 0) distance.isKnown = false;
        from[id] += times;
    };
    if (access.offset)
        add(add, access.offset, 1);
    else
        distance.isKnown = false;
    std::erase_if(from, [](const auto& term) { return term.second == 0; });
    distance.from = numbers_.try_emplace(std::move(from), numbers_.size()).first->second;
    return distance;
}

bool MemoryOrder::areApart(const MachineOperation& one, const MachineOperation& other) {
    const Distance& a = distanceOf(one);
    const Distance& b = distanceOf(other);
    if (a.from != b.from || a.bytesACopy != b.bytesACopy) return false;
    // What is the same value in one copy may be another one in the next.
    if (one.copy != other.copy && !(a.isKnown && b.isKnown)) return false;
    const std::int64_t between =
        b.bytes - a.bytes + a.bytesACopy * (static_cast<std::int64_t>(other.copy) - one.copy);
    return between >= pdg_.accesses[one.accessId].bytes || -between >= pdg_.accesses[other.accessId].bytes;
}

bool MemoryOrder::mayMeet(const MachineOperation& one, const MachineOperation& other) {
    if (one.kind == MachineKind::Barrier || other.kind == MachineKind::Barrier) return true;
    const auto& a = pdg_.accesses[one.accessId];
    const auto& b = pdg_.accesses[other.accessId];
    if (a.space != b.space) return a.space == MemorySpace::Unknown || b.space == MemorySpace::Unknown;
    const bool sameObject = a.object == b.object && a.objectIsArgument == b.objectIsArgument;
    if (a.space != MemorySpace::Global) {
        if (!sameObject) return a.space == MemorySpace::Shared && a.objectIsArgument && b.objectIsArgument;
        return !areApart(one, other);
    }
    return sameObject ? !areApart(one, other) : mayShareMemory(pdg_, a, b);
}

} // namespace warpstring::machine
