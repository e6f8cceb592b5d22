// SPDX-License-Identifier: GPL-3.0-or-later
// A graph in Graphviz's language, drawn as in the paper's figure 2.
#pragma once

#include <string>
#include <string_view>

#include "pdg/export/drawn_graph.h"
#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// Regions are ovals (loops with their trip count W), predicates diamonds, statements boxes. Operations that
/// follow each other share a box; memory accesses and barriers have their own. Control dependence is solid with
/// T and F, data dependence dashed, order of memory accesses dotted. Elements have ids that the SVG keeps:
/// "region_2", "predicate_0", "statement_7" (a box's first statement). Labels are cut where they grow too wide;
/// tooltips are complete. A collapsed region has a double line.
[[nodiscard]] std::string toDot(const Pdg& pdg, const GraphDetail& detail = {});

/// The same of what is drawn already. Nodes and edges stand in its order.
[[nodiscard]] std::string toDot(const std::string& kernel, const DrawnGraph& graph);

/// A row as labels show it: cut where it grows too wide, "..." at its end then.
[[nodiscard]] std::string labelText(std::string_view row);

/// For a quoted string that Graphviz also reads as an escString: quotes and backslashes stay what they are,
/// control characters become spaces, what is not UTF-8 becomes U+FFFD, and nothing reads as an HTML entity.
[[nodiscard]] std::string escapedText(std::string_view text);

/// "T x0.5": the side that a predicate must take, and the weight. Empty where an edge has neither.
[[nodiscard]] std::string labelText(const DrawnEdge& edge);

} // namespace warpstring::pdg_export
