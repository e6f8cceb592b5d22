// SPDX-License-Identifier: GPL-3.0-or-later
// Points of a set, counted by summing over one variable after the other: sums of powers (Faulhaber) between
// the affine bounds that isl leaves. Only this room sees it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "symbolic/sets/isl_translation.h"
#include "symbolic/sets/point_sum.h"

namespace warpstring::symbolic {

class PointCounter {
public:
    explicit PointCounter(PointSpace& space) : space_(space) {}

    /// Adds the points of a set; false, with a reason, where they cannot be counted.
    bool add(const PointSet& set);
    void add(const Formula& formula);
    /// Of all that was added.
    [[nodiscard]] std::optional<Formula> total();
    [[nodiscard]] const std::string& reason() const { return reason_; }

private:
    using Sum = PointSum;
    struct Bound {
        Polynomial value; ///< of the variable, both ends belonging to it
        std::size_t from; ///< the condition that it comes from
    };
    struct Bounds {
        std::vector<Bound> lower, upper;
    };

    /// Conditions without what follows from others or from what is known of the names. nullopt: no point.
    [[nodiscard]] std::optional<std::vector<Condition>> reduced(const Sum& sum);
    /// The sums of variables that have nothing to do with each other are multiplied.
    bool addApart(const Sum& sum);
    bool add(Sum sum, int depth);
    bool byEquality(const Sum& sum, const Condition& equality, int depth, bool& isDone);
    bool byBounds(Sum sum, const std::string& variable, int depth);
    [[nodiscard]] Bounds boundsOf(Sum& sum, const std::string& variable);
    /// `needsQuotient`: it has a bound that is a quotient of other variables.
    [[nodiscard]] std::optional<std::string> nextVariable(const Sum& sum, bool& needsQuotient) const;
    /// One value of a variable after the other, where some variable has few.
    bool byValues(const Sum& sum, int depth, bool& isDone);
    bool fail(const std::string& reason);

    PointSpace& space_;
    std::vector<FormulaPiece> all_;    ///< may overlap: their sum counts
    std::vector<FormulaPiece> pieces_; ///< of the sum at hand, likewise
    std::string reason_;
    int steps_ = 0, introduced_ = 0;
};

} // namespace warpstring::symbolic
