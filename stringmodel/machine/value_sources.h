// SPDX-License-Identifier: GPL-3.0-or-later
// Which statements make the values that another one uses.
#pragma once

#include <vector>

#include "pdg/pdg.h"

namespace warpstring {

struct ValueSource {
    StatementId statement = none;
    bool previous = false; ///< of the iteration before
};

/// Of `used`, and for a statement under a predicate (`guard`) of what decides on that, through registers that
/// cost nothing. `user` is none for what follows all statements.
[[nodiscard]] std::vector<ValueSource> valueSources(const Pdg& pdg, const std::vector<StatementId>& used,
                                                    StatementId user, RegionId guard = none);

} // namespace warpstring
