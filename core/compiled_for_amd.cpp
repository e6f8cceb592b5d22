// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled_for_amd.h"

namespace warpstring {

AmdInstructions& AmdInstructions::operator+=(const AmdInstructions& more) {
    vectorFloat += more.vectorFloat;
    vectorInteger += more.vectorInteger;
    scalar += more.scalar;
    vectorLoads += more.vectorLoads;
    vectorStores += more.vectorStores;
    vectorAtomics += more.vectorAtomics;
    scalarLoads += more.scalarLoads;
    localMemory += more.localMemory;
    branches += more.branches;
    waits += more.waits;
    barriers += more.barriers;
    other += more.other;
    return *this;
}

int AmdInstructions::all() const {
    return vectorFloat + vectorInteger + scalar + vectorLoads + vectorStores + vectorAtomics + scalarLoads +
           localMemory + branches + waits + barriers + other;
}

double AmdInstructions::scalarShare() const {
    const int either = scalar + vectorInteger;
    return either > 0 ? static_cast<double>(scalar) / either : 0;
}

} // namespace warpstring
