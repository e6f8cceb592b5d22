// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a timeline on any painter.
#pragma once

#include <QFont>
#include <optional>
#include <utility>

#include "app/gui/drawing/theme.h"
#include "app/gui/drawing/timeline_layout.h"

class QPainter;

namespace warpstring::gui {

/// What is seen of a timeline. The pointers may be null: nothing is drawn of them.
struct TimelineScene {
    const TimelineIndex* timelineIndex = nullptr;
    const GroupSchedules* schedules = nullptr;
    TimeWindow window;
    TimelineMarks hovered, pinned;
    std::optional<TimelineHit> hit;                ///< under the pointer
    std::optional<std::pair<double, double>> span; ///< measured, cycles
    TimeUnit unit = TimeUnit::Cycles;
    QFont font;
    double pixel = 0.5; ///< in files without pixels nothing narrower is told apart, the painter's units
};

/// The height of the axis above the rows.
[[nodiscard]] double axisHeight(const QFont& font);
/// Room for the names of rows.
[[nodiscard]] double labelWidth(const QFont& font);
/// The font of labels, smaller than the one around it.
[[nodiscard]] QFont labelFont(const QFont& font);

/// Into `area`: the axis at its top, below it the content, moved up by `scroll`.
void paintTimeline(QPainter& painter, const Theme& theme, const TimelineScene& scene,
                   const TimelineLayout& layout, const QRectF& area, double scroll);

} // namespace warpstring::gui
