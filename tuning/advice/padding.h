// SPDX-License-Identifier: GPL-3.0-or-later
// How much longer the rows of an array in local memory have to be for its accesses to be free of conflicts.
#pragma once

#include <cstdint>
#include <optional>

#include "tuning/advice/cause.h"
#include "tuning/advice/situation.h"

namespace warpstring::advice {

struct Padding {
    std::uint32_t object = none;
    bool isArgument = false;
    int elementBytes = 4;
    std::int64_t rowElements = 0; ///< of a row as it is
    int more = 0;                 ///< elements to add to it
    int waysBefore = 1, waysAfter = 1;
};

/// For the array that the accesses of a cause go to; all accesses to it are counted. Nothing where no padding
/// by up to four elements spares two fifths of the passes.
[[nodiscard]] std::optional<Padding> paddingFor(const Situation& situation, const Cause& cause);

} // namespace warpstring::advice
