// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of the field set must compute: one function a style, each with its tolerances.
#pragma once

#include "samples/references/references.h"

namespace warpstring::samples::field {

// The list of field_references.cpp, in alphabetical order.
[[nodiscard]] References activationsReferences();
[[nodiscard]] References attentionReferences();
[[nodiscard]] References convolutionReferences();
[[nodiscard]] References dctReferences();
[[nodiscard]] References gatherReferences();
[[nodiscard]] References im2colReferences();
[[nodiscard]] References imagingReferences();
[[nodiscard]] References normsReferences();
[[nodiscard]] References separableReferences();
[[nodiscard]] References softmaxReferences();
[[nodiscard]] References stencil3dReferences();

} // namespace warpstring::samples::field

namespace warpstring::samples {

/// Those of all styles below samples/field/.
[[nodiscard]] References fieldReferences();

} // namespace warpstring::samples
