// SPDX-License-Identifier: GPL-3.0-or-later
// The laid out graph as a scene.
#pragma once

#include <QGraphicsScene>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/models/graph/collapsible_graph.h"
#include "app/gui/panes/graph_items.h"

namespace warpstring::gui {

class GraphScene : public QGraphicsScene {
    Q_OBJECT

public:
    using QGraphicsScene::QGraphicsScene;

    /// nullptr: an empty scene. Marks are forgotten.
    void show(std::shared_ptr<const ShownGraph> graph);
    [[nodiscard]] const pdg_export::GraphLayout* graph() const { return graph_ ? &graph_->layout : nullptr; }

    void setTheme(const Theme& theme);
    void setLayers(const GraphLayers& layers);
    [[nodiscard]] const GraphLayers& layers() const { return style_.layers; }

    /// By node. Edges are marked with the nodes that they lead to or come from.
    void setMarks(const std::vector<bool>& hovered, const std::vector<bool>& pinned);
    void setCurrent(std::optional<std::size_t> node);
    [[nodiscard]] std::optional<std::size_t> current() const { return current_; }

    [[nodiscard]] std::optional<std::size_t> nodeAt(const QPointF& at) const;
    [[nodiscard]] const std::vector<GraphNodeItem*>& nodeItems() const { return nodes_; }
    [[nodiscard]] const std::vector<GraphEdgeItem*>& edgeItems() const { return edges_; }

private:
    void applyMarks();

    GraphStyle style_;
    std::shared_ptr<const ShownGraph> graph_;
    std::vector<GraphNodeItem*> nodes_; ///< by node of the layout; the scene owns them
    std::vector<GraphEdgeItem*> edges_;
    std::vector<bool> hovered_, pinned_;
    std::optional<std::size_t> current_;
};

} // namespace warpstring::gui
