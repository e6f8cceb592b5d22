// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/graph_drawing.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace warpstring::gui {

using pdg_export::LaidOutEdge;

namespace {

constexpr double lineHeight = 1.2; ///< of the letters' size, as Graphviz counts it
constexpr double sideMargin = 8;   ///< within a box, points, as Graphviz leaves it

QPointF point(const pdg_export::GraphPoint& at) { return {at.x, at.y}; }

QFont letters(double points) {
    QStringList families;
    for (const char* family : pdg_export::graphFonts) families << QString::fromLatin1(family);
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(static_cast<int>(points));
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

const QFont& nodeFont() {
    static const QFont font = letters(pdg_export::graphNodeLetters);
    return font;
}

const QFont& edgeFont() {
    static const QFont font = letters(pdg_export::graphEdgeLetters);
    return font;
}

QColor blended(const QColor& ground, const QColor& over, double part) {
    const auto channel = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
    return {channel(ground.red(), over.red()), channel(ground.green(), over.green()),
            channel(ground.blue(), over.blue())};
}

QColor fillOf(pdg_export::GraphFill fill, const Theme& theme) {
    const double part = theme.dark ? 0.35 : 0.22;
    switch (fill) {
    case pdg_export::GraphFill::Barrier:
        return blended(theme.surface, theme.of(token_string::TokenKind::Barrier), part);
    case pdg_export::GraphFill::SharedAccess:
        return blended(theme.surface, theme.of(token_string::TokenKind::SharedLoad), part);
    case pdg_export::GraphFill::GlobalAccess:
        return blended(theme.surface, theme.of(token_string::TokenKind::Load), part);
    case pdg_export::GraphFill::Plain: break;
    }
    return theme.surface;
}

/// One line, squeezed where this machine's letters are wider than the layout's.
void drawRow(QPainter& painter, const QString& text, const QRectF& room, Qt::Alignment alignment) {
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
    if (width <= room.width()) {
        painter.drawText(room, static_cast<int>(alignment | Qt::AlignVCenter | Qt::TextSingleLine), text);
        return;
    }
    painter.save();
    painter.translate(room.left(), 0);
    painter.scale(room.width() / width, 1);
    painter.drawText(QRectF(0, room.top(), width + 1, room.height()),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine), text);
    painter.restore();
}

QString edgeText(const LaidOutEdge& edge, const GraphLayers& layers) {
    const std::string weight = layers.weights ? edge.drawn.weight : "";
    return QString::fromStdString(edge.side + (edge.side.empty() || weight.empty() ? "" : " ") + weight);
}

/// Bundles of edges must not outshine the nodes: pale unless they are marked, and no paler where they overlap.
QPen edgePen(pdg_export::GraphEdgeKind kind, const Theme& theme, const GraphMark& mark) {
    const bool marked = mark.pinned || mark.hovered;
    const QColor colour = kind == pdg_export::GraphEdgeKind::Data          ? theme.accent
                          : kind == pdg_export::GraphEdgeKind::MemoryOrder ? theme.muted
                                                                           : theme.text;
    QPen pen(marked ? colour : blended(theme.background, colour, isControl(kind) ? 0.6 : 0.5));
    pen.setWidthF(marked ? 2 : 0.9);
    if (kind == pdg_export::GraphEdgeKind::Data) pen.setStyle(Qt::DashLine);
    if (kind == pdg_export::GraphEdgeKind::MemoryOrder) pen.setStyle(Qt::DotLine);
    return pen;
}

} // namespace

QRectF boundsOf(const pdg_export::LaidOutNode& node) {
    return {node.centre.x - node.width / 2, node.centre.y - node.height / 2, node.width, node.height};
}

QPainterPath outlineOf(const pdg_export::LaidOutNode& node) {
    const QRectF bounds = boundsOf(node);
    QPainterPath path;
    switch (node.drawn.shape) {
    case pdg_export::GraphShape::Oval: path.addEllipse(bounds); break;
    case pdg_export::GraphShape::Diamond:
        path.addPolygon(QPolygonF({{bounds.left(), node.centre.y},
                                   {node.centre.x, bounds.top()},
                                   {bounds.right(), node.centre.y},
                                   {node.centre.x, bounds.bottom()}}));
        path.closeSubpath();
        break;
    case pdg_export::GraphShape::Box: path.addRect(bounds); break;
    }
    return path;
}

QPainterPath curveOf(const LaidOutEdge& edge) {
    QPainterPath path;
    if (edge.curve.empty()) return path;
    path.moveTo(point(edge.curve.front()));
    for (std::size_t i = 1; i + 2 < edge.curve.size(); i += 3)
        path.cubicTo(point(edge.curve[i]), point(edge.curve[i + 1]), point(edge.curve[i + 2]));
    return path;
}

QPainterPath arrowOf(const LaidOutEdge& edge) {
    QPainterPath path;
    if (edge.curve.empty()) return path;
    const QPointF base = point(edge.curve.back());
    const QPointF tip = point(edge.arrowTip);
    const QPointF half((tip.y() - base.y()) * 0.35, (base.x() - tip.x()) * 0.35);
    path.addPolygon(QPolygonF({base + half, tip, base - half}));
    path.closeSubpath();
    return path;
}

QRectF boundsOf(const LaidOutEdge& edge) {
    QRectF bounds = curveOf(edge).boundingRect().united(arrowOf(edge).boundingRect());
    if (edge.labelCentre) {
        // Room for every text that its layers may give it.
        const double width = QFontMetricsF(edgeFont()).horizontalAdvance(edgeText(edge, {}));
        const double height = pdg_export::graphEdgeLetters * 1.6;
        bounds |= QRectF(edge.labelCentre->x - width / 2, edge.labelCentre->y - height / 2, width, height);
    }
    return bounds.adjusted(-2, -2, 2, 2);
}

void drawNode(QPainter& painter, const pdg_export::LaidOutNode& node, const Theme& theme, const GraphMark& mark,
              bool withLetters) {
    const QColor fill = mark.pinned ? theme.pin : mark.hovered ? theme.hover : fillOf(node.drawn.fill, theme);
    const bool marked = mark.pinned || mark.hovered;
    const QColor ink = mark.pinned ? Theme::textOn(fill) : theme.text;
    QPen pen(mark.current ? theme.accent : marked ? theme.text : theme.muted);
    pen.setWidthF(mark.current ? 2.6 : marked ? 1.6 : 1);
    painter.setPen(pen);
    painter.setBrush(fill);
    painter.drawPath(outlineOf(node));
    if (node.drawn.collapsed) {
        painter.setPen(QPen(pen.color(), 1));
        painter.drawEllipse(boundsOf(node).adjusted(4, 4, -4, -4));
    }
    if (!withLetters) return;
    painter.setFont(nodeFont());
    painter.setPen(ink);
    const double rows = static_cast<double>(std::max<std::size_t>(1, node.label.size()));
    const double row = std::min(pdg_export::graphNodeLetters * lineHeight, (node.height - 4) / rows);
    const double top = node.centre.y - row * rows / 2;
    const bool left = node.drawn.shape == pdg_export::GraphShape::Box && node.label.size() > 1;
    const double margin = node.drawn.shape == pdg_export::GraphShape::Box ? sideMargin / 2 : 0;
    for (std::size_t i = 0; i < node.label.size(); ++i) {
        QRectF room(node.centre.x - node.width / 2 + margin, top + row * static_cast<double>(i),
                    node.width - 2 * margin, row);
        if (left) room.setLeft(node.centre.x - node.width / 2 + sideMargin);
        drawRow(painter, QString::fromStdString(node.label[i]), room, left ? Qt::AlignLeft : Qt::AlignHCenter);
    }
}

void drawEdge(QPainter& painter, const LaidOutEdge& edge, const Theme& theme, const GraphLayers& layers,
              const GraphMark& mark, bool withLetters) {
    QPen pen = edgePen(edge.drawn.kind, theme, mark);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    painter.drawPath(curveOf(edge));
    pen.setStyle(Qt::SolidLine);
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    painter.drawPath(arrowOf(edge));
    if (!withLetters || !edge.labelCentre) return;
    const QString text = edgeText(edge, layers);
    if (text.isEmpty()) return;
    const double width = QFontMetricsF(edgeFont()).horizontalAdvance(text) + 2;
    const double height = pdg_export::graphEdgeLetters * 1.4;
    const QRectF room(edge.labelCentre->x - width / 2, edge.labelCentre->y - height / 2, width, height);
    QColor ground = theme.background;
    ground.setAlphaF(0.85F);
    painter.fillRect(room, ground);
    painter.setFont(edgeFont());
    painter.setPen(theme.text);
    painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, text);
}

void drawGraph(QPainter& painter, const pdg_export::GraphLayout& layout, const Theme& theme,
               const GraphLayers& layers, const QSizeF& size) {
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const double width = layout.width + 2 * graphMargin;
    const double height = layout.height + 2 * graphMargin;
    const double scale = std::min(size.width() / width, size.height() / height);
    painter.save();
    painter.translate((size.width() - width * scale) / 2, (size.height() - height * scale) / 2);
    painter.scale(scale, scale);
    painter.translate(graphMargin, graphMargin);
    for (const bool labelled : {false, true}) // labels lie above what crosses them
        for (const LaidOutEdge& edge : layout.edges)
            if (layers.shows(edge.drawn.kind) && edge.labelCentre.has_value() == labelled)
                drawEdge(painter, edge, theme, layers);
    for (const pdg_export::LaidOutNode& node : layout.nodes) drawNode(painter, node, theme);
    painter.restore();
}

} // namespace warpstring::gui
