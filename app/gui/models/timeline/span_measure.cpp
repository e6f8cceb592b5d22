// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/span_measure.h"

#include <algorithm>
#include <numeric>

namespace warpstring::gui {

double SpanPart::issuing() const {
    return std::accumulate(cycles.begin(), cycles.begin() + token_string::tokenKindCount, 0.0);
}

double SpanPart::waiting(timeline::Stall stall) const { return cycles[WarpState::waiting(stall).index()]; }

double SpanPart::waiting() const {
    return std::accumulate(cycles.begin() + token_string::tokenKindCount, cycles.end(), 0.0);
}

SpanMeasure measureSpan(const std::vector<TimelineRow>& rows, double from, double to) {
    SpanMeasure measure;
    measure.from = std::min(from, to);
    measure.to = std::max(from, to);
    for (const TimelineRow& row : rows) {
        const auto scheduler = static_cast<std::size_t>(row.scheduler);
        if (measure.schedulers.size() <= scheduler) measure.schedulers.resize(scheduler + 1);
        const auto issuedBefore = [&](double cycle) {
            return std::partition_point(
                row.entries.begin(), row.entries.end(),
                [&](const timeline::HistoryEntry& entry) { return entry.issue < cycle; });
        };
        const auto operations = issuedBefore(measure.to) - issuedBefore(measure.from);
        const StateCycles cycles = row.pieces.cycles(measure.from, measure.to);
        const bool there = std::any_of(row.stays.begin(), row.stays.end(), [&](const WarpStay& stay) {
            return stay.start < measure.to && stay.end > measure.from;
        });
        for (SpanPart* part : {&measure.all, &measure.schedulers[scheduler]}) {
            part->warps += there ? 1 : 0;
            part->operations += static_cast<std::size_t>(operations);
            for (std::size_t s = 0; s < cycles.size(); ++s) part->cycles[s] += cycles[s];
        }
    }
    return measure;
}

QString text(const SpanMeasure& measure, double clockMhz, TimeUnit unit) {
    const double cycles = measure.to - measure.from;
    QString text = timeText(cycles, clockMhz, unit);
    if (unit == TimeUnit::Cycles)
        text += QStringLiteral(" (%1)").arg(timeText(cycles, clockMhz, TimeUnit::Nanoseconds));
    else
        text += QStringLiteral(" (%1)").arg(timeText(cycles, clockMhz, TimeUnit::Cycles));
    text += QStringLiteral(" from %1 to %2: %3 operations issued by %4 warps")
                .arg(numberText(inUnit(measure.from, clockMhz, unit)), timeText(measure.to, clockMhz, unit),
                     numberText(static_cast<double>(measure.all.operations)))
                .arg(measure.all.warps);
    QStringList shares;
    for (std::size_t s = 0; s < measure.schedulers.size(); ++s)
        shares << percentText(cycles > 0 ? measure.schedulers[s].issuing() / cycles : 0);
    text += (shares.size() > 1 ? QStringLiteral("\nschedulers issue %1 of the time")
                               : QStringLiteral("\nthe scheduler issues %1 of the time"))
                .arg(shares.join(QStringLiteral(", ")));
    const double busy = measure.all.issuing() + measure.all.waiting();
    if (busy > 0)
        text += QStringLiteral("; warps wait %1 of theirs").arg(percentText(measure.all.waiting() / busy));
    return text;
}

} // namespace warpstring::gui
