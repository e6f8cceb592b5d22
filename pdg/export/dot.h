// SPDX-License-Identifier: GPL-3.0-or-later
// A graph in Graphviz's language, drawn as in the paper's figure 2.
#pragma once

#include <string>

#include "pdg/pdg.h"

namespace warpstring {

/// Regions are ovals (loops with their trip count W), predicates diamonds, statements boxes. Operations that
/// follow each other share a box; memory accesses and barriers have their own. Control dependence is solid with
/// T and F, data dependence dashed, order of memory accesses dotted. Elements have ids that the SVG keeps:
/// "region_2", "predicate_0", "statement_7" (a box's first statement). Labels are cut where they grow too wide;
/// tooltips are complete.
[[nodiscard]] std::string toDot(const Pdg& pdg);

} // namespace warpstring
