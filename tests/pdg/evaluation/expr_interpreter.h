// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression of a graph is for one work-item at one point, by definition: recurrences are run from
// their first value, loops until they leave. The oracle of everything that evaluates many at once.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "pdg/evaluation/box.h"
#include "pdg/evaluation/launch_binding.h"

namespace warpstring::oracle {

struct Point {
    std::array<std::int64_t, 3> group{};
    std::vector<std::int64_t> counters; ///< by loop
    friend auto operator<=>(const Point&, const Point&) = default;
};

/// Integers in signed representation, true as 1; nothing where C leaves the value undefined.
using PointValue = std::variant<std::monostate, std::int64_t, double>;

class ExprInterpreter {
public:
    ExprInterpreter(const Pdg& pdg, const evaluation::LaunchBinding& launch, int item)
        : pdg_(pdg), launch_(launch), item_(static_cast<std::size_t>(item)) {}

    [[nodiscard]] PointValue value(ExprId id, const Point& point);
    [[nodiscard]] std::optional<std::int64_t> integer(ExprId id, const Point& point);
    /// Nothing where the loop has not ended after 10,000 iterations, or hangs on an undefined value.
    [[nodiscard]] std::optional<std::int64_t> trips(LoopId loop, const Point& entry);

private:
    PointValue compute(ExprId id, const Point& point);
    PointValue leaf(const Expr& expr, const Point& point) const;
    PointValue load(const Expr& expr, const Point& point);

    const Pdg& pdg_;
    const evaluation::LaunchBinding& launch_;
    std::size_t item_;
    std::map<std::pair<std::uint32_t, Point>, PointValue> known_;
};

/// Two's complement arithmetic of `bits` by machine integers of twice the width; nothing where it is undefined.
[[nodiscard]] std::optional<std::int64_t> integerOperation(ExprOp op, int bits, int operandBits, std::int64_t a,
                                                           std::int64_t b);

/// All points of a box.
[[nodiscard]] std::vector<Point> pointsOf(const evaluation::Box& box);
/// All combinations of indices of a box's variables: what the terms of a lane value are multiplied by.
[[nodiscard]] std::vector<std::vector<std::int64_t>> indicesOf(const evaluation::Box& box);

} // namespace warpstring::oracle
