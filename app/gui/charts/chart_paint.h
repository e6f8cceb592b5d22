// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, fonts, shapes and lines of text that everything of a chart is drawn with.
#pragma once

#include <QFont>
#include <QPainter>
#include <QStringList>

#include "app/gui/drawing/theme.h"
#include "study/charts/chart_data.h"

namespace warpstring::gui {

[[nodiscard]] QColor colourOf(const charts::ChartColour& colour, const Theme& theme);

/// The colour of bars that are excluded from the metrics.
[[nodiscard]] QColor paleColour(const QColor& colour, const Theme& theme);
/// The colour of a band of a scatter, the narrowest first. It is opaque, so that files without transparency
/// show the same.
[[nodiscard]] QColor bandColour(std::size_t band, const Theme& theme);

enum class ChartText { Title, Subtitle, Label, Note };
/// The font of a text, its size in pixels of the chart, so that a chart looks the same on any device.
[[nodiscard]] QFont chartFont(ChartText text);

/// Shapes that stay apart in grey: the first are a disc, a square, a triangle and a diamond.
inline constexpr std::size_t markerShapes = 6;
void drawMarker(QPainter& painter, std::size_t shape, const QPointF& at, double radius, const QColor& colour,
                bool hollow);
/// The dashes of the `index`-th line: those beyond the colours of a theme differ by them.
[[nodiscard]] QPen linePen(const charts::ChartColour& colour, const Theme& theme, double width);

/// The text in lines of at most `width`, broken at blanks; the last one is elided where there are more.
[[nodiscard]] QStringList textLines(const QString& text, const QFont& font, double width, int most);
[[nodiscard]] double lineHeight(const QFont& font);
[[nodiscard]] double textWidth(const QString& text, const QFont& font);

} // namespace warpstring::gui
