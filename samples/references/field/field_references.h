// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of the field set must compute: one function a style, each with its tolerances.
#pragma once

#include "samples/references/references.h"

namespace warpstring::samples::field {

// The list of field_references.cpp, in alphabetical order.
[[nodiscard]] References atomicsReferences();
[[nodiscard]] References divergenceReferences();
[[nodiscard]] References graphReferences();
[[nodiscard]] References hashingReferences();
[[nodiscard]] References histogramReferences();
[[nodiscard]] References irregularReferences();
[[nodiscard]] References prefixReferences();
[[nodiscard]] References randomNumbersReferences();
[[nodiscard]] References sortingReferences();
[[nodiscard]] References sparseReferences();

} // namespace warpstring::samples::field

namespace warpstring::samples {

/// Those of all styles below samples/field/.
[[nodiscard]] References fieldReferences();

} // namespace warpstring::samples
