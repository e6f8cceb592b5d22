// SPDX-License-Identifier: GPL-3.0-or-later
// The value of an expression for every work-item of a group and every point of a box at once: exact and affine
// in the box's variables where it is so, an interval per work-item where it is not, or unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pdg/evaluation/box.h"
#include "pdg/evaluation/lane_memory.h"
#include "pdg/expr.h"

namespace warpstring::evaluation {

/// Work-item t at indices j of the box's variables: low[t] + sum(coefficient * j) up to high[t] + the same sum.
/// Vectors hold one entry where all work-items agree. Integers are in signed representation.
struct LaneValue {
    enum class Kind : std::uint8_t { Unknown, Integer, Float } kind = Kind::Unknown;
    struct Term {
        BoxVariable variable = 0;
        std::int64_t coefficient = 0; ///< per index j, the progression's step included
        friend bool operator==(const Term&, const Term&) = default;
    };
    Lanes low, high;         ///< high is empty where low is exact
    std::vector<Term> terms; ///< by variable, coefficients never 0
    RealLanes real;          ///< Float

    [[nodiscard]] static LaneValue constant(std::int64_t value) { return integers({value}); }
    [[nodiscard]] static LaneValue integers(Lanes values);
    [[nodiscard]] static LaneValue range(Lanes low, Lanes high);
    [[nodiscard]] static LaneValue reals(RealLanes values);

    [[nodiscard]] bool isUnknown() const { return kind == Kind::Unknown; }
    [[nodiscard]] bool isExact() const { return kind == Kind::Integer && high.empty(); }
    /// Exact and the same at every point of the box.
    [[nodiscard]] bool isFixed() const { return isExact() && terms.empty(); }
    [[nodiscard]] bool isUniformConstant() const { return isFixed() && low.size() == 1; }

    [[nodiscard]] std::int64_t lowAt(std::size_t item) const { return low.size() == 1 ? low[0] : low[item]; }
    [[nodiscard]] std::int64_t highAt(std::size_t item) const {
        return high.empty() ? lowAt(item) : high.size() == 1 ? high[0] : high[item];
    }
    [[nodiscard]] double realAt(std::size_t item) const { return real.size() == 1 ? real[0] : real[item]; }
    /// Entries that differ between work-items: 1 or the group's size.
    [[nodiscard]] std::size_t width() const {
        return kind == Kind::Float ? real.size() : std::max(low.size(), high.size());
    }
};

/// What the sum of the terms can be over the box; nullopt when it does not fit 64 bits.
struct Extent {
    std::int64_t least = 0, most = 0;
};
[[nodiscard]] std::optional<Extent> termExtent(const LaneValue& value, const Box& box);

/// A way in which splitting a variable of the box would make an expression more precise.
struct SplitHint {
    BoxVariable variable = 0;
    std::uint64_t residues = 0; ///< split by index modulo this; 0: into single points; 1: into two parts
    std::uint64_t cut = 0;      ///< of two parts: where the second begins; 0: in the middle
    friend auto operator<=>(const SplitHint&, const SplitHint&) = default;
};

/// Integer operations on lane values of `bits` (operands of `operandBits`). Results are wrapped to `bits`. What
/// would be lost in precision is told in `hints`.
[[nodiscard]] LaneValue applyInteger(ExprOp op, int bits, int operandBits, const LaneValue& a,
                                     const LaneValue& b, const Box& box, std::vector<SplitHint>& hints);
[[nodiscard]] LaneValue applyConversion(ExprOp op, int bits, int operandBits, const LaneValue& a,
                                        const Box& box);
[[nodiscard]] LaneValue applySelect(const LaneValue& condition, const LaneValue& a, const LaneValue& b,
                                    const Box& box, std::vector<SplitHint>& hints);
/// Floating-point operations and comparisons; unknown unless all operands are known floats.
[[nodiscard]] LaneValue applyFloat(ExprOp op, int bits, const LaneValue& a, const LaneValue& b,
                                   const LaneValue& c);

} // namespace warpstring::evaluation
