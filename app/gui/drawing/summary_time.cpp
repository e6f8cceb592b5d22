// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/gui/drawing/summary_sections.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

namespace {

QString duration(double us) { return QString::fromStdString(durationText(us)); }

Ink inkOfPart(const TimePart& part) {
    if (!part.isOfKernel) return {Ink::Of::Border};
    if (part.name == QStringLiteral("body")) return {Ink::Of::Simulated};
    return {part.name == QStringLiteral("tail") ? Ink::Of::Warning : Ink::Of::Muted};
}

QString measuredText(const MeasuredTime& measured) {
    return QStringLiteral("measured %1%2, error %3%4")
        .arg(duration(measured.us), measured.cold ? QStringLiteral(" with cold caches") : QString(),
             measured.error >= 0 ? QStringLiteral("+") : QString(), percentText(measured.error));
}

void writeHeadline(PageWriter& to, const Summary& summary) {
    const QString time = duration(summary.timeUs);
    const double room = to.widthOf(time, Letters::Title);
    const double height = to.fonts().line(Letters::Title), top = to.y();
    to.cell(to.left(), room, time, Qt::AlignLeft, Letters::Title);
    const double x = to.left() + room + 14;
    const double lines = 2 * to.line();
    to.skip((height - lines) / 2);
    to.cell(x, to.right() - x, QStringLiteral("%1 on %2").arg(summary.kernel, summary.device), Qt::AlignLeft,
            Letters::Strong);
    to.nextLine();
    QString bound = QStringLiteral("bound by %1, %2").arg(summary.boundBy, summary.model);
    if (summary.lowerUs && summary.upperUs)
        if (const QString lower = duration(*summary.lowerUs), upper = duration(*summary.upperUs);
            lower != upper)
            bound += QStringLiteral("; between %1 and %2").arg(lower, upper);
    to.cell(x, to.right() - x, bound, Qt::AlignLeft, Letters::Body, {Ink::Of::Muted});
    to.skip(std::max(to.line(), top + height - to.y()) + 4);
}

void writeParts(PageWriter& to, const Summary& summary) {
    double all = 0;
    for (const TimePart& part : summary.parts) all += part.us;
    std::vector<BarPart> bar;
    bar.reserve(summary.parts.size());
    for (const TimePart& part : summary.parts) bar.push_back({all > 0 ? part.us / all : 0, inkOfPart(part)});
    to.bar(to.left(), to.width(), bar, 12);
    to.skip(to.line() + 2);
    double x = to.left();
    for (const TimePart& part : summary.parts) {
        const QString text = part.name + QLatin1Char(' ') + duration(part.us);
        const double needed = 14 + to.widthOf(text, Letters::Small);
        if (x > to.left() && x + needed > to.right()) {
            x = to.left();
            to.nextLine();
        }
        to.page().boxes.push_back({QRectF(x, to.y() + to.line() / 2 - 4, 8, 8), inkOfPart(part), 0});
        to.cell(x + 13, needed - 13, text, Qt::AlignLeft, Letters::Small, {Ink::Of::Muted});
        x += needed + 16;
    }
    to.nextLine();
}

/// What the time was before, beside what was measured.
void writeChange(PageWriter& to, const Summary& summary) {
    const FigureChange& time = summary.change->timeUs;
    const QString since =
        summary.sincePin ? QStringLiteral("since it was pinned") : QStringLiteral("since opening");
    QString text = isUnchanged(time.fraction())
                       ? QStringLiteral("unchanged ") + since
                       : QStringLiteral("%1 \u2192 %2, %3 %4")
                             .arg(duration(time.then), duration(time.now), changeText(time), since);
    if (!isUnchanged(summary.change->occupancy.fraction()))
        text +=
            QStringLiteral("; occupancy %1 \u2192 %2")
                .arg(percentText(summary.change->occupancy.then), percentText(summary.change->occupancy.now));
    to.cell(to.left(), to.width(), text, Qt::AlignLeft, Letters::Strong, inkOfChange(time.fraction()));
    to.nextLine();
}

} // namespace

Ink inkOfChange(std::optional<double> fraction) {
    if (!fraction || isUnchanged(fraction)) return {Ink::Of::Muted};
    return {*fraction < 0 ? Ink::Of::Good : Ink::Of::Error};
}

void writeTime(PageWriter& to, const Summary& summary) {
    writeHeadline(to, summary);
    writeParts(to, summary);
    if (summary.change) writeChange(to, summary);
    const double from = to.y();
    if (summary.measured) {
        to.cell(to.left(), to.width(), measuredText(*summary.measured), Qt::AlignLeft, Letters::Body,
                {Ink::Of::Measured});
        to.nextLine();
        to.link(from, {}, measuredText(*summary.measured),
                QStringLiteral("%1, %2").arg(summary.measured->device, summary.measured->takenAt));
    } else {
        to.cell(to.left(), to.width(), QStringLiteral("not measured for this source"), Qt::AlignLeft,
                Letters::Body, {Ink::Of::Muted});
        to.nextLine();
    }
}

} // namespace warpstring::gui
