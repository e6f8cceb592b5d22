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
#include "symbolic/sets/point_set.h"

namespace warpstring::symbolic {

[[nodiscard]] std::string localName(std::size_t dimension);  ///< "lid.x"
[[nodiscard]] std::string groupName(std::size_t dimension);  ///< "group.x"
[[nodiscard]] std::string globalName(std::size_t dimension); ///< "gid.x" = group.x * local size + lid.x
[[nodiscard]] std::string counterName(LoopId loop);          ///< "i0"

using Conjunction = std::vector<Condition>;

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

/// Least and greatest value in the launch; both ends belong to it.
struct NumberRange {
    double low = 0, high = 0;
};

/// One launch of one graph, with names left open. It outlives what is made of it.
struct IndexSpace {
    const Pdg& pdg;
    const evaluation::LaunchBinding& launch;
    const LaunchSymbols& symbols;
    PointSpacePointer points;
    std::map<std::string, NumberRange> ranges; ///< of IDs, counters and inner names
    Conjunction boundsOfIds;                   ///< that hold for all work-items

    /// Bounded by what there is of it in the launch, whatever the conditions around it say.
    [[nodiscard]] NumberRange rangeOf(const Polynomial& polynomial) const;
    /// What a condition on local IDs, and on group IDs of a number of groups, is everywhere, seen by their
    /// ranges.
    [[nodiscard]] std::optional<bool> decided(const Condition& condition) const;
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
