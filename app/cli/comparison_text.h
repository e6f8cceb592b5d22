// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as text for people.
#pragma once

#include <string>

#include "study/comparison/comparison.h"

namespace warpstring::cli {

/// The table of launches, the metrics, the ranking of families and what is excluded from the metrics.
/// `families`: every variant of every family with both ranks.
[[nodiscard]] std::string reportText(const comparison::Comparison& comparison, bool families, bool colour);

} // namespace warpstring::cli
