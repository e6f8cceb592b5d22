// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/timeline_legend.h"

#include <QFontMetricsF>
#include <QPainter>

#include "app/gui/drawing/timeline_drawing.h"

namespace warpstring::gui {

using timeline::Stall;
using token_string::TokenKind;

std::vector<LegendEntry> legendEntries() {
    const auto operation = [](TokenKind kind, const char* text) {
        return LegendEntry{QString::fromUtf8(text), kind, std::nullopt};
    };
    // Called as in the tables and by the command line.
    const auto wait = [](Stall stall) {
        return LegendEntry{QString::fromUtf8(name(stall)), std::nullopt, stall};
    };
    return {{QStringLiteral("issues"), std::nullopt, std::nullopt},
            operation(TokenKind::Compute, "C computation"),
            operation(TokenKind::Load, "M global load"),
            operation(TokenKind::Store, "M\u0304 global store"),
            operation(TokenKind::SharedLoad, "S local load"),
            operation(TokenKind::SharedStore, "S\u0304 local store"),
            operation(TokenKind::Barrier, "B barrier"),
            {QStringLiteral("waits for"), std::nullopt, std::nullopt},
            wait(Stall::Global),
            wait(Stall::Shared),
            wait(Stall::Operand),
            wait(Stall::Scheduler),
            wait(Stall::Pipe),
            wait(Stall::Memory),
            wait(Stall::Barrier)};
}

namespace {

/// Calls draw(entry, where) for each, line after line; returns the height.
template <typename Draw>
double flow(const QFont& font, const QRectF& area, const Draw& draw) {
    QFont bold = labelFont(font);
    bold.setBold(true);
    const QFontMetricsF metrics(labelFont(font)), boldMetrics(bold);
    const double line = metrics.height() + 4,
                 indent = boldMetrics.horizontalAdvance(QStringLiteral("waits for")) + 14;
    double x = area.left(), y = area.top();
    bool first = true;
    for (const LegendEntry& entry : legendEntries()) {
        const bool heading = !entry.kind && !entry.stall;
        const double wide = heading ? indent : metrics.horizontalAdvance(entry.text) + 34;
        if ((heading && !first) || (!heading && x + wide - 10 > area.right() && x > area.left() + indent)) {
            x = heading ? area.left() : area.left() + indent;
            y += line;
        }
        draw(entry, QRectF(x, y, wide, line));
        x += wide;
        first = false;
    }
    return y + line - area.top();
}

} // namespace

double legendHeight(const QFont& font, double width) {
    return flow(font, QRectF(0, 0, width, 0), [](const LegendEntry&, const QRectF&) {});
}

void paintLegend(QPainter& painter, const Theme& theme, const QFont& font, const QRectF& area) {
    painter.save();
    const QFont plain = labelFont(font);
    QFont bold = plain;
    bold.setBold(true);
    flow(font, area, [&](const LegendEntry& entry, const QRectF& where) {
        if (!entry.kind && !entry.stall) {
            painter.setFont(bold);
            painter.setPen(theme.text);
            painter.drawText(where, Qt::AlignLeft | Qt::AlignVCenter, entry.text);
            return;
        }
        // As high as in the rows: what waits half of what issues.
        const double tall = entry.kind ? 12 : 6;
        const QRectF swatch(where.left(), where.center().y() - tall / 2, 16, tall);
        painter.fillRect(swatch, entry.kind ? theme.of(*entry.kind) : theme.of(*entry.stall));
        painter.setFont(plain);
        painter.setPen(theme.text);
        painter.drawText(where.adjusted(21, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    });
    painter.restore();
}

} // namespace warpstring::gui
