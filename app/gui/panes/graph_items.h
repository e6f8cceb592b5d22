// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes and edges in the scene of the graph.
#pragma once

#include <QGraphicsItem>
#include <QPainterPath>

#include "app/gui/drawing/graph_drawing.h"

namespace warpstring::gui {

/// What all items of a scene are drawn with; the scene owns it.
struct GraphStyle {
    const Theme* theme = &lightTheme();
    GraphLayers layers;
};

class GraphNodeItem : public QGraphicsItem {
public:
    /// Both outlive it.
    GraphNodeItem(std::size_t index, const pdg_export::LaidOutNode& node, const GraphStyle& style);

    [[nodiscard]] std::size_t index() const { return index_; }
    [[nodiscard]] const GraphMark& mark() const { return mark_; }
    void setMark(const GraphMark& mark);

    [[nodiscard]] QRectF boundingRect() const override;
    [[nodiscard]] QPainterPath shape() const override { return outlineOf(node_); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    std::size_t index_;
    const pdg_export::LaidOutNode& node_;
    const GraphStyle& style_;
    GraphMark mark_;
};

class GraphEdgeItem : public QGraphicsItem {
public:
    /// Both outlive it.
    GraphEdgeItem(const pdg_export::LaidOutEdge& edge, const GraphStyle& style);

    [[nodiscard]] const pdg_export::LaidOutEdge& edge() const { return edge_; }
    [[nodiscard]] const GraphMark& mark() const { return mark_; }
    void setMark(const GraphMark& mark);

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const pdg_export::LaidOutEdge& edge_;
    const GraphStyle& style_;
    QRectF bounds_;
    GraphMark mark_;
};

} // namespace warpstring::gui
