// SPDX-License-Identifier: GPL-3.0-or-later
// The counts of a launch as JSON: warpstring.counts/2 (docs/json.md).
#pragma once

#include <string>

#include "symbolic/counts/launch_counts.h"

namespace warpstring::symbolic {

/// An object, indented. `launchName`, `specName`: as in other reports.
[[nodiscard]] std::string toJson(const LaunchCounts& counts, const Pdg& pdg, const std::string& launchName,
                                 const std::string& specName);

} // namespace warpstring::symbolic
