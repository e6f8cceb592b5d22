// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/graph_layout.h"

#include <algorithm>
#include <string>

#include "core/text/utf8.h"
#include "pdg/export/dot.h"
#include "pdg/export/graphviz_session.h"

namespace warpstring::pdg_export {

namespace {

constexpr double pointsPerInch = 72;

/// Graphviz counts y upwards from somewhere; pictures count it downwards from their upper edge.
class Places {
public:
    explicit Places(Agraph_t* graph) : box_(GD_bb(graph)) {}
    [[nodiscard]] GraphPoint operator()(const pointf& at) const { return {at.x - box_.LL.x, box_.UR.y - at.y}; }
    [[nodiscard]] double width() const { return box_.UR.x - box_.LL.x; }
    [[nodiscard]] double height() const { return box_.UR.y - box_.LL.y; }

private:
    boxf box_;
};

LaidOutNode readNode(Agraph_t* graph, const Places& places, DrawnNode drawn) {
    LaidOutNode node;
    std::string name = elementId(drawn.node);
    Agnode_t* const found = agnode(graph, name.data(), 0);
    if (found != nullptr) {
        node.centre = places(ND_coord(found));
        node.width = ND_width(found) * pointsPerInch;
        node.height = ND_height(found) * pointsPerInch;
    }
    for (const auto& row : drawn.rows) {
        node.label.push_back(validUtf8(labelText(row.text)));
        node.tooltip += (node.tooltip.empty() ? "" : "\n") + validUtf8(row.text);
    }
    node.drawn = std::move(drawn);
    return node;
}

LaidOutEdge readEdge(Agedge_t* found, const Places& places, DrawnEdge drawn) {
    LaidOutEdge edge;
    edge.side = drawn.kind == GraphEdgeKind::ControlTrue    ? "T"
                : drawn.kind == GraphEdgeKind::ControlFalse ? "F"
                                                            : "";
    if (const splines* const path = ED_spl(found); path != nullptr) {
        for (int i = 0; i < path->size; ++i) {
            const bezier& piece = path->list[i];
            // Pieces that do not share an end are joined by a straight one.
            if (!edge.curve.empty())
                edge.curve.insert(edge.curve.end(), {edge.curve.back(), places(piece.list[0])});
            for (int k = 0; k < piece.size; ++k) edge.curve.push_back(places(piece.list[k]));
            edge.arrowTip = piece.eflag != 0 ? places(piece.ep) : edge.curve.back();
        }
    }
    if (const textlabel_t* const label = ED_label(found); label != nullptr && label->set != 0)
        edge.labelCentre = places(label->pos);
    edge.drawn = std::move(drawn);
    return edge;
}

/// In the order in which the text names them.
std::vector<Agedge_t*> edgesOf(Agraph_t* graph) {
    std::vector<Agedge_t*> edges;
    for (Agnode_t* node = agfstnode(graph); node != nullptr; node = agnxtnode(graph, node))
        for (Agedge_t* edge = agfstout(graph, node); edge != nullptr; edge = agnxtout(graph, edge))
            edges.push_back(edge);
    std::sort(edges.begin(), edges.end(), [](Agedge_t* a, Agedge_t* b) { return AGSEQ(a) < AGSEQ(b); });
    return edges;
}

} // namespace

Result<GraphLayout> layOut(const Pdg& pdg, const GraphDetail& detail) {
    DrawnGraph drawn = drawnGraph(pdg, detail);
    const std::string dot = toDot(pdg.kernel, drawn);
    GraphvizSession session;
    if (auto failure = session.layOut(dot)) return *std::move(failure);
    const Places places(session.graph());
    GraphLayout layout;
    layout.width = places.width();
    layout.height = places.height();
    layout.nodes.reserve(drawn.nodes.size());
    for (auto& node : drawn.nodes) layout.nodes.push_back(readNode(session.graph(), places, std::move(node)));
    const std::vector<Agedge_t*> edges = edgesOf(session.graph());
    if (edges.size() != drawn.edges.size()) return GraphvizSession::failure("find all edges of");
    layout.edges.reserve(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i)
        layout.edges.push_back(readEdge(edges[i], places, std::move(drawn.edges[i])));
    return layout;
}

} // namespace warpstring::pdg_export
