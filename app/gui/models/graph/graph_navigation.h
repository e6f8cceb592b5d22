// SPDX-License-Identifier: GPL-3.0-or-later
// From node to node with the arrow keys.
#pragma once

#include <cstddef>
#include <optional>

#include "pdg/export/graph_layout.h"

namespace warpstring::gui {

enum class Direction { Left, Right, Up, Down };

/// The node to go to: along control dependence where an edge leads that way, else the nearest. Nothing where
/// there is none, or no node `from`.
[[nodiscard]] std::optional<std::size_t> neighbour(const pdg_export::GraphLayout& layout, std::size_t from,
                                                   Direction direction);

/// The node whose centre is nearest to a point.
[[nodiscard]] std::optional<std::size_t> nearestNode(const pdg_export::GraphLayout& layout,
                                                     const pdg_export::GraphPoint& at);

/// The node that stands for an element: itself, or what it is collapsed into.
[[nodiscard]] std::optional<std::size_t> nodeFor(const pdg_export::GraphLayout& layout, const NodeRef& element);

} // namespace warpstring::gui
