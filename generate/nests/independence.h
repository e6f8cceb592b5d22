// SPDX-License-Identifier: GPL-3.0-or-later
// Whether iterations that a pragma says are independent are.
#pragma once

#include <vector>

#include "generate/nests/buffers.h"

namespace warpstring::generate {

/// What cannot be decided, as notes with the code nest.assumed: subscripts that are no sums of counters, a
/// search that went beyond its share, arrays that may overlap. Throws NestFault with two iterations that meet:
/// nest.race (both write), nest.carried (one reads what another one writes).
[[nodiscard]] Diagnostics checkIndependence(const std::vector<NestBuffer>& buffers,
                                            const std::vector<ElementAccess>& accesses);

} // namespace warpstring::generate
