// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring transform` prints: the time before and after, and what was done.
#pragma once

#include <string>

#include "tuning/transformed/transform_report.h"

namespace warpstring::cli {

/// The answer first: the time of each launch before and after.
[[nodiscard]] std::string transformText(const transformed::TransformReport& report);

} // namespace warpstring::cli
