// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/float_operations.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

bool isDouble(OperationClass operation) { return operation >= OperationClass::DoubleAdd; }

} // namespace

int floatOperations(OperationClass operation) {
    switch (operation) {
    case OperationClass::FloatMad:
    case OperationClass::DoubleMad: return 2;
    case OperationClass::FloatCompare:
    case OperationClass::FloatMinMax:
    case OperationClass::ToInteger:
    case OperationClass::FloatParts:
    case OperationClass::DoubleCompare:
    case OperationClass::DoubleMinMax:
    case OperationClass::DoubleConvert:
    case OperationClass::DoubleParts: return 0;
    default: return operation >= OperationClass::FloatAdd ? 1 : 0;
    }
}

FloatWork floatWork(const Pdg& pdg, const evaluation::Evaluation& evaluation) {
    FloatWork work;
    const auto& range = evaluation.launch.range;
    const double workItems = static_cast<double>(range.groupCount()) * static_cast<double>(range.groupSize());
    for (const Statement& statement : pdg.statements) {
        if (statement.kind != StatementKind::Compute) continue;
        // Of a warp, averaged over all of them: together they are as many as work-items.
        const double count = floatOperations(statement.operation) * statement.count *
                             evaluation.regions[statement.region].executions.value * workItems;
        if (count <= 0) continue;
        (isDouble(statement.operation) ? work.doubles : work.singles) += count;
        work.statements.push_back(statement.id);
    }
    return work;
}

double peakFloatRate(const HardwareSpec& spec, bool doubles) {
    const InstructionCost* cost = spec.findCost(doubles ? OperationClass::DoubleMad : OperationClass::FloatMad);
    if (cost == nullptr) return 0;
    double cycles = spec.hasPipes() ? 0 : cost->cycles / std::max(1, spec.execution.schedulers);
    for (std::size_t pipe = 0; pipe < pipeCount && spec.hasPipes(); ++pipe)
        if (cost->pipes[pipe] > 0 && spec.pipeLanes[pipe] > 0)
            cycles = std::max(cycles, cost->pipes[pipe] * spec.execution.warpSize / spec.pipeLanes[pipe]);
    if (cycles <= 0) return 0;
    return 2.0 * spec.execution.warpSize / cycles * spec.execution.multiprocessors * spec.execution.clockMhz *
           1e6;
}

} // namespace warpstring::gui
