// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/graph_items.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace warpstring::gui {

namespace {

/// Below this zoom letters are dust that costs time.
constexpr double leastZoomWithLetters = 0.22;

bool showsLetters(const QPainter& painter) {
    return QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform()) >=
           leastZoomWithLetters;
}

bool equal(const GraphMark& a, const GraphMark& b) {
    return a.hovered == b.hovered && a.pinned == b.pinned && a.current == b.current;
}

} // namespace

GraphNodeItem::GraphNodeItem(std::size_t index, const pdg_export::LaidOutNode& node, const GraphStyle& style)
    : index_(index), node_(node), style_(style) {
    setAcceptedMouseButtons(Qt::NoButton); // the view drags and clicks
    setToolTip(QString::fromStdString(node.tooltip)
                   .toHtmlEscaped()
                   .replace(QLatin1Char('\n'), QLatin1String("<br/>")));
    setZValue(1);
}

void GraphNodeItem::setMark(const GraphMark& mark) {
    if (equal(mark, mark_)) return;
    mark_ = mark;
    update();
}

QRectF GraphNodeItem::boundingRect() const { return boundsOf(node_).adjusted(-2, -2, 2, 2); }

void GraphNodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) {
    drawNode(*painter, node_, *style_.theme, mark_, showsLetters(*painter));
}

GraphEdgeItem::GraphEdgeItem(const pdg_export::LaidOutEdge& edge, const GraphStyle& style)
    : edge_(edge), style_(style), bounds_(boundsOf(edge)) {
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(edge.labelCentre ? 0.5 : 0); // labels lie above what crosses them
}

void GraphEdgeItem::setMark(const GraphMark& mark) {
    if (equal(mark, mark_)) return;
    mark_ = mark;
    update();
}

void GraphEdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) {
    drawEdge(*painter, edge_, *style_.theme, style_.layers, mark_, showsLetters(*painter));
}

} // namespace warpstring::gui
