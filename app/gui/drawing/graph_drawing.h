// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes and edges of a laid out graph on any painter, in the layout's points.
#pragma once

#include <QPainterPath>
#include <QRectF>

#include "app/gui/drawing/theme.h"
#include "pdg/export/graph_layout.h"

class QPainter;

namespace warpstring::gui {

/// How a node or an edge stands out.
struct GraphMark {
    bool hovered = false, pinned = false;
    bool current = false; ///< where the keyboard is
};

/// What is drawn besides control dependence. Places do not depend on it.
struct GraphLayers {
    bool weights = true;
    bool dependences = true;

    [[nodiscard]] bool shows(pdg_export::GraphEdgeKind kind) const { return dependences || isControl(kind); }
};

[[nodiscard]] QRectF boundsOf(const pdg_export::LaidOutNode& node);
[[nodiscard]] QPainterPath outlineOf(const pdg_export::LaidOutNode& node);
[[nodiscard]] QPainterPath curveOf(const pdg_export::LaidOutEdge& edge);
/// The arrow's head, to be filled.
[[nodiscard]] QPainterPath arrowOf(const pdg_export::LaidOutEdge& edge);
/// The smallest rectangle around curve, arrow and label.
[[nodiscard]] QRectF boundsOf(const pdg_export::LaidOutEdge& edge);

/// `letters`: whether to draw the text, which nobody can read when it is small.
void drawNode(QPainter& painter, const pdg_export::LaidOutNode& node, const Theme& theme,
              const GraphMark& mark = {}, bool letters = true);
void drawEdge(QPainter& painter, const pdg_export::LaidOutEdge& edge, const Theme& theme,
              const GraphLayers& layers, const GraphMark& mark = {}, bool letters = true);
/// All of it from (0, 0), scaled to `size` with a margin, its proportions kept. Paints the background too.
void drawGraph(QPainter& painter, const pdg_export::GraphLayout& layout, const Theme& theme,
               const GraphLayers& layers, const QSizeF& size);

/// Around a whole graph, in points.
inline constexpr double graphMargin = 12;

} // namespace warpstring::gui
