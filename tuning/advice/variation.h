// SPDX-License-Identifier: GPL-3.0-or-later
// From causes to the launch as it would be without them.
#pragma once

#include <span>

#include "stringmodel/counterfactual_time.h"
#include "tuning/advice/cause.h"
#include "tuning/advice/situation.h"

namespace warpstring::advice {

/// Without all of the causes at once.
[[nodiscard]] Variation without(const Situation& situation, std::span<const Cause> causes);

} // namespace warpstring::advice
