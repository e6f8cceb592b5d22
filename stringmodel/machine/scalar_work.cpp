// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/scalar_work.h"

#include <algorithm>

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

Pdg withScalarShares(Pdg pdg, const CompiledForAmd& compiled) {
    for (auto& statement : pdg.statements) {
        if (statement.kind != StatementKind::Compute || !canBeScalar(statement.operation)) continue;
        const auto line = compiled.lines.find(statement.place.at.line);
        if (line != compiled.lines.end())
            statement.scalarShare = static_cast<float>(line->second.scalarShare());
    }
    return pdg;
}

} // namespace warpstring::machine
