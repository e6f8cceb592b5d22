// SPDX-License-Identifier: GPL-3.0-or-later
// The work-groups of one SM as bars by place, measured and simulated, on the axis of a timeline.
#pragma once

#include <QPointF>

#include "app/gui/drawing/theme.h"
#include "app/gui/drawing/timeline_layout.h"

class QPainter;

namespace warpstring::gui {

/// Where the bars of both schedules are.
struct ScheduleSide {
    double left = 0, right = 0; ///< of the time axis
    double shift = 0;           ///< cycles of the timeline at which either begins
};

void paintMeasuredGroups(QPainter& painter, const Theme& theme, const GroupSchedules& schedules,
                         const SchedulePanel& panel, const ScheduleSide& side, const TimeWindow& window,
                         const QPointF& origin, double clockMhz, TimeUnit unit);
void paintSimulatedGroups(QPainter& painter, const Theme& theme, const GroupSchedules& schedules,
                          const SchedulePanel& panel, const ScheduleSide& side, const TimeWindow& window,
                          const QPointF& origin, double clockMhz, TimeUnit unit);

} // namespace warpstring::gui
