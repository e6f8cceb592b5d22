// SPDX-License-Identifier: GPL-3.0-or-later
// The classes that Poeppl's thesis (TUM 2014, section 5.5.2) puts accesses to global memory in, found here from
// addresses rather than from the words of an index.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::search {

enum class AccessClass : std::uint8_t {
    Constant,   ///< no work-item's ID is in the address: all read the same
    Cached,     ///< all addresses lie in an interval that the cache holds
    Continuous, ///< neighbouring work-items access neighbouring elements, or the same one
    Complex     ///< all others: they jump, or data leads them
};
[[nodiscard]] std::string_view name(AccessClass is);

struct ClassifiedAccess {
    std::string text; ///< "load a, line 4"
    int line = 0;
    AccessClass is = AccessClass::Complex;
    std::string reason; ///< "work-items are 32 bytes apart"
};

/// The accesses to global memory, in the order of the program, copies of unrolled loops once. The cache is the
/// device's L1, of which the thesis does not say how large it was; a device without one has no cached accesses.
[[nodiscard]] std::vector<ClassifiedAccess> classified(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                                       const HardwareSpec& spec);

} // namespace warpstring::search
