// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/memory_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

namespace {

constexpr double mapMargin = 10, panelGap = 10;
constexpr double leastBarHeight = 16, barGap = 4;
constexpr double leastPlane = 140, mostPlane = 150, lowestPlane = 56, highestPlane = 150;
constexpr std::int64_t leastElements = 32, leastRows = 8; ///< that are shown
constexpr std::size_t mostMarks = 4096;                   ///< of a panel and scope

/// At least so much of what lies around as to be seen, within the buffer.
void widen(std::int64_t& first, std::int64_t& count, std::int64_t least, std::int64_t all) {
    const std::int64_t wanted = std::min(all, std::max(count + count / 8, least));
    first = std::clamp<std::int64_t>(first - (wanted - count) / 2, 0, all - wanted);
    count = wanted;
}

PlaneRect viewOf(const MappedBuffer& buffer, MemoryScope shown) {
    const PlaneRect whole = wholeOf(buffer.plane);
    if (shown == MemoryScope::Launch) return whole;
    auto view = extentOf(buffer, shown).value_or(whole);
    widen(view.column, view.columns, leastElements * buffer.plane.elementBytes, whole.columns);
    const std::int64_t element = buffer.plane.elementBytes;
    view.columns += view.column % element;
    view.column -= view.column % element;
    widen(view.row, view.rows, leastRows, whole.rows);
    return view;
}

/// Whole pixels, and of a warp two at least, so that none is lost.
QRectF placeOf(const PlaneRect& rect, const PlaneRect& view, const QRectF& area, double least) {
    const double across = area.width() / static_cast<double>(view.columns);
    const double down = area.height() / static_cast<double>(view.rows);
    const double left = std::floor(static_cast<double>(rect.column - view.column) * across);
    const double top = std::floor(static_cast<double>(rect.row - view.row) * down);
    const double right = std::ceil(static_cast<double>(rect.column - view.column + rect.columns) * across);
    const double bottom = std::ceil(static_cast<double>(rect.row - view.row + rect.rows) * down);
    const QSizeF size(std::max(right - left, least), std::max(bottom - top, least));
    return QRectF(area.topLeft() + QPointF(std::min(left, area.width() - size.width()),
                                           std::min(top, area.height() - size.height())),
                  size) &
           area;
}

PlaneCell cellOf(const PlaneRect& view, const QRectF& area) {
    return {static_cast<std::int64_t>(static_cast<double>(view.columns) / area.width()),
            static_cast<std::int64_t>(static_cast<double>(view.rows) / area.height())};
}

void findMarks(const MappedBuffer& buffer, MemoryPanel& panel) {
    for (const MemoryScope scope : memoryScopes) {
        const auto& regions = buffer.tracks[panel.track].of(scope).regions;
        const std::size_t most =
            std::max<std::size_t>(16, mostMarks / std::max<std::size_t>(1, regions.size()));
        const double least = scope == MemoryScope::Warp ? 2 : 1;
        for (const auto& region : regions)
            for (const PlaneRect& rect :
                 rectsOf(region, buffer.plane, panel.view, cellOf(panel.view, panel.area), most))
                panel.marks[static_cast<std::size_t>(scope)].push_back(
                    placeOf(rect, panel.view, panel.area, least));
    }
}

/// Bars below each other, each with its name at the left; returns what stands below them.
double layoutBars(const MemoryMap& map, const MemoryBand& band, const QFontMetricsF& metrics, double top,
                  double width, std::vector<MemoryPanel>& panels) {
    const auto& tracks = map.buffers[band.buffer].tracks;
    double label = 0;
    for (const AccessTrack& track : tracks)
        label = std::max(label, metrics.horizontalAdvance(toQString(trackName(map, track))));
    label = std::min(label + 26, width / 3);
    const double height = std::max(leastBarHeight, metrics.height());
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        MemoryPanel panel{band.buffer, i, {mapMargin, top, label, height}, {}, band.view, {}};
        panel.area = QRectF(mapMargin + label, top, std::floor(width - 2 * mapMargin - label), height);
        panels.push_back(std::move(panel));
        top += height + barGap;
    }
    return top;
}

/// Planes beside each other, each below its name.
double layoutPlanes(const MemoryMap& map, const MemoryBand& band, const QFontMetricsF& metrics, double top,
                    double width, std::vector<MemoryPanel>& panels) {
    const MappedBuffer& buffer = map.buffers[band.buffer];
    const double inner = width - 2 * mapMargin;
    const auto inRow =
        static_cast<std::size_t>(std::max(1.0, std::floor((inner + panelGap) / (leastPlane + panelGap))));
    const std::size_t beside = std::min(inRow, buffer.tracks.size());
    const double across = std::floor(std::min(
        mostPlane, (inner + panelGap) / static_cast<double>(std::max<std::size_t>(beside, 1)) - panelGap));
    const double elements = static_cast<double>(band.view.columns) / buffer.plane.elementBytes;
    const double down = std::floor(
        std::clamp(across * static_cast<double>(band.view.rows) / elements, lowestPlane, highestPlane));
    const double line = metrics.height() + 2;
    for (std::size_t i = 0; i < buffer.tracks.size(); ++i) {
        const std::size_t above = i / beside; // rows of planes
        const double x = mapMargin + static_cast<double>(i % beside) * (across + panelGap);
        const double y = top + static_cast<double>(above) * (line + down + panelGap);
        panels.push_back({band.buffer, i, {x, y, across, line}, {x, y + line, across, down}, band.view, {}});
    }
    const std::size_t rows = (buffer.tracks.size() + beside - 1) / beside;
    return top + static_cast<double>(rows) * (line + down + panelGap) - panelGap + barGap;
}

} // namespace

const MemoryPanel* MemoryLayout::panelOf(const MemoryMap& map, std::size_t access) const {
    for (const MemoryPanel& panel : panels)
        if (map.buffers[panel.buffer].tracks[panel.track].access == access) return &panel;
    return nullptr;
}

std::optional<MemoryHit> MemoryLayout::hit(const MemoryMap& map, const QPointF& at) const {
    const auto panel = std::find_if(panels.begin(), panels.end(),
                                    [&](const MemoryPanel& each) { return each.area.contains(at); });
    if (panel == panels.end()) return std::nullopt;
    const BufferPlane& plane = map.buffers[panel->buffer].plane;
    const PlaneRect& view = panel->view;
    // The bytes of a pixel to each side: marks are as wide.
    const double across = static_cast<double>(view.columns) / panel->area.width();
    const double down = static_cast<double>(view.rows) / panel->area.height();
    const double x = at.x() - panel->area.left(), y = at.y() - panel->area.top();
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::floor(value)); };
    const std::int64_t element = plane.elementBytes;
    const PlaneRect here{view.row + std::min(whole(y * down), view.rows - 1), 1,
                         (view.column + std::min(whole(x * across), view.columns - 1)) / element * element,
                         element};
    const std::int64_t row = view.row + whole(std::max(0.0, y - 1) * down);
    const std::int64_t column = view.column + whole(std::max(0.0, x - 1) * across);
    const PlaneRect near = around(here, {row, std::max<std::int64_t>(1, whole(2 * down)), column,
                                         std::max<std::int64_t>(1, whole(2 * across))});
    MemoryHit found{panel->buffer, panel->track, here.row * plane.rowBytes + here.column};
    const AccessTrack& track = map.buffers[panel->buffer].tracks[panel->track];
    for (const MemoryScope scope : {MemoryScope::Warp, MemoryScope::Group, MemoryScope::Launch})
        for (const PlaneRect& seen : {here, near})
            for (const auto& region : track.of(scope).regions)
                for (const PlaneRect& rect : rectsOf(region, plane, seen)) {
                    const std::int64_t byte = rect.row * plane.rowBytes + rect.column;
                    if (!contains(region, byte)) continue;
                    found.byte = byte / element * element;
                    return found;
                }
    return found;
}

MemoryLayout layoutMemory(const MemoryMap& map, MemoryScope shown, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height() + 4;
    MemoryLayout layout;
    double top = mapMargin;
    layout.legend = QRectF(mapMargin, top, width - 2 * mapMargin, line);
    top += line + panelGap;
    for (std::size_t i = 0; i < map.buffers.size(); ++i) {
        MemoryBand band{i, {mapMargin, top, width - 2 * mapMargin, line}, {}, viewOf(map.buffers[i], shown)};
        top += line;
        const bool isPlane = map.buffers[i].plane.hasRows();
        top = isPlane ? layoutPlanes(map, band, metrics, top, width, layout.panels)
                      : layoutBars(map, band, metrics, top, width, layout.panels);
        const bool isWhole = band.view == wholeOf(map.buffers[i].plane); // nothing is to be said of it
        band.footing = QRectF(mapMargin, top - 2, width - 2 * mapMargin, isWhole ? 0 : line);
        if (!isPlane && !layout.panels.empty()) band.footing.setLeft(layout.panels.back().area.left());
        top += band.footing.height() + panelGap;
        layout.bands.push_back(band);
    }
    for (MemoryPanel& panel : layout.panels) findMarks(map.buffers[panel.buffer], panel);
    layout.size = QSizeF(width, top);
    return layout;
}

} // namespace warpstring::gui
