// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"

namespace warpstring::samples {

References fieldReferences() {
    using namespace field;
    using Style = References (*)();
    const std::vector<Style> styles{
        // One a line, in alphabetical order.
        activationsReferences, attentionReferences, convolutionReferences, dctReferences,
        gatherReferences,      im2colReferences,    imagingReferences,     normsReferences,
        separableReferences,   softmaxReferences,   stencil3dReferences,
    };
    References all;
    for (const Style style : styles) all.merge(style());
    return all;
}

} // namespace warpstring::samples
