// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"

namespace warpstring::samples {

References fieldReferences() {
    using namespace field;
    using Style = References (*)();
    const std::vector<Style> styles{
        accessWidthsReferences,  activationsReferences, atomicsReferences,       attentionReferences,
        clusteringReferences,    convolutionReferences, dctReferences,           divergenceReferences,
        fourierReferences,       gatherReferences,      gemmBatchedReferences,   gemmHalfReferences,
        gemmReferences,          gemvReferences,        graphReferences,         hashingReferences,
        histogramReferences,     im2colReferences,      imagingReferences,       irregularReferences,
        level1References,        marchingReferences,    matrixStepsReferences,   molecularDynamicsReferences,
        nbodyReferences,         normsReferences,       prefixReferences,        pricingReferences,
        privateArraysReferences, quantisedReferences,   randomNumbersReferences, rank1TriangularReferences,
        separableReferences,     smallSolvesReferences, softmaxReferences,       sortingReferences,
        sparseReferences,        stencil3dReferences,   timeStepsReferences,     tridiagonalReferences,
    };
    References all;
    for (const Style style : styles) all.merge(style());
    return all;
}

} // namespace warpstring::samples
