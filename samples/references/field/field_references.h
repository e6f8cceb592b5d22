// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of the field set must compute: one function a style, each with its tolerances.
#pragma once

#include "samples/references/references.h"

namespace warpstring::samples::field {

[[nodiscard]] References accessWidthsReferences();
[[nodiscard]] References activationsReferences();
[[nodiscard]] References atomicsReferences();
[[nodiscard]] References attentionReferences();
[[nodiscard]] References clusteringReferences();
[[nodiscard]] References convolutionReferences();
[[nodiscard]] References dctReferences();
[[nodiscard]] References divergenceReferences();
[[nodiscard]] References fourierReferences();
[[nodiscard]] References gatherReferences();
[[nodiscard]] References gemmBatchedReferences();
[[nodiscard]] References gemmHalfReferences();
[[nodiscard]] References gemmReferences();
[[nodiscard]] References gemvReferences();
[[nodiscard]] References graphReferences();
[[nodiscard]] References hashingReferences();
[[nodiscard]] References histogramReferences();
[[nodiscard]] References im2colReferences();
[[nodiscard]] References imagingReferences();
[[nodiscard]] References irregularReferences();
[[nodiscard]] References level1References();
[[nodiscard]] References marchingReferences();
[[nodiscard]] References matrixStepsReferences();
[[nodiscard]] References molecularDynamicsReferences();
[[nodiscard]] References nbodyReferences();
[[nodiscard]] References normsReferences();
[[nodiscard]] References prefixReferences();
[[nodiscard]] References pricingReferences();
[[nodiscard]] References privateArraysReferences();
[[nodiscard]] References quantisedReferences();
[[nodiscard]] References randomNumbersReferences();
[[nodiscard]] References rank1TriangularReferences();
[[nodiscard]] References separableReferences();
[[nodiscard]] References smallSolvesReferences();
[[nodiscard]] References softmaxReferences();
[[nodiscard]] References sortingReferences();
[[nodiscard]] References sparseReferences();
[[nodiscard]] References stencil3dReferences();
[[nodiscard]] References timeStepsReferences();
[[nodiscard]] References tridiagonalReferences();

} // namespace warpstring::samples::field
