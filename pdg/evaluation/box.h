// SPDX-License-Identifier: GPL-3.0-or-later
// A set of (work-group, iteration) points on which an expression is evaluated at once.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "pdg/pdg.h"

namespace warpstring::evaluation {

/// first, first + step, ..., `count` values.
struct Progression {
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::uint64_t count = 1;

    [[nodiscard]] std::int64_t at(std::uint64_t index) const {
        return first + step * static_cast<std::int64_t>(index);
    }
    [[nodiscard]] bool contains(std::int64_t value) const {
        const std::int64_t beyond = value - first;
        if (step == 1) return static_cast<std::uint64_t>(beyond) < count; // negative ones are great
        return step != 0 && beyond % step == 0 && beyond / step >= 0 &&
               static_cast<std::uint64_t>(beyond / step) < count;
    }
    /// The values number `from` to `from + length - 1`.
    [[nodiscard]] Progression slice(std::uint64_t from, std::uint64_t length) const {
        return {at(from), step, length};
    }
    /// Every `stride`-th value from number `offset` on.
    [[nodiscard]] Progression stride(std::uint64_t offset, std::uint64_t stride) const {
        return {at(offset), step * static_cast<std::int64_t>(stride), (count - offset + stride - 1) / stride};
    }
    friend auto operator<=>(const Progression&, const Progression&) = default;
};

/// Variables 0-2 are the group ID's dimensions, 3 + k is the counter of loop k. A loop that encloses nothing of
/// interest has one value, 0.
using BoxVariable = std::uint32_t;
[[nodiscard]] constexpr BoxVariable loopVariable(LoopId loop) { return 3 + loop.index(); }
/// Bit of the variable in a DependenceMask.
[[nodiscard]] constexpr DependenceMask dependenceOf(BoxVariable variable) {
    return variable < 3 ? groupDependence(variable) : loopDependence(LoopId(variable - 3));
}

struct Box {
    std::vector<Progression> variables;

    [[nodiscard]] double points() const {
        double product = 1;
        for (const auto& progression : variables) product *= static_cast<double>(progression.count);
        return product;
    }
    friend auto operator<=>(const Box&, const Box&) = default;
};

} // namespace warpstring::evaluation
