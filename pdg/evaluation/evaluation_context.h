// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of one evaluation share: the inputs, the evaluator that remembers values, and the result so
// far.
#pragma once

#include <set>
#include <string>

#include "core/launch.h"
#include "pdg/evaluation/evaluation.h"

namespace warpstring {

struct EvaluationContext {
    EvaluationContext(const Pdg& graph, const Launch& of, const HardwareSpec& device,
                      const EvaluationOptions& how, Evaluation& into)
        : pdg(graph), launch(of), spec(device), options(how), result(into),
          evaluator(graph, into.launch, how.threshold) {}

    /// Adds to the result's assumptions what is not among them.
    void assume(const std::string& what, const CodePlace& place, Certainty certainty,
                const std::string& reason);

    const Pdg& pdg;
    const Launch& launch;
    const HardwareSpec& spec;
    const EvaluationOptions& options;
    Evaluation& result;
    ExprEvaluator evaluator;

private:
    std::set<std::string> assumed_;
};

} // namespace warpstring
