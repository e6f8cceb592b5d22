// SPDX-License-Identifier: GPL-3.0-or-later
// Findings as lines on standard output that GitHub's runner turns into annotations of a change.
#pragma once

#include <string>
#include <vector>

#include "tuning/findings/finding.h"

namespace warpstring::findings {

/// "::warning file=k.cl,line=7,endLine=7,col=3,endColumn=18,title=Bank conflicts::text", a line each,
/// costliestFirst(): ten errors and ten warnings of a step are shown, and the rest stay in its log.
[[nodiscard]] std::string workflowAnnotations(const std::vector<Rule>& rules, std::vector<Finding> findings);

} // namespace warpstring::findings
