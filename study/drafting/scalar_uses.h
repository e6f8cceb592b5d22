// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel does with its whole scalars: which IDs and counters they bound, what they multiply.
#pragma once

#include <set>
#include <vector>

#include "study/drafting/whole_numbers.h"

namespace warpstring::drafting {

/// What an expression is made of.
struct Ingredients {
    std::set<unsigned> groups, locals; ///< dimensions of the group and local IDs in it
    std::set<std::uint32_t> scalars;   ///< their slots
    bool hasCounter = false;
    bool hasSize = false;       ///< of the launch or of a group, or the number of groups
    bool hasGlobalSize = false; ///< of the launch, or the number of groups
    bool hasUntold = false;     ///< data, floating point, what is not known

    [[nodiscard]] bool hasIds() const { return !groups.empty() || !locals.empty(); }
    void join(const Ingredients& other);
};

/// A comparison (or a minimum) of what differs between work-items or iterations with what does not.
struct Limit {
    ExprId moving, limit;
    Ingredients ofMoving, ofLimit;
};

/// scalar * factor, or the factor divided by the scalar.
struct ScaledUse {
    enum class Kind { Product, Divisor, Summand, Shift } kind = Kind::Product;
    std::uint32_t scalar = 0;
    Ingredients factor;
    bool isInAddress = false;
};

struct ScalarUses {
    std::set<std::uint32_t> used; ///< slots of those that anything hangs on
    std::vector<Limit> limits;
    std::vector<ScaledUse> scaled;
    std::set<std::uint32_t> negated;        ///< subtracted from zero where a loop starts: radii
    std::set<unsigned> dimensions;          ///< that the kernel asks for
    std::set<std::int64_t> groupStrides[3]; ///< c of "group ID * c + local ID", by dimension
};

[[nodiscard]] ScalarUses scalarUsesOf(const Pdg& pdg);

} // namespace warpstring::drafting
