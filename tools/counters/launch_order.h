// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which launches run: whatever cuts a session short, every kernel has had its turn.
#pragma once

#include <cstddef>
#include <vector>

#include "core/records/resolved_launch.h"

namespace warpstring::counters {

/// Indices of the launches: the first of every kernel, the second of every kernel, and so on. Of that order
/// every `every`-th.
[[nodiscard]] std::vector<std::size_t> roundRobin(const std::vector<records::ResolvedLaunch>& launches,
                                                  std::size_t every = 1);

} // namespace warpstring::counters
