// SPDX-License-Identifier: GPL-3.0-or-later
// Where things are in a drawing of a timeline: rows of warps by scheduler, below them the places of
// work-groups.
#pragma once

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "app/gui/models/timeline/measured_schedule.h"
#include "app/gui/models/timeline/time_window.h"
#include "app/gui/models/timeline/timeline_index.h"

namespace warpstring::gui {

/// One of the two schedules.
struct SchedulePanel {
    double top = 0; ///< of its heading
    double rowsTop = 0, rowHeight = 0;
    std::size_t rows = 0;
    [[nodiscard]] double bottom() const { return rowsTop + rowHeight * static_cast<double>(rows); }
};

/// Heights count from below the axis. Rows that do not fit are scrolled; the schedules stay where they are.
struct TimelineLayout {
    double left = 0, right = 0; ///< of the time axis
    double lineHeight = 14;     ///< of text
    double rowHeight = 0;
    std::vector<double> rowTops;                    ///< by row
    std::vector<std::pair<int, double>> schedulers; ///< number, and where its first row begins
    std::optional<SchedulePanel> measured, simulated;
    double notesTop = 0;
    double rowsHeight = 0; ///< of all rows
    double rowsSeen = 0;   ///< of it

    [[nodiscard]] double x(double cycle, const TimeWindow& window) const {
        return left + (cycle - window.from()) / window.cycles() * (right - left);
    }
    [[nodiscard]] double cycle(double x, const TimeWindow& window) const {
        return window.from() + (x - left) / (right - left) * window.cycles();
    }
    /// `y` counts from the first row, wherever that is scrolled to.
    [[nodiscard]] std::optional<std::size_t> rowAt(double y) const;
};

struct LayoutSpace {
    double width = 0, height = 0; ///< below the axis, device-independent pixels
    double lineHeight = 14;
    double labelWidth = 120;
    double leastRow = 5; ///< rows are never lower: they are scrolled instead
};

/// `schedules`: nullptr where nothing was measured.
[[nodiscard]] TimelineLayout layOutTimeline(const TimelineIndex& timelineIndex, const GroupSchedules* schedules,
                                            const LayoutSpace& space);

} // namespace warpstring::gui
