// SPDX-License-Identifier: GPL-3.0-or-later
// Where a region is executed: boxes of points with one active set each. Nested conditions split the cells of
// the region around them, so the map from steps to threads of an outer condition is never found twice.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdg/evaluation/active_set.h"
#include "pdg/evaluation/expr_evaluator.h"
#include "pdg/evaluation/triplet.h"

namespace warpstring::evaluation {

/// How much is known of a region's executions, from best to worst.
enum class Certainty {
    Exact,     ///< evaluated at every point
    Sampled,   ///< evaluated at points chosen by strata
    Annotated, ///< said by the programmer
    Bounded    ///< between weights 0 and 1
};

/// How it was found out: "symbolic", "sampled", "annotated", "bounds".
[[nodiscard]] std::string_view name(Certainty certainty);

struct Cell {
    Box box;
    ActiveSet must;                     ///< active for certain
    ActiveSet may;                      ///< perhaps active, `must` included
    double scale = 1;                   ///< points that each point of the box stands for
    double scaleLow = 1, scaleHigh = 1; ///< bounds of the same
    DependenceMask openLoops =
        0; ///< loops of which nobody knows how far they count: 0 in the box stands for anything
};

/// What was found out about one condition.
struct ConditionReport {
    Certainty certainty = Certainty::Exact;
    bool threadDependent = false;
    double predictedCost = 0; ///< evaluation steps predicted before deciding (0: no triplet)
    double paperCost = 0;     ///< the paper's formula for the same triplet (0: no triplet)
    int tripletCase = 0;      ///< 1, 2, 3 of section 3.1; 0: another form
    std::string reason;       ///< of bounds
};

/// Splits the cells by a condition: those where it holds for somebody. `threshold` bounds the lane evaluations.
/// With `untilBounded` the first cell in which nobody can tell ends it: for whoever then asks in another way.
[[nodiscard]] std::vector<Cell> selectCells(ExprEvaluator& evaluator, const std::vector<Cell>& cells,
                                            ExprId condition, double threshold, ConditionReport& report,
                                            bool untilBounded = false);

/// Replaces a cell by cells of which `hint`'s variable takes fewer values; empty when that would take more than
/// `most` cells.
[[nodiscard]] std::vector<Cell> splitCell(const Cell& cell, const SplitHint& hint, double most);
/// The variable with most values among those that `mask` names; nullopt when none has two.
[[nodiscard]] std::optional<BoxVariable> longestVariable(const Box& box, DependenceMask mask);
/// Points that the hints ask for one by one, where those of work-groups are among them; else 1.
[[nodiscard]] double groupPointsAskedFor(const Box& box, const std::vector<SplitHint>& hints);
/// Follows the first hint that leads to at most `most` cells; empty when none does.
[[nodiscard]] std::vector<Cell> splitByHints(const Cell& cell, const std::vector<SplitHint>& hints,
                                             double most);
/// At most `samples` single values of a variable, each standing for its stratum.
[[nodiscard]] std::vector<Cell> sampleCell(const Cell& cell, BoxVariable variable, std::uint64_t samples);

} // namespace warpstring::evaluation
