// SPDX-License-Identifier: GPL-3.0-or-later
// The cycles that the timeline finds for operations, on the tokens of the string that they come from.
#pragma once

#include <vector>

#include "pdg/pdg.h"
#include "stringmodel/string/token.h"
#include "stringmodel/timeline/kernel_timeline.h"

namespace warpstring {

/// By token in the order of the string, repeats not counted: its cycles by reason, of a warp over the launch.
using TokenStalls = std::vector<timeline::StallCycles>;

/// Gives every token the cycles of its statements' operations, all copies of unrolled loops together, in place
/// of those of the closed form. What waits for a numbered load is on the G of that load which stands before it;
/// where there is none, one is put there. A token at the front has the warp's own start, where that takes time.
/// All tokens together, by their executions, are the latency of a warp.
[[nodiscard]] TokenStalls timeString(token_string::TokenString& string, const Pdg& pdg,
                                     const timeline::KernelTimeline& timeline);

} // namespace warpstring
