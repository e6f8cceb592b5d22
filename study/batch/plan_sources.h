// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of a plan are of one source, so that whoever has parsed it for one has parsed it for the others.
#pragma once

#include <cstddef>
#include <vector>

#include "study/batch/batch_plan.h"

namespace warpstring::batch {

/// By file a number of its source, from 0 in the order in which they first stand in the plan. Files whose first
/// launches have one kernel and one set of build options are of one source.
[[nodiscard]] std::vector<std::size_t> sourcesOf(const BatchPlan& plan);

} // namespace warpstring::batch
