// SPDX-License-Identifier: GPL-3.0-or-later
// Which statements make the values that another one uses.
#pragma once

#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

struct ValueSource {
    StatementId statement = none;
    int iterations = 0; ///< ago that it was made
};

/// Whether `user` comes behind what makes a value anew, in as many copies of the body as there are: what it
/// uses of the iteration before has been moved elsewhere.
[[nodiscard]] inline bool isMoved(const ValueSource& source, StatementId user, int copies) {
    return source.iterations >= copies && source.statement < user;
}

/// Of `used`, and for a statement under a predicate (`guard`) of what decides on that, through what is no
/// instruction of its own. `user` is none for what follows all statements.
[[nodiscard]] std::vector<ValueSource> valueSources(const Pdg& pdg, const HardwareSpec& spec,
                                                    const std::vector<StatementId>& used, StatementId user,
                                                    RegionId guard = none);

} // namespace warpstring::machine
