// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of the field set must compute: one function a style, each with its tolerances.
#pragma once

#include "samples/references/references.h"

namespace warpstring::samples::field {

// The list of field_references.cpp, in alphabetical order.
[[nodiscard]] References gemmBatchedReferences();
[[nodiscard]] References gemmHalfReferences();
[[nodiscard]] References gemmReferences();
[[nodiscard]] References gemvReferences();
[[nodiscard]] References level1References();
[[nodiscard]] References quantisedReferences();
[[nodiscard]] References rank1TriangularReferences();

} // namespace warpstring::samples::field

namespace warpstring::samples {

/// Those of all styles below samples/field/.
[[nodiscard]] References fieldReferences();

} // namespace warpstring::samples
