// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of the field set must compute: one function a style, each with its tolerances.
#pragma once

#include "samples/references/references.h"

namespace warpstring::samples::field {

// The list of field_references.cpp, in alphabetical order.
References accessWidthsReferences();
References clusteringReferences();
References fourierReferences();
References marchingReferences();
References matrixStepsReferences();
References molecularDynamicsReferences();
References nbodyReferences();
References pricingReferences();
References privateArraysReferences();
References smallSolvesReferences();
References timeStepsReferences();
References tridiagonalReferences();

} // namespace warpstring::samples::field

namespace warpstring::samples {

/// Those of all styles below samples/field/.
[[nodiscard]] References fieldReferences();

} // namespace warpstring::samples
