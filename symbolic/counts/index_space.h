// SPDX-License-Identifier: GPL-3.0-or-later
// What indices and conditions of a kernel vary with: IDs and loop counters as names, with their ranges in the
// launch.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "symbolic/counts/launch_symbols.h"
#include "symbolic/counts/name_ranges.h"
#include "symbolic/sets/point_set.h"

namespace warpstring::symbolic {

[[nodiscard]] std::string localName(std::size_t dimension);  ///< "lid.x"
[[nodiscard]] std::string groupName(std::size_t dimension);  ///< "group.x"
[[nodiscard]] std::string globalName(std::size_t dimension); ///< "gid.x" = group.x * local size + lid.x
[[nodiscard]] std::string counterName(LoopId loop);          ///< "i0"

/// Points at which a region is executed: conditions on IDs and counters, and counters that stand still.
struct Place {
    Conjunction where;
    std::map<LoopId, std::int64_t> fixed;
    std::vector<LoopId> counters; ///< of the loops around, the outermost first, without fixed ones
};

/// The points of a place in as few variables as do: IDs that are known as global ones alone are one variable.
struct Frame {
    std::vector<std::string> variables;
    Conjunction where;
    Polynomial value; ///< what was framed with it, in these variables
    /// Quotients of one variable by a number become variables, and so do their remainders.
    void splitQuotients();
};

/// One launch of one graph, with names left open. It outlives what is made of it.
struct IndexSpace {
    const Pdg& pdg;
    const evaluation::LaunchBinding& launch;
    const LaunchSymbols& symbols;
    PointSpacePointer points;
    NameRanges inLaunch;     ///< of IDs, counters and inner names, whatever the conditions around them say
    NameRanges always;       ///< of inner names, whatever they stand for
    Conjunction boundsOfIds; ///< that hold for all work-items

    /// Ranges at such points, whatever names stand for.
    [[nodiscard]] NameRanges within(const Conjunction& where) const;
    /// Whether the polynomial is 0 or more at all points, for all names.
    [[nodiscard]] bool isNonNegative(const Polynomial& polynomial, const Conjunction& where) const;
    /// Whether there is no point, for any names.
    [[nodiscard]] bool isEmpty(const Conjunction& where) const;
    /// `value`: an address, say, which then decides on the variables too.
    [[nodiscard]] Frame framed(const Place& place, const Polynomial& value = {}) const;
    /// The points of all work-items; nullopt where the conditions are not affine.
    [[nodiscard]] std::optional<PointSet> pointsOf(const Place& place) const;
    /// All work-items of the launch.
    [[nodiscard]] Place everywhere() const;
};

[[nodiscard]] IndexSpace indexSpace(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                    const LaunchSymbols& symbols, PointSpacePointer points);

} // namespace warpstring::symbolic
