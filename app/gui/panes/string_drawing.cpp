// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/string_drawing.h"

#include <QFontMetricsF>

namespace warpstring::gui {

namespace {

QFont letterFont(QFont font) {
    font.setPointSizeF(font.pointSizeF() * 1.5);
    font.setBold(true);
    return font;
}

QFont smallFont(QFont font) {
    font.setPointSizeF(std::max(6.0, font.pointSizeF() * 0.82));
    return font;
}

void drawBox(QPainter& painter, const QFont& font, const Theme& theme, token_string::TokenKind kind,
             const TokenBox& box) {
    const QColor fill = theme.of(kind);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double radius = std::min(5.0, box.rect.width() / 3);
    painter.drawRoundedRect(box.rect, radius, radius);
    if (!box.labelled) return;
    painter.setPen(Theme::textOn(fill));
    const QFont letter = letterFont(font), small = smallFont(font);
    const QFontMetricsF letterMetrics(letter), smallMetrics(small);
    const double text =
        letterMetrics.horizontalAdvance(box.letter) +
        std::max(smallMetrics.horizontalAdvance(box.below), smallMetrics.horizontalAdvance(box.above));
    const double x = box.rect.center().x() - text / 2;
    const double baseline = box.rect.center().y() + letterMetrics.capHeight() / 2;
    painter.setFont(letter);
    painter.drawText(QPointF(x, baseline), box.letter);
    painter.setFont(small);
    const double right = x + letterMetrics.horizontalAdvance(box.letter) + 1;
    painter.drawText(QPointF(right, baseline + smallMetrics.capHeight() * 0.75), box.below);
    painter.drawText(QPointF(right, baseline - letterMetrics.capHeight() + smallMetrics.capHeight() * 0.3),
                     box.above);
}

void drawBracket(QPainter& painter, const QFont& font, const Theme& theme, const RepeatBracket& bracket) {
    const double top = bracket.y + 4, bottom = top + 7;
    painter.setPen(QPen(theme.text, 1.2, bracket.isFolded ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(QPointF(bracket.left, bottom), QPointF(bracket.right, bottom));
    if (bracket.begins) painter.drawLine(QPointF(bracket.left, top), QPointF(bracket.left, bottom));
    if (bracket.ends) painter.drawLine(QPointF(bracket.right, top), QPointF(bracket.right, bottom));
    if (bracket.label.isEmpty()) return;
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(bracket.label) + 8;
    const QRectF place((bracket.left + bracket.right - width) / 2, bottom - metrics.height() / 2, width,
                       metrics.height());
    painter.fillRect(place, theme.background);
    painter.setPen(theme.text);
    painter.drawText(place, Qt::AlignCenter, bracket.label);
}

} // namespace

StringMetrics stringMetrics(const QFont& font) {
    StringMetrics metrics;
    const QFontMetricsF letter(letterFont(font)), small(smallFont(font));
    metrics.letterWidth = [letter](const QString& text) { return letter.horizontalAdvance(text); };
    metrics.smallWidth = [small](const QString& text) { return small.horizontalAdvance(text); };
    metrics.boxHeight = letter.height() * 1.35 + 4;
    metrics.bracketHeight = small.height() + 6;
    return metrics;
}

void drawString(QPainter& painter, const Theme& theme, const Analysis& analysis, const ShownString& shown,
                const StringPage& page, const StringMarks& marks, const QRectF& clip) {
    const QFont font = painter.font();
    for (ShownIndex i = 0; i < page.boxes.size(); ++i) {
        const TokenBox& box = page.boxes[i];
        const auto& copies = shown.tokens[i].copies;
        if (!box.rect.adjusted(-4, -4, 4, 4).intersects(clip)) continue;
        const bool pinned = marks.pinned.hasAnyOf(copies), hovered = marks.hovered.hasAnyOf(copies);
        if (pinned || hovered) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(pinned ? theme.pin : theme.accent);
            painter.drawRoundedRect(box.rect.adjusted(-3, -3, 3, 3), 7, 7);
        }
        drawBox(painter, font, theme, analysis.tokens[copies.front()].token->kind, box);
        if (marks.current == i) {
            painter.setPen(QPen(theme.text, 1.5, Qt::DotLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.rect.adjusted(-2, -2, 2, 2), 6, 6);
        }
    }
    for (const RepeatBracket& bracket : page.brackets)
        if (QRectF(bracket.left, bracket.y, bracket.right - bracket.left, 40).intersects(clip))
            drawBracket(painter, smallFont(font), theme, bracket);
    painter.setFont(font);
}

} // namespace warpstring::gui
