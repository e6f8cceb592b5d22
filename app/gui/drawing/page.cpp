// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/page.h"

#include <QPainter>
#include <algorithm>

namespace warpstring::gui {

QColor Ink::in(const Theme& theme) const {
    switch (of) {
    case Of::Muted: return theme.muted;
    case Of::Accent: return theme.accent;
    case Of::Good: return theme.good;
    case Of::Warning: return theme.warning;
    case Of::Error: return theme.error;
    case Of::Grid: return theme.grid;
    case Of::Border: return theme.border;
    case Of::Surface: return theme.surface;
    case Of::Simulated: return theme.simulated;
    case Of::Measured: return theme.measured;
    case Of::Heat: return theme.heat(value);
    case Of::Token: return theme.token[static_cast<std::size_t>(value)];
    case Of::Stall: return theme.stall[static_cast<std::size_t>(value)];
    case Of::Text: break;
    }
    return theme.text;
}

Ink inkOf(timeline::Stall stall) { return {Ink::Of::Stall, static_cast<double>(stall)}; }
Ink inkOf(token_string::TokenKind kind) { return {Ink::Of::Token, static_cast<double>(kind)}; }

PageFonts::PageFonts(const QFont& body) {
    fonts_.fill(body);
    const double size = body.pointSizeF() > 0 ? body.pointSizeF() : 10;
    fonts_[static_cast<std::size_t>(Letters::Small)].setPointSizeF(size * 0.88);
    fonts_[static_cast<std::size_t>(Letters::Strong)].setBold(true);
    QFont& title = fonts_[static_cast<std::size_t>(Letters::Title)];
    title.setPointSizeF(size * 2);
    title.setBold(true);
}

std::optional<std::size_t> Page::linkAt(const QPointF& point) const {
    // The last one that was written: what stands within another is above it.
    for (std::size_t i = links.size(); i-- > 0;)
        if (links[i].rect.contains(point)) return i;
    return std::nullopt;
}

void drawPage(QPainter& painter, const Theme& theme, const PageFonts& fonts, const Page& page,
              const PageMarks& marks) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const auto fill = [&](const PageBox& box) {
        painter.setBrush(box.ink.in(theme));
        painter.drawRoundedRect(box.rect, box.radius, box.radius);
    };
    for (const PageBox& card : page.cards) fill(card);
    for (std::size_t i = 0; i < page.links.size(); ++i) {
        const PageLink& link = page.links[i];
        if (link.focus.empty()) continue;
        const bool isPinned = link.focus == marks.pinned;
        if (!isPinned && marks.hovered != i && marks.current != i) continue;
        painter.setBrush(marks.hovered == i || isPinned ? QBrush(theme.hover) : Qt::NoBrush);
        painter.setPen(isPinned             ? QPen(theme.pin, 1.5)
                       : marks.current == i ? QPen(theme.accent, 1)
                                            : QPen(Qt::NoPen));
        painter.drawRoundedRect(link.rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    painter.setPen(Qt::NoPen);
    for (const PageBox& box : page.boxes) fill(box);
    painter.setBrush(Qt::NoBrush);
    for (const PageCurve& curve : page.curves) {
        painter.setPen(QPen(curve.ink.in(theme), curve.width, curve.dashed ? Qt::DashLine : Qt::SolidLine,
                            Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(curve.points);
    }
    for (const PageDot& dot : page.dots) {
        painter.setPen(QPen(theme.surface, 1.5));
        painter.setBrush(dot.ink.in(theme));
        painter.drawEllipse(dot.centre, dot.radius, dot.radius);
    }
    for (const PageText& text : page.texts) {
        painter.setPen(text.ink.in(theme));
        painter.setFont(fonts.of(text.letters));
        const int flags =
            static_cast<int>(text.alignment) |
            (text.wraps ? static_cast<int>(Qt::TextWordWrap) : static_cast<int>(Qt::TextSingleLine));
        painter.drawText(text.rect, flags, text.text);
    }
}

} // namespace warpstring::gui
