// SPDX-License-Identifier: GPL-3.0-or-later
// About how long a large GPU takes for a work-item of a tree: enough to choose sizes by, no prediction.
#pragma once

#include "core/random/kernel_tree.h"

namespace warpstring::random_kernels {

[[nodiscard]] double nanosecondsOfItem(const KernelTree& kernel);

} // namespace warpstring::random_kernels
