// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of one evaluation share: the inputs, the evaluator that remembers values, and the result so
// far.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "core/launch.h"
#include "pdg/evaluation/evaluation.h"

namespace warpstring::evaluation {

/// Which work-groups an attempt at a launch looks at.
enum class Attempt : std::uint8_t {
    Whole,   ///< all of them at once; what asks for data is left to the next attempt
    Sampled, ///< single ones; what goes beyond the budget is left to the next attempt
    Last     ///< single ones; what is not known within the budget is bounded
};

struct EvaluationContext {
    EvaluationContext(const Pdg& graph, const Launch& of, const HardwareSpec& device,
                      const EvaluationOptions& how, Evaluation& into, WorkShare& budget, Attempt number)
        : pdg(graph), launch(of), spec(device), options(how), result(into), share(budget), attempt(number),
          evaluator(graph, into.launch, how.threshold, &budget) {}

    /// Adds to the result's assumptions what is not among them.
    void assume(const std::string& what, const CodePlace& place, Certainty certainty,
                const std::string& reason);

    /// Whether bounds of what depends on `expr` are for the next attempt to narrow.
    [[nodiscard]] bool isLeftToData(ExprId expr) const;
    /// Nothing more is to be found in this attempt.
    [[nodiscard]] bool isOver() const { return isAbandoned || share.isOver(); }

    const Pdg& pdg;
    const Launch& launch;
    const HardwareSpec& spec;
    const EvaluationOptions& options;
    Evaluation& result;
    WorkShare& share;
    Attempt attempt;
    ExprEvaluator evaluator;
    bool isAbandoned = false;          ///< the next attempt will know more
    std::size_t piecesLeft = 1u << 15; ///< that accesses may have altogether, 2 KB each

private:
    std::set<std::string> assumed_;
};

} // namespace warpstring::evaluation
