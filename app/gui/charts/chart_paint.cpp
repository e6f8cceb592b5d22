// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/chart_paint.h"

#include <QFontMetricsF>
#include <QPolygonF>
#include <cmath>
#include <numbers>

namespace warpstring::gui {

using charts::ChartColour;

namespace {

QColor mixed(const QColor& a, const QColor& b, double part) {
    const auto channel = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * part)); };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

} // namespace

QColor paleColour(const QColor& colour, const Theme& theme) { return mixed(theme.background, colour, 0.25); }

QColor bandColour(std::size_t band, const Theme& theme) {
    return mixed(theme.background, theme.good, band == 0 ? 0.30 : 0.14);
}

QColor colourOf(const ChartColour& colour, const Theme& theme) {
    switch (colour.of) {
    case ChartColour::Of::Simulated: return theme.simulated;
    case ChartColour::Of::Measured: return theme.measured;
    case ChartColour::Of::Series: return theme.series[colour.index % theme.series.size()];
    case ChartColour::Of::Token: return theme.token[colour.index % theme.token.size()];
    case ChartColour::Of::Stall: return theme.stall[colour.index % theme.stall.size()];
    case ChartColour::Of::Better: return theme.good;
    case ChartColour::Of::Worse: return theme.error;
    case ChartColour::Of::Muted: break;
    }
    return theme.muted;
}

QFont chartFont(ChartText text) {
    QFont font(QStringLiteral("sans-serif")); // which any reader of an SVG has
    font.setStyleHint(QFont::SansSerif);
    font.setPixelSize(text == ChartText::Title ? 16 : text == ChartText::Note ? 11 : 12);
    font.setBold(text == ChartText::Title);
    return font;
}

void drawMarker(QPainter& painter, std::size_t shape, const QPointF& at, double radius, const QColor& colour,
                bool hollow) {
    painter.setPen(QPen(colour, hollow ? 1.4 : 1));
    painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(colour));
    const auto polygon = [&](int corners, double turn, double reach) {
        QPolygonF points;
        for (int i = 0; i < corners; ++i) {
            const double angle = (turn + i) * 2 * std::numbers::pi / corners - std::numbers::pi / 2;
            points << at + reach * QPointF(std::cos(angle), std::sin(angle));
        }
        painter.drawPolygon(points);
    };
    switch (shape % markerShapes) {
    case 1:
        painter.drawRect(QRectF(at.x() - 0.85 * radius, at.y() - 0.85 * radius, 1.7 * radius, 1.7 * radius));
        break;
    case 2: polygon(3, 0, 1.25 * radius); break;
    case 3: polygon(4, 0, 1.2 * radius); break;
    case 4: polygon(3, 0.5, 1.25 * radius); break;
    case 5: polygon(5, 0, 1.1 * radius); break;
    default: painter.drawEllipse(at, radius, radius);
    }
}

QPen linePen(const ChartColour& colour, const Theme& theme, double width) {
    QPen pen(colourOf(colour, theme), width);
    pen.setJoinStyle(Qt::RoundJoin);
    const auto round = colour.of == ChartColour::Of::Series ? colour.index / theme.series.size() : 0;
    constexpr std::array styles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    pen.setStyle(styles[round % styles.size()]);
    return pen;
}

QStringList textLines(const QString& text, const QFont& font, double width, int most) {
    const QFontMetricsF metrics(font);
    QStringList lines;
    QString line;
    QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString longer = line.isEmpty() ? words[i] : line + QLatin1Char(' ') + words[i];
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        if (lines.size() + 1 == most) {
            line = longer + QLatin1Char(' ') + words.mid(i + 1).join(QLatin1Char(' '));
            break;
        }
        lines << line;
        line = words[i];
    }
    if (!line.isEmpty() && lines.size() < most) lines << metrics.elidedText(line, Qt::ElideRight, width);
    return lines;
}

double lineHeight(const QFont& font) { return std::ceil(QFontMetricsF(font).height() * 1.08); }

double textWidth(const QString& text, const QFont& font) { return QFontMetricsF(font).horizontalAdvance(text); }

} // namespace warpstring::gui
