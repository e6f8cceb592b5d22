// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/scalar_work.h"

#include <set>

#include "pdg/warp_uniformity.h"

namespace warpstring::machine {

bool canBeScalar(OperationClass operation) {
    switch (operation) {
    case OperationClass::Move:
    case OperationClass::Select:
    case OperationClass::BitCount:
    case OperationClass::IntegerAdd:
    case OperationClass::IntegerMultiply:
    case OperationClass::IntegerMultiply24:
    case OperationClass::IntegerMad:
    case OperationClass::IntegerMad24:
    case OperationClass::IntegerMultiplyHigh:
    case OperationClass::IntegerCompare:
    case OperationClass::IntegerMinMax:
    case OperationClass::Shift:
    case OperationClass::Logic:
    case OperationClass::LongAdd:
    case OperationClass::LongMultiply:
    case OperationClass::LongCompare:
    case OperationClass::LongShift:
    case OperationClass::LongLogic:
    case OperationClass::IndexedAddress: return true;
    default: return false;
    }
}

namespace {

bool isGlobalLoad(const Statement& statement, const Pdg& pdg) {
    return statement.kind == StatementKind::Memory && pdg.accesses[statement.access].kind == AccessKind::Load &&
           pdg.accesses[statement.access].space == MemorySpace::Global;
}

/// Lines with loads of which lanes may ask for different addresses: by the vector unit in any case.
std::set<int> linesOfLanes(const Pdg& pdg) {
    std::set<int> lines;
    for (const auto& statement : pdg.statements)
        if (isGlobalLoad(statement, pdg) && !isWarpUniform(pdg, pdg.accesses[statement.access].offset))
            lines.insert(statement.place.at.line);
    return lines;
}

} // namespace

Pdg withScalarShares(Pdg pdg, const CompiledForAmd& compiled) {
    const auto byLane = linesOfLanes(pdg);
    for (auto& statement : pdg.statements) {
        const int number = statement.place.at.line;
        const auto line = compiled.lines.find(number);
        if (line == compiled.lines.end()) continue;
        const AmdInstructions& counts = line->second;
        if (statement.kind == StatementKind::Compute && canBeScalar(statement.operation))
            statement.scalarShare = static_cast<float>(counts.scalarShare());
        const bool isForWave = counts.scalarLoads > 0 && (counts.vectorLoads == 0 || byLane.contains(number));
        if (isForWave && isGlobalLoad(statement, pdg) &&
            isWarpUniform(pdg, pdg.accesses[statement.access].offset))
            statement.scalarShare = 1;
    }
    return pdg;
}

} // namespace warpstring::machine
