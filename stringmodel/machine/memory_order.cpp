// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/memory_order.h"

#include <cstdint>
#include <utility>

namespace warpstring::machine {

namespace {

/// An address as another one and a constant distance from it.
std::pair<ExprId, std::int64_t> splitConstant(ExprId id, const ExprPool& exprs) {
    if (!id) return {id, 0};
    const Expr& expr = exprs[id];
    if (expr.op == ExprOp::Constant) return {ExprId{}, expr.value};
    if (expr.op != ExprOp::Add) return {id, 0};
    if (exprs.isConstant(expr.b)) return {expr.a, exprs[expr.b].value};
    if (exprs.isConstant(expr.a)) return {expr.b, exprs[expr.a].value};
    return {id, 0};
}

/// Offsets that differ by a constant of at least the access's width.
bool areApart(const MemoryAccess& a, const MemoryAccess& b, const ExprPool& exprs) {
    const auto [baseA, constantA] = splitConstant(a.offset, exprs);
    const auto [baseB, constantB] = splitConstant(b.offset, exprs);
    return baseA == baseB && (constantA + a.bytes <= constantB || constantB + b.bytes <= constantA);
}

} // namespace

bool mayMeet(const MachineOperation& one, const MachineOperation& other, const Pdg& pdg) {
    if (one.kind == MachineKind::Barrier || other.kind == MachineKind::Barrier) return true;
    const auto& a = pdg.accesses[one.accessId];
    const auto& b = pdg.accesses[other.accessId];
    if (a.space != b.space) return a.space == MemorySpace::Unknown || b.space == MemorySpace::Unknown;
    const bool sameObject = a.object == b.object && a.objectIsArgument == b.objectIsArgument;
    if (a.space != MemorySpace::Global) {
        if (!sameObject) return a.space == MemorySpace::Shared && a.objectIsArgument && b.objectIsArgument;
        return !areApart(a, b, pdg.exprs);
    }
    if (sameObject) return one.copy != other.copy || !areApart(a, b, pdg.exprs);
    const auto isAlone = [&](const MemoryAccess& access) {
        return access.object != none && access.objectIsArgument && pdg.arguments[access.object].noAlias;
    };
    return !isAlone(a) && !isAlone(b);
}

} // namespace warpstring::machine
