// SPDX-License-Identifier: GPL-3.0-or-later
// What to do about a cause: rules, each with a condition in the graph and the evaluation. docs/advice.md lists
// them with a kernel before and after.
#pragma once

#include <vector>

#include "tuning/advice/advice.h"

namespace warpstring::advice {

/// The sentences of the rules that hold, the most specific first.
[[nodiscard]] std::vector<Remedy> remediesOf(const Situation& situation, const Finding& finding);

} // namespace warpstring::advice
