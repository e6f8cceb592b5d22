// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/schedule_drawing.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>

#include "app/gui/drawing/fill_bars.h"

namespace warpstring::gui {

namespace {

struct Side {
    QString title, note;
    const schedule::GroupSchedule& schedule;
    QColor colour;
};

QColor paler(const Theme& theme, const QColor& colour) {
    const auto mix = [](int a, int b) { return (a * 11 + b * 9) / 20; };
    const QColor& ground = theme.background;
    return QColor(mix(colour.red(), ground.red()), mix(colour.green(), ground.green()),
                  mix(colour.blue(), ground.blue()));
}

QString noteOf(const schedule::GroupSchedule& schedule, double clockMhz, TimeUnit unit) {
    return QStringLiteral("%1 work-groups, at most %2 at a time, median %3")
        .arg(numberText(static_cast<double>(schedule.groups.size())))
        .arg(schedule.mostResident)
        .arg(timeText(schedule.medianCycles, clockMhz, unit));
}

void paintSide(QPainter& painter, const Theme& theme, const Side& side, const SchedulePanel& panel,
               const ScheduleSide& axis, const TimeWindow& window, const QPointF& origin) {
    const double scale = (axis.right - axis.left) / window.cycles();
    const auto at = [&](double cycle) {
        const double seen = std::clamp(cycle + axis.shift, window.from(), window.to());
        return origin.x() + axis.left + (seen - window.from()) * scale;
    };
    const double top = origin.y() + panel.rowsTop;
    const QFontMetricsF metrics(painter.font());
    QFont bold = painter.font();
    bold.setBold(true);
    painter.save();
    painter.setFont(bold);
    painter.setPen(side.colour);
    const QRectF heading(origin.x() + 6, origin.y() + panel.top + 6, axis.right - 6,
                         panel.rowsTop - panel.top - 6);
    painter.drawText(heading, Qt::AlignLeft | Qt::AlignVCenter, side.title);
    painter.restore();
    painter.setPen(theme.muted);
    painter.drawText(heading.adjusted(axis.left - 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(side.note, Qt::ElideRight, axis.right - axis.left));
    const double inner = panel.rowHeight - (panel.rowHeight >= 6 ? 1.5 : 1);
    std::vector<QRectF> ground;
    for (std::size_t place = 0; place < panel.rows; ++place)
        ground.emplace_back(origin.x() + axis.left, top + panel.rowHeight * static_cast<double>(place),
                            axis.right - axis.left, inner);
    fillBars(painter, ground, theme.surface);

    std::vector<std::size_t> turn(std::max(side.schedule.mostResident, panel.rows));
    std::array<std::vector<QRectF>, 2> bars;
    struct Name {
        QRectF bar;
        QString text;
        std::size_t tone;
    };
    std::vector<Name> names;
    for (const schedule::PlacedGroup& group : side.schedule.groups) {
        const std::size_t tone = turn[group.place]++ % 2;
        if (group.end + axis.shift < window.from() || group.start + axis.shift > window.to()) continue;
        const double begin = at(group.start);
        // A gap between groups is seen even where its cycles take less than a pixel.
        const double wide = std::max(1.0, at(group.end) - begin - 0.6);
        const QRectF bar(begin, top + panel.rowHeight * static_cast<double>(group.place), wide, inner);
        bars[tone].push_back(bar);
        const QString name = QString::number(group.group);
        if (inner >= metrics.height() * 0.8 && wide > metrics.horizontalAdvance(name) + 6)
            names.push_back({bar, name, tone});
    }
    const std::array<QColor, 2> tones{side.colour, paler(theme, side.colour)};
    for (std::size_t tone = 0; tone < 2; ++tone) fillBars(painter, bars[tone], tones[tone]);
    for (const Name& name : names) {
        painter.setPen(Theme::textOn(tones[name.tone]));
        painter.drawText(name.bar, Qt::AlignCenter, name.text);
    }
}

} // namespace

void paintMeasuredGroups(QPainter& painter, const Theme& theme, const GroupSchedules& schedules,
                         const SchedulePanel& panel, const ScheduleSide& side, const TimeWindow& window,
                         const QPointF& origin, double clockMhz, TimeUnit unit) {
    const QString note = QStringLiteral("%1, SM %2: ").arg(schedules.device).arg(schedules.sm) +
                         noteOf(schedules.measured, clockMhz, unit);
    paintSide(painter, theme, {QStringLiteral("measured"), note, schedules.measured, theme.measured}, panel,
              side, window, origin);
}

void paintSimulatedGroups(QPainter& painter, const Theme& theme, const GroupSchedules& schedules,
                          const SchedulePanel& panel, const ScheduleSide& side, const TimeWindow& window,
                          const QPointF& origin, double clockMhz, TimeUnit unit) {
    QString note = noteOf(schedules.simulated, clockMhz, unit);
    if (schedules.comparison && schedules.comparison->compared > 0)
        note += QStringLiteral("; of %1 compared, the k-th to finish is %2 too early or late on average")
                    .arg(schedules.comparison->compared)
                    .arg(percentText(schedules.comparison->completionError));
    if (schedules.preliminary) note += QStringLiteral("; more are being simulated");
    paintSide(painter, theme, {QStringLiteral("simulated"), note, schedules.simulated, theme.simulated}, panel,
              side, window, origin);
}

} // namespace warpstring::gui
