// SPDX-License-Identifier: GPL-3.0-or-later
// What no kernel may have of which one work-item or work-group is to do the work of several.
#pragma once

#include <optional>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// The first of: no such dimension, IDs asked for in a function, linear IDs, a dimension that is no number,
/// labels, a parameter that changes, values of atomic operations. transform.one-dimension, index-in-function,
/// order-of-items, dimension-not-literal, jumps, parameter-changes, order-of-atomics.
[[nodiscard]] std::optional<Diagnostic> faultOfMerging(const Scene& scene, unsigned dimension);

/// Whether the kernel asks how many work-items or work-groups there are along the dimension.
[[nodiscard]] bool asksForSize(const Scene& scene, unsigned dimension);

} // namespace warpstring::transform
