// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"

namespace warpstring::samples {

References fieldReferences() {
    using namespace field;
    using Style = References (*)();
    const std::vector<Style> styles{
        // One a line (kept so by the empty comments), in alphabetical order.
        atomicsReferences,       //
        divergenceReferences,    //
        graphReferences,         //
        hashingReferences,       //
        histogramReferences,     //
        irregularReferences,     //
        prefixReferences,        //
        randomNumbersReferences, //
        sortingReferences,       //
        sparseReferences,        //
    };
    References all;
    for (const Style style : styles) all.merge(style());
    return all;
}

} // namespace warpstring::samples
