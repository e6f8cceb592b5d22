// SPDX-License-Identifier: GPL-3.0-or-later
// The value of an expression of a graph for one work-item, as far as it hangs on IDs, sizes and scalars alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "core/ndrange.h"
#include "study/drafting/whole_numbers.h"

namespace warpstring::drafting {

struct WorkItem {
    NDRange range;
    std::array<std::int64_t, 3> group{}, local{};
    WholeNumbers scalars;
    std::int64_t counter = 0; ///< of every loop
};

/// The last work-item of the range.
[[nodiscard]] WorkItem lastOf(const NDRange& range, WholeNumbers scalars);

inline constexpr int deepestExpression = 1000; ///< deeper ones count as not known: no guess is worth a stack

/// Nothing where it hangs on data, on floating point or on a scalar without a value.
class ExprValue {
public:
    ExprValue(const Pdg& pdg, const WorkItem& item) : pdg_(pdg), pool_(pdg.exprs), item_(item) {}

    [[nodiscard]] std::optional<std::int64_t> of(ExprId id);

private:
    [[nodiscard]] std::optional<std::int64_t> computed(const Expr& expr);

    const Pdg& pdg_;
    const ExprPool& pool_;
    const WorkItem& item_;
    std::unordered_map<std::uint32_t, std::optional<std::int64_t>> known_;
    int depth_ = 0;
};

} // namespace warpstring::drafting
