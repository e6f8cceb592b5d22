// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/timeline_layout.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace warpstring::gui {

namespace {

constexpr double schedulerGap = 6, mostRow = 24, rightMargin = 12;
constexpr double leastPlace = 2, mostPlace = 14;

} // namespace

std::optional<std::size_t> TimelineLayout::rowAt(double y) const {
    const auto after = std::upper_bound(rowTops.begin(), rowTops.end(), y);
    if (after == rowTops.begin()) return std::nullopt;
    const auto row = static_cast<std::size_t>(after - rowTops.begin()) - 1;
    if (y >= rowTops[row] + rowHeight) return std::nullopt;
    return row;
}

TimelineLayout layOutTimeline(const TimelineIndex& timelineIndex, const GroupSchedules* schedules,
                              const LayoutSpace& space) {
    TimelineLayout layout;
    layout.left = space.labelWidth;
    layout.right = std::max(space.width - rightMargin, space.labelWidth + 1);
    layout.lineHeight = space.lineHeight;

    std::set<int> schedulers;
    for (const TimelineRow& row : timelineIndex.rows()) schedulers.insert(row.scheduler);
    std::size_t places = 0, panels = 0;
    double placesHeight = 0, placeHeight = 0;
    const double heading = space.lineHeight + 8;
    if (schedules) {
        places =
            std::max<std::size_t>({1, schedules->measured.mostResident, schedules->simulated.mostResident});
        panels = schedules->simulated.groups.empty() ? 1 : 2;
        const double room = space.height * 0.45 / static_cast<double>(panels) - heading;
        placeHeight = std::clamp(std::floor(room / static_cast<double>(places)), leastPlace, mostPlace);
        placesHeight = static_cast<double>(panels) * (heading + placeHeight * static_cast<double>(places)) +
                       static_cast<double>(schedules->notes.size()) * space.lineHeight + 8;
    }
    const auto rows = static_cast<double>(std::max<std::size_t>(1, timelineIndex.rows().size()));
    const double gaps = schedulerGap * static_cast<double>(schedulers.size());
    layout.rowHeight =
        std::clamp(std::floor((space.height - placesHeight - gaps) / rows), space.leastRow, mostRow);

    double y = 0;
    int scheduler = -1;
    for (const TimelineRow& row : timelineIndex.rows()) {
        if (row.scheduler != scheduler) {
            y += layout.schedulers.empty() ? 2 : schedulerGap;
            scheduler = row.scheduler;
            layout.schedulers.emplace_back(scheduler, y);
        }
        layout.rowTops.push_back(y);
        y += layout.rowHeight;
    }
    layout.rowsHeight = y + 2;
    layout.rowsSeen = std::clamp(space.height - placesHeight, 1.0, layout.rowsHeight);
    y = layout.rowsSeen;
    const auto panel = [&] {
        SchedulePanel next{y, y + heading, placeHeight, places};
        y = next.bottom();
        return next;
    };
    if (panels > 0) layout.measured = panel();
    if (panels > 1) layout.simulated = panel();
    layout.notesTop = y + 4;
    return layout;
}

} // namespace warpstring::gui
