// SPDX-License-Identifier: GPL-3.0-or-later
// What an access costs memory on the cells of its region.
#pragma once

#include "pdg/evaluation/evaluation.h"

namespace warpstring::evaluation {

/// What makes an answer of no use: the walk ends there.
struct AccessLimits {
    bool bounded = false;       ///< an address that is not known
    bool sampledGroups = false; ///< more work-groups than can be evaluated one by one
};

/// `faults` receives at most one out-of-range diagnostic.
[[nodiscard]] AccessEvaluation evaluateAccess(ExprEvaluator& evaluator, const MemoryAccess& access,
                                              const std::vector<Cell>& cells, const HardwareSpec& spec,
                                              double warps, double threshold, Diagnostics& faults,
                                              AccessLimits until = {});

} // namespace warpstring::evaluation
