// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/dot.h"

#include <cctype>
#include <string_view>

#include "core/text/utf8.h"

namespace warpstring::pdg_export {

namespace {

constexpr std::size_t widestLabel = 72; ///< characters

const char* shapeName(GraphShape shape) {
    return shape == GraphShape::Oval ? "ellipse" : shape == GraphShape::Diamond ? "diamond" : "box";
}

const char* fillColour(GraphFill fill) {
    switch (fill) {
    case GraphFill::Barrier: return "#e4e4e4";
    case GraphFill::SharedAccess: return "#dcebf7";
    case GraphFill::GlobalAccess: return "#f6e7cd";
    case GraphFill::Plain: break;
    }
    return "white";
}

std::string nodeText(const DrawnNode& node) {
    const char* const justify = node.rows.size() == 1 ? "" : node.shape == GraphShape::Box ? "\\l" : "\\n";
    std::string shown;
    std::string full;
    for (const auto& row : node.rows) {
        shown += escapedText(labelText(row.text)) + justify;
        full += (full.empty() ? "" : "\\n") + escapedText(row.text);
    }
    const std::string id = elementId(node.node);
    return "  \"" + id + "\" [id=\"" + id + "\", shape=" + shapeName(node.shape) +
           (node.collapsed ? ", peripheries=2" : "") + ", fillcolor=\"" + fillColour(node.fill) +
           "\", label=\"" + shown + "\", tooltip=\"" + full + "\"];\n";
}

std::string edgeAttributes(const DrawnEdge& edge) {
    // Dependences cross the control tree and must not bend it: hence without constraint.
    if (edge.kind == GraphEdgeKind::Data) return "style=dashed, color=steelblue, constraint=false";
    if (edge.kind == GraphEdgeKind::MemoryOrder) return "style=dotted, color=gray55, constraint=false";
    const std::string label = labelText(edge);
    return label.empty() ? "" : "label=\"" + escapedText(label) + "\"";
}

} // namespace

std::string escapedText(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = characterBytes(text);
        const char first = text.front();
        const bool entity = first == '&' && text.size() > 1 &&
                            (text[1] == '#' || std::isalnum(static_cast<unsigned char>(text[1])) != 0);
        if (length == 0)
            result += "\xEF\xBF\xBD";
        else if (length == 1 && (static_cast<unsigned char>(first) < 0x20 || first == 0x7f))
            result += ' ';
        else if (first == '"' || first == '\\')
            result += std::string{'\\', first};
        else if (entity)
            result += "&amp;";
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

std::string labelText(std::string_view row) {
    std::size_t end = 0;
    for (std::size_t characters = 0; end < row.size(); ++characters) {
        if (characters == widestLabel) return std::string(row.substr(0, end)) + "...";
        const std::size_t length = characterBytes(row.substr(end));
        end += length == 0 ? 1 : length;
    }
    return std::string(row);
}

std::string labelText(const DrawnEdge& edge) {
    const std::string side = edge.kind == GraphEdgeKind::ControlTrue    ? "T"
                             : edge.kind == GraphEdgeKind::ControlFalse ? "F"
                                                                        : "";
    return side + (side.empty() || edge.weight.empty() ? "" : " ") + edge.weight;
}

std::string toDot(const std::string& kernel, const DrawnGraph& graph) {
    std::string text =
        "digraph \"" + escapedText(kernel) +
        "\" {\n"
        "  graph [fontname=\"Helvetica,Arial,sans-serif\", rankdir=LR, ordering=out, nodesep=0.2, "
        "ranksep=0.6];\n"
        "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, style=filled, fillcolor=white];\n"
        "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=10, arrowsize=0.7];\n";
    for (const auto& node : graph.nodes) text += nodeText(node);
    for (const auto& edge : graph.edges) {
        const std::string attributes = edgeAttributes(edge);
        text += "  \"" + elementId(graph.nodes[edge.from].node) + "\" -> \"" +
                elementId(graph.nodes[edge.to].node) + "\"" +
                (attributes.empty() ? "" : " [" + attributes + "]") + ";\n";
    }
    return text + "}\n";
}

std::string toDot(const Pdg& pdg, const GraphDetail& detail) {
    return toDot(pdg.kernel, drawnGraph(pdg, detail));
}

} // namespace warpstring::pdg_export
