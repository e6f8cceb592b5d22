// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/summary.h"

#include "app/gui/models/timeline/timeline_facts.h"

namespace warpstring::gui {

namespace {

std::vector<TimePart> timeParts(const Analysis& analysis) {
    const KernelParts parts = analysis.simulation.kernelParts();
    std::vector<TimePart> shown;
    const auto add = [&](const char* name, double us, bool isOfKernel) {
        if (us > 0) shown.push_back({QString::fromLatin1(name), us, isOfKernel});
    };
    add("launch overhead", analysis.spec().host.launchOverheadUs, false);
    add("start", parts.startUs, true);
    add("body", parts.bodyUs, true);
    add("tail", parts.tailUs, true);
    return shown;
}

} // namespace

Summary summaryOf(const Analysis& analysis, const SharedRecords& records) {
    const Simulation& simulation = analysis.simulation;
    Summary summary;
    summary.kernel = QString::fromStdString(simulation.kernel);
    summary.device = QString::fromStdString(analysis.spec().name);
    summary.boundBy = QString::fromStdString(simulation.boundBy());
    summary.model =
        simulation.timeline ? QStringLiteral("by the timeline") : QStringLiteral("by the closed form");
    summary.timeUs = simulation.kernelTimeUs();
    summary.parts = timeParts(analysis);
    if (const SimulationBounds* bounds = simulation.reportedBounds()) {
        summary.lowerUs = bounds->lowerTimeUs;
        summary.upperUs = bounds->upperTimeUs;
    }
    if (records) summary.measured = measuredTimeOf(analysis, *records);
    summary.memory = memoryUse(analysis);
    summary.roofs = roofsOf(analysis, summary.memory);
    summary.cycles = cycleShares(analysis);
    summary.warpCycles = simulation.warpLatencyCycles();
    summary.clockMhz = analysis.spec().execution.clockMhz;
    summary.waves = wavesOf(analysis);
    summary.occupancy = occupancyText(analysis);
    summary.curves = occupancyCurves(analysis);
    summary.lines = hotLines(analysis, hotLinesShown);
    return summary;
}

} // namespace warpstring::gui
