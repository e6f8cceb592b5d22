// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/measured_schedule.h"

#include <algorithm>
#include <cmath>

#include "app/gui/models/timeline/launch_records.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

const records::Measurement* recordOf(const Analysis& analysis,
                                     const std::vector<records::Measurement>& records) {
    for (const records::Measurement* record : recordsOfLaunch(analysis, records))
        if (!record->warp.groupSpans.empty()) return record;
    return nullptr;
}

double GroupSchedules::end() const {
    double end = 0;
    for (const schedule::GroupSchedule* schedule : {&measured, &simulated})
        if (!schedule->completionsInTime.empty()) end = std::max(end, schedule->completionsInTime.back());
    return simulatedStart + end;
}

SimulatedGroups groupsOf(const timeline::KernelTimeline& timeline) {
    SimulatedGroups groups;
    groups.loopsExtrapolated = timeline.extrapolation.find("loops") != std::string::npos;
    groups.groupsExtrapolated = timeline.extrapolation.find("work-groups") != std::string::npos;
    for (const timeline::GroupRun& group : timeline.sample.groups)
        groups.spans.push_back({group.group, group.start, group.end});
    return groups;
}

double operationsOfGroups(const Analysis& analysis) {
    const machine::Occupancy& occupancy = analysis.simulation.occupancy;
    const double here = std::ceil(static_cast<double>(analysis.launch().range.groupCount()) /
                                  std::max(1, analysis.spec().execution.multiprocessors));
    return std::min(here, 3.0 * occupancy.groups) * occupancy.warpsPerGroup *
           analysis.timeline()->program.operationsPerWarp;
}

SimulatedGroups simulateGroups(const Analysis& analysis, double mostOperations,
                               const Cancellation* cancellation) {
    timeline::TimelineOptions options;
    options.mostOperations = mostOperations;
    options.budget = std::max(options.budget, 8 * mostOperations);
    options.cancellation = cancellation;
    options.multiprocessor = analysis.request.multiprocessor;
    return groupsOf(kernelTimeline(*analysis.pdg, analysis.simulation.evaluation, analysis.spec(),
                                   analysis.simulation.occupancy, options));
}

GroupSchedules groupSchedules(const records::Measurement& record, const SimulatedGroups& simulated,
                              bool moreToCome) {
    const records::WarpMeasurement& warp = record.warp;
    GroupSchedules both;
    both.device = QString::fromStdString(record.device.name);
    both.takenAt = QString::fromStdString(record.takenAt);
    both.sm = warp.detailedSm;
    for (const records::SmSchedule& sm : warp.schedule)
        if (sm.sm == warp.detailedSm) both.measuredGroups = sm.groups;
    both.measured = schedule::scheduleOf(warp.groupSpans);
    for (std::size_t i = 0; i < simulated.spans.size(); ++i)
        both.simulatedStart =
            i == 0 ? simulated.spans[0].start : std::min(both.simulatedStart, simulated.spans[i].start);

    bool alike = true;
    if (record.settings.cache == records::CacheState::Cold)
        both.notes << QStringLiteral("measured with cold caches");
    if (warp.stampedFraction < 1) {
        alike = false;
        both.notes << QStringLiteral("only %1 of the work-groups were stamped: others ran in the gaps")
                          .arg(percentText(warp.stampedFraction));
    }
    if (warp.probeChangedCode) {
        alike = false;
        both.notes << QStringLiteral(
                          "with the stamps the kernel takes %1 of its time: the code is not the same")
                          .arg(percentText(warp.probedRatio));
    }
    if (simulated.loopsExtrapolated) {
        both.notes << (moreToCome ? QStringLiteral("the simulated work-groups are being computed")
                                  : QStringLiteral(
                                        "its loops are too long to simulate work-groups from start to end"));
        return both;
    }
    both.preliminary = moreToCome;
    both.simulated = schedule::scheduleOf(simulated.spans);
    if (alike) both.comparison = schedule::compareSchedules(warp.groupSpans, simulated.spans);
    return both;
}

} // namespace warpstring::gui
