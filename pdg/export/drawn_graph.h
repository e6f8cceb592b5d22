// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture of a graph shows: its nodes and edges, before anything has a place.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// Regions are ovals, predicates diamonds, statements boxes: as in the paper's figure 2.
enum class GraphShape { Oval, Diamond, Box };

enum class GraphFill { Plain, Barrier, SharedAccess, GlobalAccess }; ///< GlobalAccess: all that is not shared

enum class GraphEdgeKind {
    Control,      ///< from a region to what it holds
    ControlTrue,  ///< from a predicate to what is executed where it holds
    ControlFalse, ///< and where it does not
    Data,         ///< the value is used there
    MemoryOrder   ///< must follow because of memory or a barrier
};

[[nodiscard]] inline bool isControl(GraphEdgeKind kind) { return kind <= GraphEdgeKind::ControlFalse; }

/// How much of a graph is drawn.
struct GraphDetail {
    /// Drawn as one node each, which stands for all below it. Ids that the graph does not have mean nothing.
    std::set<RegionId> collapsed;
    /// Of the same graph: gives control edges into regions their weights and loops their trips. May be
    /// null; not owned.
    const evaluation::Evaluation* evaluation = nullptr;
};

struct GraphRow {
    std::string text;
    int line = 0; ///< of the kernel's own file; 0 where it is not known
};

struct DrawnNode {
    NodeRef node; ///< of a run of operations the first
    GraphShape shape = GraphShape::Box;
    GraphFill fill = GraphFill::Plain;
    bool collapsed = false; ///< stands for all below a region
    std::vector<GraphRow> rows;
    /// What it stands for, in ascending order: itself, and of a collapsed region all below it.
    std::vector<StatementId> statements;
    std::vector<PredicateId> predicates;
    std::vector<RegionId> regions;
};

struct DrawnEdge {
    std::size_t from = 0, to = 0; ///< positions among the nodes, never the same
    GraphEdgeKind kind = GraphEdgeKind::Control;
    std::string weight; ///< empty without an evaluation and on all but control edges into regions
};

struct DrawnGraph {
    std::vector<DrawnNode> nodes;
    std::vector<DrawnEdge> edges; ///< no two with the same ends and kind
};

[[nodiscard]] DrawnGraph drawnGraph(const Pdg& pdg, const GraphDetail& detail = {});

/// "region_2", "predicate_0", "statement_7": the ids of elements in DOT and SVG.
[[nodiscard]] std::string elementId(const NodeRef& node);

} // namespace warpstring::pdg_export
