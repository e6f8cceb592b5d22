// SPDX-License-Identifier: GPL-3.0-or-later
// The files of rules that rules() puts together.
#pragma once

#include <vector>

#include "generate/rules/rule.h"

namespace warpstring::generate {

[[nodiscard]] std::vector<Rule> shapeRules();     // figure 5.7 a to d and f
[[nodiscard]] std::vector<Rule> reductionRules(); // figure 5.7e
[[nodiscard]] std::vector<Rule> fusionRules();    // figure 5.7g
[[nodiscard]] std::vector<Rule> loweringRules();  // figure 5.8
[[nodiscard]] std::vector<Rule> paddingRules();
[[nodiscard]] std::vector<Rule> layoutRules();
[[nodiscard]] std::vector<Rule> scanRules();
[[nodiscard]] std::vector<Rule> scalarRules();
[[nodiscard]] std::vector<Rule> stagingRules();
[[nodiscard]] std::vector<Rule> vectorRules();
[[nodiscard]] std::vector<Rule> tileRules();

} // namespace warpstring::generate
