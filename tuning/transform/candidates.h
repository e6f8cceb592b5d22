// SPDX-License-Identifier: GPL-3.0-or-later
// What could be asked of a kernel.
#pragma once

#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// Each array, loop, axis and pointer, with usual numbers.
[[nodiscard]] std::vector<Rewrite> candidatesOf(const Scene& scene);

} // namespace warpstring::transform
