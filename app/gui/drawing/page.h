// SPDX-License-Identifier: GPL-3.0-or-later
// A page of texts, bars and curves whose places lead to elements of the kernel, as a value: what is written on
// it can be asked for without a painter.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "app/gui/drawing/theme.h"
#include "app/gui/models/session/element_index.h"

class QPainter;

namespace warpstring::gui {

/// A colour of whichever theme the page is drawn in.
struct Ink {
    enum class Of {
        Text,
        Muted,
        Accent,
        Good,
        Warning,
        Error,
        Grid,
        Border,
        Surface,
        Simulated,
        Measured,
        Heat,
        Token,
        Stall
    };
    Of of = Of::Text;
    double value = 0; ///< Heat: 0 to 1; Token, Stall: which

    [[nodiscard]] QColor in(const Theme& theme) const;
};
[[nodiscard]] Ink inkOf(timeline::Stall stall);
[[nodiscard]] Ink inkOf(token_string::TokenKind kind);

enum class Letters { Small, Body, Strong, Title };

class PageFonts {
public:
    explicit PageFonts(const QFont& body);

    [[nodiscard]] const QFont& of(Letters letters) const { return fonts_[static_cast<std::size_t>(letters)]; }
    [[nodiscard]] QFontMetricsF metrics(Letters letters) const { return QFontMetricsF(of(letters)); }
    /// Of a line, with the gap to the next one.
    [[nodiscard]] double line(Letters letters) const { return metrics(letters).height() + 4; }

private:
    std::array<QFont, 4> fonts_;
};

struct PageText {
    QRectF rect;
    QString text; ///< as it is written: cut to the rectangle already
    Letters letters = Letters::Body;
    Ink ink;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
    bool wraps = false;
};

struct PageBox {
    QRectF rect;
    Ink ink;
    double radius = 0;
};

struct PageCurve {
    QPolygonF points;
    Ink ink;
    double width = 1;
    bool dashed = false;
};

struct PageDot {
    QPointF centre;
    double radius = 4;
    Ink ink;
};

/// A place that leads to elements, or has something to say where `focus` is empty.
struct PageLink {
    QRectF rect;
    Focus focus;
    QString name; ///< all of what is written there, as one text
    QString tip;
    QString rewrite{}; ///< that it applies to the kernel: "pad tile=1"

    /// It leads to something or does something.
    [[nodiscard]] bool isActive() const { return !focus.empty() || !rewrite.isEmpty(); }
};

struct Page {
    QSizeF size;
    std::vector<PageBox> cards, boxes;
    std::vector<PageCurve> curves;
    std::vector<PageDot> dots;
    std::vector<PageText> texts;
    std::vector<PageLink> links;

    [[nodiscard]] std::optional<std::size_t> linkAt(const QPointF& point) const;
};

struct PageMarks {
    Focus pinned;
    std::optional<std::size_t> hovered, current; ///< links: under the mouse, of the keyboard
};

void drawPage(QPainter& painter, const Theme& theme, const PageFonts& fonts, const Page& page,
              const PageMarks& marks);

} // namespace warpstring::gui
