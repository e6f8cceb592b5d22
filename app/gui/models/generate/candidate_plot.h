// SPDX-License-Identifier: GPL-3.0-or-later
// The ways that a search found as points: the rules that were taken and their numbers, and the time.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/gui/models/generate/generate_run.h"
#include "app/gui/models/tune/variant_plot.h"

namespace warpstring::gui {

/// A choice of a stage taken apart: "vectorize(n = 2), map-global, groups of 64" has the name
/// "vectorize, map-global".
struct ChoiceParts {
    std::string name;
    std::vector<std::pair<std::string, std::string>> numbers; ///< {"n", "2"}, {"groups", "64"}
};
[[nodiscard]] ChoiceParts partsOf(const std::string& choice);

/// "listing-5.13 > reduce-in-two-kernels": the names of all stages.
[[nodiscard]] std::string rulePathOf(const generate::Candidate& candidate);

/// Names of the axes that are no numbers of choices.
inline constexpr const char *pathAxis = "rule path", *kernelsAxis = "kernels", *boundAxis = "bound by";

/// Ids are the candidates' places, from 0 for the fastest. The first axis is the rule path, the fastest one
/// first; then the numbers of choices that differ, how many kernels there are and what binds the longest.
/// `measured`: of the fastest.
[[nodiscard]] VariantPlot plotOf(const std::vector<generate::Candidate>& candidates,
                                 const std::vector<generate::MeasuredWay>& measured = {});

} // namespace warpstring::gui
