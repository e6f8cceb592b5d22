// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/graph_canvas.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace warpstring::gui {

namespace {

constexpr double leastZoom = 0.03, mostZoom = 6;
constexpr double graphZoomStep = 1.25;
constexpr double legibleZoom = 0.6; ///< from here on labels can be read

std::optional<Direction> directionOf(int key) {
    switch (key) {
    case Qt::Key_Left: return Direction::Left;
    case Qt::Key_Right: return Direction::Right;
    case Qt::Key_Up: return Direction::Up;
    case Qt::Key_Down: return Direction::Down;
    default: return std::nullopt;
    }
}

QPointF centreOf(const pdg_export::GraphLayout& layout, std::size_t node) {
    return {layout.nodes[node].centre.x, layout.nodes[node].centre.y};
}

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QGraphicsView(parent) {
    setScene(&scene_);
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    setResizeAnchor(QGraphicsView::AnchorViewCenter);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    viewport()->setCursor(Qt::ArrowCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Program dependence graph"));
    setAccessibleDescription(
        QStringLiteral("Arrow keys go from node to node, Space opens and closes a region, P pins, "
                       "plus and minus zoom, 0 shows all"));
}

void GraphCanvas::show(std::shared_ptr<const ShownGraph> graph, bool keepView) {
    const pdg_export::GraphLayout* const before = scene_.graph();
    const auto current = scene_.current();
    std::optional<NodeRef> currentNode;
    std::optional<NodeRef> anchor;
    QPoint place;
    if (before != nullptr) {
        if (current) currentNode = before->nodes[*current].drawn.node;
        const QPointF middle = mapToScene(viewport()->rect().center());
        auto kept = current;
        if (!kept || !viewport()->rect().contains(mapFromScene(centreOf(*before, *kept))))
            kept = nearestNode(*before, {middle.x(), middle.y()});
        if (kept) {
            anchor = before->nodes[*kept].drawn.node;
            place = mapFromScene(centreOf(*before, *kept));
        }
    }
    hovered_.reset();
    scene_.show(std::move(graph));
    const pdg_export::GraphLayout* const now = scene_.graph();
    if (now == nullptr) return;
    if (!keepView) {
        untouched_ = true;
        fit();
        return;
    }
    if (currentNode) scene_.setCurrent(nodeFor(*now, *currentNode));
    const auto kept = anchor ? nodeFor(*now, *anchor) : std::nullopt;
    if (untouched_ && !current) {
        fit();
    } else if (kept) {
        const QPoint moved = mapFromScene(centreOf(*now, *kept)) - place;
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() + moved.y());
    }
}

void GraphCanvas::zoomBy(double factor) {
    const double wanted = std::clamp(zoom() * factor, leastZoom, mostZoom);
    untouched_ = false;
    scale(wanted / zoom(), wanted / zoom());
}

void GraphCanvas::fit() {
    if (scene_.graph() == nullptr) return;
    const QRectF all(0, 0, scene_.graph()->width, scene_.graph()->height);
    fitInView(all.adjusted(-graphMargin, -graphMargin, graphMargin, graphMargin), Qt::KeepAspectRatio);
    if (zoom() > 1.5) setTransform(QTransform::fromScale(1.5, 1.5));
    centerOn(all.center());
}

void GraphCanvas::reveal(const std::vector<bool>& marked) {
    const pdg_export::GraphLayout* const graph = scene_.graph();
    if (graph == nullptr || untouched_) return; // then all of it is seen
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < marked.size() && i < graph->nodes.size(); ++i) {
        if (!marked[i]) continue;
        if (viewport()->rect().contains(mapFromScene(centreOf(*graph, i)))) return;
        if (!first) first = i;
    }
    if (!first) return;
    untouched_ = false;
    centerOn(centreOf(*graph, *first));
}

void GraphCanvas::showNode(std::size_t node) {
    if (scene_.graph() == nullptr || node >= scene_.graph()->nodes.size()) return;
    scene_.setCurrent(node);
    if (zoom() < legibleZoom) {
        zoomBy(1 / zoom());
        centerOn(centreOf(*scene_.graph(), node));
    }
    ensureVisible(boundsOf(scene_.graph()->nodes[node]), 30, 30);
}

void GraphCanvas::goTo(std::size_t node) {
    scene_.setCurrent(node);
    untouched_ = false;
    ensureVisible(boundsOf(scene_.graph()->nodes[node]), 30, 30);
    hover(node);
}

void GraphCanvas::hover(std::optional<std::size_t> node) {
    if (node == hovered_) return;
    hovered_ = node;
    Q_EMIT nodeHovered(node);
}

std::optional<std::size_t> GraphCanvas::nodeUnder(const QPoint& at) const {
    return scene_.nodeAt(mapToScene(at));
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    zoomBy(std::pow(graphZoomStep, event->angleDelta().y() / 120.0));
    event->accept();
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    const pdg_export::GraphLayout* const graph = scene_.graph();
    const auto current = scene_.current();
    if (const auto direction = directionOf(event->key()); direction && graph != nullptr) {
        const auto next =
            current ? neighbour(*graph, *current, *direction)
                    : std::optional<std::size_t>(graph->nodes.empty() ? std::nullopt : std::optional(0UL));
        if (next) goTo(*next);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(graphZoomStep); return;
    case Qt::Key_Minus: zoomBy(1 / graphZoomStep); return;
    case Qt::Key_0:
        untouched_ = false;
        fit();
        return;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current) Q_EMIT nodeActivated(*current);
        return;
    case Qt::Key_P:
        if (current) Q_EMIT pinAsked(*current);
        return;
    case Qt::Key_Escape:
        scene_.setCurrent(std::nullopt);
        hover(std::nullopt);
        return;
    default: QGraphicsView::keyPressEvent(event);
    }
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    pressedAt_ = event->pos();
    mayBeClick_ = event->button() == Qt::LeftButton;
    QGraphicsView::mousePressEvent(event);
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    QGraphicsView::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton) {
        const auto node = nodeUnder(event->pos());
        viewport()->setCursor(node ? Qt::PointingHandCursor : Qt::ArrowCursor);
        hover(node);
    } else if ((event->pos() - pressedAt_).manhattanLength() > QApplication::startDragDistance()) {
        mayBeClick_ = false;
        untouched_ = false;
    }
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    QGraphicsView::mouseReleaseEvent(event);
    viewport()->setCursor(Qt::ArrowCursor);
    if (!mayBeClick_ || event->button() != Qt::LeftButton) return;
    mayBeClick_ = false;
    if (const auto node = nodeUnder(event->pos())) {
        scene_.setCurrent(node);
        Q_EMIT nodeClicked(*node);
    }
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    mayBeClick_ = false;
    if (const auto node = nodeUnder(event->pos()); node && event->button() == Qt::LeftButton) {
        scene_.setCurrent(node);
        Q_EMIT nodeActivated(*node);
    }
}

void GraphCanvas::leaveEvent(QEvent* event) {
    hover(std::nullopt);
    QGraphicsView::leaveEvent(event);
}

void GraphCanvas::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    if (untouched_) fit();
}

} // namespace warpstring::gui
