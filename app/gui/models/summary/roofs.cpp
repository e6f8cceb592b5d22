// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/roofs.h"

#include <algorithm>

#include "app/gui/models/summary/float_operations.h"

namespace warpstring::gui {

double Roofs::allowed(double intensity) const { return std::min(peakOperationRate, peakByteRate * intensity); }

Roofs roofsOf(const Analysis& analysis, const MemoryUse& memory) {
    const FloatWork work = floatWork(*analysis.pdg, analysis.simulation.evaluation);
    const double seconds = analysis.simulation.kernelTimeUs() * 1e-6;
    Roofs roofs;
    roofs.operations = work.all();
    roofs.bytes = memory.dram().bytes();
    roofs.byteRate = memory.dram().rate;
    roofs.operationRate = seconds > 0 ? roofs.operations / seconds : 0;
    roofs.doubles = work.doubles > work.singles;
    roofs.peakOperationRate = peakFloatRate(analysis.spec(), roofs.doubles);
    roofs.peakByteRate = memory.dram().peak;
    roofs.computing = analysis.elements.fromStatements(work.statements);
    roofs.moving = memory.dram().focus;
    return roofs;
}

} // namespace warpstring::gui
