// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"

namespace warpstring::samples {

References fieldReferences() {
    using namespace field;
    using Style = References (*)();
    const std::vector<Style> styles{
        // One a line, in alphabetical order.
        accessWidthsReferences,
        activationsReferences,
        attentionReferences,
        clusteringReferences,
        convolutionReferences,
        dctReferences,
        fourierReferences,
        gemmBatchedReferences,
        gemmHalfReferences,
        gemmReferences,
        gemvReferences,
        im2colReferences,
        imagingReferences,
        level1References,
        marchingReferences,
        matrixStepsReferences,
        molecularDynamicsReferences,
        nbodyReferences,
        normsReferences,
        pricingReferences,
        privateArraysReferences,
        quantisedReferences,
        rank1TriangularReferences,
        separableReferences,
        smallSolvesReferences,
        softmaxReferences,
        stencil3dReferences,
        timeStepsReferences,
        tridiagonalReferences,
    };
    References all;
    for (const Style style : styles) all.merge(style());
    return all;
}

} // namespace warpstring::samples
