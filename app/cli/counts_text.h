// SPDX-License-Identifier: GPL-3.0-or-later
// The counts of a launch for a person at a terminal.
#pragma once

#include <string>

#include "symbolic/counts/launch_counts.h"

namespace warpstring::cli {

[[nodiscard]] std::string countsText(const symbolic::LaunchCounts& counts, const Pdg& pdg,
                                     const std::string& launchName, bool colour);

} // namespace warpstring::cli
