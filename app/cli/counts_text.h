// SPDX-License-Identifier: GPL-3.0-or-later
// The counts of a launch for a person at a terminal.
#pragma once

#include <string>

#include "symbolic/counts/launch_counts.h"

namespace warpstring::cli {

/// Whether accesses tell the regions of the group, and of the warp, that they were counted with.
struct RegionsShown {
    bool ofGroup = false, ofWarp = false;
};

[[nodiscard]] std::string countsText(const symbolic::LaunchCounts& counts, const Pdg& pdg,
                                     const std::string& launchName, RegionsShown regions, bool colour);

} // namespace warpstring::cli
