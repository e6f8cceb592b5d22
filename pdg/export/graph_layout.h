// SPDX-License-Identifier: GPL-3.0-or-later
// A graph with the places that Graphviz gives to its elements: what a screen needs to draw it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "pdg/export/drawn_graph.h"
#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// In points of 1/72 inch, from the upper left corner of the picture, y downwards.
struct GraphPoint {
    double x = 0, y = 0;
};

struct LaidOutNode {
    DrawnNode drawn;
    std::vector<std::string> label; ///< the rows, cut where they grow too wide; UTF-8
    std::string tooltip;            ///< the rows, complete, a line each; UTF-8
    GraphPoint centre;
    double width = 0, height = 0;
};

struct LaidOutEdge {
    DrawnEdge drawn;
    /// Cubic Bezier pieces that share their ends: 3 n + 1 points, from the border of one node to the arrow.
    std::vector<GraphPoint> curve;
    GraphPoint arrowTip; ///< on the other node's border
    std::string side;    ///< "T", "F" or empty
    /// Of the side and the weight together, "T x0.5"; nothing where there is neither.
    std::optional<GraphPoint> labelCentre;
};

struct GraphLayout {
    double width = 0, height = 0;
    std::vector<LaidOutNode> nodes; ///< in the order of drawnGraph()
    std::vector<LaidOutEdge> edges;
};

/// Sizes of the letters that the nodes have room for, in points, and their fonts in order of preference.
inline constexpr double graphNodeLetters = 11;
inline constexpr double graphEdgeLetters = 10;
inline constexpr std::array graphFonts = {"Helvetica", "Arial", "sans-serif"};

/// toDot() laid out by Graphviz in this process. Fails as toSvg() does. May be called from several threads, of
/// which one lays out at a time; a graph of 400 nodes takes tenths of a second.
[[nodiscard]] Result<GraphLayout> layOut(const Pdg& pdg, const GraphDetail& detail = {});

} // namespace warpstring::pdg_export
