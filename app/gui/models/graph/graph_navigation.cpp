// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/graph/graph_navigation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpstring::gui {

namespace {

/// Points from one node to another: along the direction between centres, and across it between borders.
struct Way {
    double along = 0, across = 0;
    [[nodiscard]] double cost() const { return along + 2 * across; }
};

Way wayTo(const pdg_export::LaidOutNode& from, const pdg_export::LaidOutNode& to, Direction direction) {
    const double right = to.centre.x - from.centre.x;
    const double down = to.centre.y - from.centre.y;
    const double gapX = std::max(0.0, std::abs(right) - (from.width + to.width) / 2);
    const double gapY = std::max(0.0, std::abs(down) - (from.height + to.height) / 2);
    switch (direction) {
    case Direction::Left: return {-right, gapY};
    case Direction::Right: return {right, gapY};
    case Direction::Up: return {-down, gapX};
    case Direction::Down: break;
    }
    return {down, gapX};
}

template <class Row>
bool holds(const std::vector<Id<Row>>& ids, Id<Row> id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool standsFor(const pdg_export::DrawnNode& drawn, const NodeRef& element) {
    switch (element.kind) {
    case NodeRef::Kind::Region: return holds(drawn.regions, element.region());
    case NodeRef::Kind::Predicate: return holds(drawn.predicates, element.predicate());
    case NodeRef::Kind::Statement: break;
    }
    return holds(drawn.statements, element.statement());
}

/// Keeps the cheapest.
class Best {
public:
    void offer(std::size_t node, double cost) {
        if (cost >= cost_) return;
        cost_ = cost;
        node_ = node;
    }
    [[nodiscard]] const std::optional<std::size_t>& node() const { return node_; }

private:
    double cost_ = std::numeric_limits<double>::infinity();
    std::optional<std::size_t> node_;
};

} // namespace

std::optional<std::size_t> neighbour(const pdg_export::GraphLayout& layout, std::size_t from,
                                     Direction direction) {
    if (from >= layout.nodes.size()) return std::nullopt;
    const pdg_export::LaidOutNode& start = layout.nodes[from];
    const bool sideways = direction == Direction::Left || direction == Direction::Right;
    Best best;
    for (const pdg_export::LaidOutEdge& edge : layout.edges) {
        if (!sideways || !isControl(edge.drawn.kind)) continue;
        if (edge.drawn.from != from && edge.drawn.to != from) continue;
        const std::size_t other = edge.drawn.from == from ? edge.drawn.to : edge.drawn.from;
        const Way way = wayTo(start, layout.nodes[other], direction);
        if (way.along > 1) best.offer(other, way.cost());
    }
    if (best.node()) return best.node();
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const Way way = wayTo(start, layout.nodes[i], direction);
        if (i != from && way.along > 1) best.offer(i, way.cost());
    }
    return best.node();
}

std::optional<std::size_t> nearestNode(const pdg_export::GraphLayout& layout,
                                       const pdg_export::GraphPoint& at) {
    Best best;
    for (std::size_t i = 0; i < layout.nodes.size(); ++i)
        best.offer(i, std::hypot(layout.nodes[i].centre.x - at.x, layout.nodes[i].centre.y - at.y));
    return best.node();
}

std::optional<std::size_t> nodeFor(const pdg_export::GraphLayout& layout, const NodeRef& element) {
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        if (standsFor(layout.nodes[i].drawn, element)) return i;
    }
    return std::nullopt;
}

} // namespace warpstring::gui
