// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/evaluation_context.h"

#include <algorithm>

namespace warpstring::evaluation {

void EvaluationContext::assume(const std::string& what, const CodePlace& place, Certainty certainty,
                               const std::string& reason) {
    const std::string line = place.at.line > 0 ? "line " + std::to_string(place.at.line) + ": " : "";
    const char* how = certainty == Certainty::Sampled     ? " is sampled: "
                      : certainty == Certainty::Annotated ? " follows its annotation: "
                                                          : " is bounded: ";
    const std::string text = line + what + how + reason;
    if (assumed_.insert(text).second) result.assumptions.push_back(text);
}

bool EvaluationContext::isLeftToData(ExprId expr) const {
    return attempt == Attempt::Whole && expr && (pdg.exprs.dependence(expr) & dataDependence) != 0 &&
           std::any_of(result.launch.data.begin(), result.launch.data.end(),
                       [](const auto& data) { return data.has_value(); });
}

} // namespace warpstring::evaluation
