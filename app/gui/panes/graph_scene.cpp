// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/graph_scene.h"

namespace warpstring::gui {

namespace {

/// Around the graph, in points: whatever lies at its edge can be brought to the middle of a view.
constexpr double roomAround = 600;

bool at(const std::vector<bool>& marks, std::size_t node) { return node < marks.size() && marks[node]; }

} // namespace

void GraphScene::show(std::shared_ptr<const ShownGraph> graph) {
    clear();
    nodes_.clear();
    edges_.clear();
    hovered_.clear();
    pinned_.clear();
    current_.reset();
    graph_ = std::move(graph);
    if (!graph_) {
        setSceneRect({});
        return;
    }
    for (const pdg_export::LaidOutEdge& edge : graph_->layout.edges) {
        edges_.push_back(new GraphEdgeItem(edge, style_));
        edges_.back()->setVisible(style_.layers.shows(edge.drawn.kind));
        addItem(edges_.back());
    }
    for (const pdg_export::LaidOutNode& node : graph_->layout.nodes) {
        nodes_.push_back(new GraphNodeItem(nodes_.size(), node, style_));
        addItem(nodes_.back());
    }
    setSceneRect(QRectF(0, 0, graph_->layout.width, graph_->layout.height)
                     .adjusted(-roomAround, -roomAround, roomAround, roomAround));
}

void GraphScene::setTheme(const Theme& theme) {
    style_.theme = &theme;
    setBackgroundBrush(theme.background);
    update();
}

void GraphScene::setLayers(const GraphLayers& layers) {
    style_.layers = layers;
    for (GraphEdgeItem* item : edges_) item->setVisible(layers.shows(item->edge().drawn.kind));
    update();
}

void GraphScene::setMarks(const std::vector<bool>& hovered, const std::vector<bool>& pinned) {
    hovered_ = hovered;
    pinned_ = pinned;
    applyMarks();
}

void GraphScene::setCurrent(std::optional<std::size_t> node) {
    current_ = node && *node < nodes_.size() ? node : std::nullopt;
    applyMarks();
}

void GraphScene::applyMarks() {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        nodes_[i]->setMark({at(hovered_, i), at(pinned_, i), current_ == i});
    for (GraphEdgeItem* item : edges_) {
        const pdg_export::DrawnEdge& edge = item->edge().drawn;
        item->setMark({at(hovered_, edge.from) || at(hovered_, edge.to),
                       at(pinned_, edge.from) || at(pinned_, edge.to), false});
    }
}

std::optional<std::size_t> GraphScene::nodeAt(const QPointF& at) const {
    for (const QGraphicsItem* item : items(at))
        if (const auto* node = dynamic_cast<const GraphNodeItem*>(item)) return node->index();
    return std::nullopt;
}

} // namespace warpstring::gui
