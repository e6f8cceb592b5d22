// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/memory_picture.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

constexpr std::array<double, 3> strengths{0.25, 0.55, 1}; ///< by scope
constexpr double leastGridCell = 6;                       ///< pixels of an element, for lines between them

QColor shadeOf(const Theme& theme, const QColor& colour, MemoryScope scope) {
    return Theme::mixed(theme.background, colour, strengths[static_cast<std::size_t>(scope)]);
}

QString numbered(std::int64_t value) { return numberText(static_cast<double>(value)); }

void paintScopeLegend(QPainter& painter, const Theme& theme, const MemoryMap& map, const QRectF& where,
                      const QFont& font) {
    const QFontMetricsF metrics(font);
    const auto& [group, warp] = map.choice;
    const QString groupName =
        QStringLiteral("work-group (%1, %2, %3)").arg(group[0]).arg(group[1]).arg(group[2]);
    const std::array words{QStringLiteral("launch"), groupName, QStringLiteral("warp %1 of it").arg(warp)};
    double x = where.left();
    for (const MemoryScope scope : memoryScopes) {
        // In the colours of two accesses: the strength counts, not the colour.
        for (std::size_t access = 0; access < 2; ++access) {
            painter.fillRect(QRectF(x, where.center().y() - 5, 10, 10),
                             shadeOf(theme, accessColour(theme, access), scope));
            x += 11;
        }
        const QString& word = words[static_cast<std::size_t>(scope)];
        painter.setPen(theme.muted);
        painter.drawText(QPointF(x + 4, where.center().y() + metrics.ascent() / 2 - 1), word);
        x += metrics.horizontalAdvance(word) + 22;
    }
}

QString footingOf(const MappedBuffer& buffer, const PlaneRect& view) {
    if (view == wholeOf(buffer.plane)) return {};
    const auto span = [](std::int64_t first, std::int64_t count) {
        return numbered(first) + QStringLiteral(" to ") + numbered(first + count - 1);
    };
    const int element = buffer.plane.elementBytes;
    if (!buffer.plane.hasRows()) return QStringLiteral("bytes ") + span(view.column, view.columns);
    return QStringLiteral("rows %1, columns %2")
        .arg(span(view.row, view.rows), span(view.column / element, view.columns / element));
}

void paintGrid(QPainter& painter, const Theme& theme, const MappedBuffer& buffer, const MemoryPanel& panel) {
    const double across =
        panel.area.width() * buffer.plane.elementBytes / static_cast<double>(panel.view.columns);
    const double down = panel.area.height() / static_cast<double>(panel.view.rows);
    QColor line = theme.background;
    line.setAlphaF(0.6F);
    painter.setPen(QPen(line, 1));
    QList<QLineF> lines;
    if (across >= leastGridCell)
        for (double x = panel.area.left() + across; x < panel.area.right() - 1; x += across)
            lines << QLineF(x, panel.area.top(), x, panel.area.bottom());
    if (buffer.plane.hasRows() && down >= leastGridCell)
        for (double y = panel.area.top() + down; y < panel.area.bottom() - 1; y += down)
            lines << QLineF(panel.area.left(), y, panel.area.right(), y);
    painter.drawLines(lines);
}

/// Why nothing is drawn.
QString absence(const AccessTrack& track) {
    const symbolic::TouchedRegions& touched = track.of(MemoryScope::Launch);
    if (!touched.reason.empty()) return QStringLiteral("not known: ") + toQString(touched.reason);
    return touched.regions.empty() ? QStringLiteral("never executed") : QString();
}

void paintPanel(QPainter& painter, const Theme& theme, const MemoryMap& map, const MemoryPanel& panel,
                const QFontMetricsF& metrics) {
    const MappedBuffer& buffer = map.buffers[panel.buffer];
    const AccessTrack& track = buffer.tracks[panel.track];
    const QColor& colour = accessColour(theme, track.colour);
    painter.fillRect(QRectF(panel.label.left(), panel.label.center().y() - 5, 10, 10), colour);
    painter.setPen(theme.text);
    const QRectF words = panel.label.adjusted(15, 0, -4, 0);
    painter.drawText(words, Qt::AlignVCenter,
                     metrics.elidedText(toQString(trackName(map, track)), Qt::ElideRight, words.width()));
    painter.fillRect(panel.area, theme.surface);
    for (const MemoryScope scope : memoryScopes)
        for (const QRectF& mark : panel.marks[static_cast<std::size_t>(scope)])
            painter.fillRect(mark, shadeOf(theme, colour, scope));
    paintGrid(painter, theme, buffer, panel);
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(panel.area.adjusted(-0.5, -0.5, 0.5, 0.5));
    if (const QString why = absence(track); !why.isEmpty()) {
        painter.setPen(theme.muted);
        const QRectF inside = panel.area.adjusted(5, 0, -5, 0);
        painter.drawText(inside, Qt::AlignVCenter | Qt::TextWordWrap,
                         buffer.plane.hasRows() ? why
                                                : metrics.elidedText(why, Qt::ElideRight, inside.width()));
    }
}

} // namespace

const QColor& accessColour(const Theme& theme, std::size_t number) {
    return theme.series[number % theme.series.size()];
}

void paintMemory(QPainter& painter, const Theme& theme, const MemoryMap& map, const MemoryLayout& layout,
                 const QFont& font) {
    QFont bold = font;
    bold.setBold(true);
    const QFontMetricsF metrics(font), boldMetrics(bold);
    painter.save();
    painter.setFont(font);
    paintScopeLegend(painter, theme, map, layout.legend, font);
    for (const MemoryBand& band : layout.bands) {
        const MappedBuffer& buffer = map.buffers[band.buffer];
        const QString name = toQString(buffer.name);
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(band.heading, Qt::AlignVCenter, name);
        painter.setFont(font);
        painter.setPen(theme.muted);
        const QRectF rest = band.heading.adjusted(boldMetrics.horizontalAdvance(name) + 10, 0, 0, 0);
        painter.drawText(rest, Qt::AlignVCenter,
                         metrics.elidedText(toQString(bufferText(map, buffer)), Qt::ElideRight, rest.width()));
        painter.drawText(band.footing, Qt::AlignVCenter, footingOf(buffer, band.view));
    }
    for (const MemoryPanel& panel : layout.panels) paintPanel(painter, theme, map, panel, metrics);
    painter.restore();
}

void paintMemoryMarks(QPainter& painter, const MemoryMap& map, const MemoryLayout& layout,
                      const std::vector<std::size_t>& accesses, const QColor& colour) {
    painter.save();
    painter.setPen(QPen(colour, 2));
    painter.setBrush(Qt::NoBrush);
    for (const std::size_t access : accesses)
        if (const MemoryPanel* panel = layout.panelOf(map, access))
            painter.drawRect(panel->area.adjusted(-2, -2, 2, 2));
    painter.restore();
}

Picture memoryPicture(const SharedMemoryMap& map, MemoryScope shown, double width) {
    QFont font;
    font.setPixelSize(12);
    const auto layout = std::make_shared<const MemoryLayout>(layoutMemory(*map, shown, font, width));
    Picture picture;
    picture.title = QStringLiteral("Memory of ") + toQString(map->pdg().kernel);
    picture.size = layout->size;
    picture.paint = [map, layout, font](QPainter& painter, const Theme& theme, const QSizeF& size) {
        painter.fillRect(QRectF(QPointF(), size), theme.background);
        const double scale =
            std::min(size.width() / layout->size.width(), size.height() / layout->size.height());
        painter.save();
        painter.scale(scale, scale);
        paintMemory(painter, theme, *map, *layout, font);
        painter.restore();
    };
    return picture;
}

} // namespace warpstring::gui
