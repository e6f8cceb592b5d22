// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/timeline_facts.h"

#include <algorithm>
#include <cmath>

#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

QString counted(double count, const QString& thing) {
    return numberText(count) + QLatin1Char(' ') + thing + (count == 1 ? QString() : QStringLiteral("s"));
}

} // namespace

int shownMultiprocessor(const AnalysisRequest& request) {
    if (request.multiprocessor >= 0) return request.multiprocessor;
    const auto all = static_cast<std::uint64_t>(std::max(1, request.spec->execution.multiprocessors));
    const auto busy = std::max<std::uint64_t>(1, std::min(request.launch.range.groupCount(), all));
    return static_cast<int>(std::min(all / 2, busy - 1));
}

QString timelineHeading(const Analysis& analysis) {
    const timeline::MultiprocessorRun& run = analysis.timeline()->sample;
    QString text = QStringLiteral("multiprocessor %1 of %2")
                       .arg(shownMultiprocessor(analysis.request))
                       .arg(analysis.spec().execution.multiprocessors);
    text +=
        QStringLiteral(": ") + counted(static_cast<double>(run.groups.size()), QStringLiteral("work-group"));
    const auto kept = static_cast<double>(run.spans.size());
    if (kept < run.operations)
        text +=
            QStringLiteral(", the first %1 of %2 operations").arg(numberText(kept), numberText(run.operations));
    else
        text += QStringLiteral(", %1 operations").arg(numberText(run.operations));
    return text;
}

QString timelineNote(const Analysis& analysis) {
    QStringList notes;
    if (!analysis.simulation.timeline)
        notes << (analysis.spec().hasPipes()
                      ? QStringLiteral(
                            "The closed form was asked for: this timeline is for looking at, and gives "
                            "no reported figure.")
                      : QStringLiteral(
                            "This device's spec does not tell pipes apart: the timeline is for looking "
                            "at, and gives no reported figure."));
    const std::string& extrapolation = analysis.timeline()->extrapolation;
    if (!extrapolation.empty())
        notes << QStringLiteral("A part of the kernel; %1 beyond it are extrapolated.")
                     .arg(QString::fromStdString(extrapolation));
    return notes.join(QLatin1Char(' '));
}

QString boundText(const Analysis& analysis) {
    const std::string& bound = analysis.timeline()->boundBy;
    return bound.empty() ? QString() : QStringLiteral("bound by ") + QString::fromStdString(bound);
}

std::vector<FactBar> resourceBars(const Analysis& analysis) {
    std::vector<FactBar> bars;
    for (const timeline::ResourceUse& use : analysis.timeline()->resources)
        bars.push_back({QString::fromStdString(use.name), percentText(use.fraction),
                        std::clamp(use.fraction, 0.0, 1.0), use.name == analysis.timeline()->boundBy});
    return bars;
}

QString occupancyText(const Analysis& analysis) {
    const machine::Occupancy& occupancy = analysis.simulation.occupancy;
    QString text = counted(occupancy.groups, QStringLiteral("work-group")) + QStringLiteral(" of ") +
                   counted(occupancy.warpsPerGroup, QStringLiteral("warp")) +
                   QStringLiteral(": %1 of %2 warps (%3)")
                       .arg(occupancy.warps)
                       .arg(analysis.spec().occupancy.warps)
                       .arg(percentText(occupancy.fraction));
    if (!occupancy.limiter.empty())
        text += QStringLiteral(", limited by ") + QString::fromStdString(occupancy.limiter);
    if (occupancy.spilledRegisters > 0)
        text +=
            QStringLiteral("; %1 spilled").arg(counted(occupancy.spilledRegisters, QStringLiteral("register")));
    return text;
}

std::vector<FactBar> occupancyBars(const Analysis& analysis) {
    const machine::Occupancy& occupancy = analysis.simulation.occupancy;
    std::vector<FactBar> bars;
    const double most = std::max(1, analysis.spec().occupancy.groups);
    for (const machine::OccupancyLimit& limit : occupancy.limits)
        bars.push_back({QString::fromStdString(limit.resource), counted(limit.groups, QStringLiteral("group")),
                        std::min(1.0, limit.groups / most), limit.resource == occupancy.limiter});
    return bars;
}

} // namespace warpstring::gui
