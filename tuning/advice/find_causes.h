// SPDX-License-Identifier: GPL-3.0-or-later
// The causes that a simulated launch shows signs of: those that are worth another simulation.
#pragma once

#include <vector>

#include "tuning/advice/cause.h"
#include "tuning/advice/situation.h"

namespace warpstring::advice {

/// In the order of CauseKind, those of a kind by place. What shows no sign of costing anything is left out: an
/// access without conflicts, a value that nobody waits for, a pipe that is idle.
[[nodiscard]] std::vector<Cause> findCauses(const Situation& situation);

} // namespace warpstring::advice
