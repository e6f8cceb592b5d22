// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes and scalars of a launch with some of its names left open.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/files/launches/launch_definitions.h"
#include "core/launch.h"
#include "core/result.h"
#include "symbolic/formula/formula.h"

namespace warpstring::symbolic {

/// A name that is left open.
struct LaunchSymbol {
    std::string name;
    std::int64_t value = 1; ///< in the launch
    /// The launch's rules allow its multiples alone. Polynomials have `inner`, one such part of it.
    std::int64_t multiple = 1;
    std::string inner; ///< "n", "n/16"
};

struct LaunchSymbols {
    std::vector<LaunchSymbol> symbols;
    std::map<std::string, Polynomial> scalars; ///< integer arguments by name
    std::array<Polynomial, 3> global{1, 1, 1}, groups{1, 1, 1};
    NameValues values;              ///< of the inner names, in the launch
    std::vector<std::string> notes; ///< what is taken as a number though names stand in it

    /// With names in place of inner names.
    [[nodiscard]] Formula shown(const Formula& inner) const;
    [[nodiscard]] Polynomial shown(Polynomial inner) const;
};

/// `definitions`: what the launch's file writes; without, its numbers are all there is. `wanted`: the names
/// to be left open; without, all integer arguments that the file gives as plain numbers of 1 or more. Fails
/// with counts.unknown-symbol and counts.symbol-range.
[[nodiscard]] Result<LaunchSymbols> launchSymbols(const Launch& launch,
                                                  const std::optional<files::LaunchDefinitions>& definitions,
                                                  const std::optional<std::vector<std::string>>& wanted);

} // namespace warpstring::symbolic
