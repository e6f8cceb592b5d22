// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of reductions over one array that has nothing to do with the map's elements: all pairs of two arrays.
#pragma once

#include <optional>

#include "generate/rules/tiles.h"

namespace warpstring::generate {

/// map (x => e x (reduce (+) id (map (f x) others))) xs.
struct AllOthers {
    Expr reduction;
    Elements others;
};

[[nodiscard]] std::optional<AllOthers> allOthersOf(const Expr& site);

/// `expr` of the map's function with another element in the place of its parameter.
[[nodiscard]] Expr ofElement(const Function& function, const Expr& expr, const Expr& element);

/// The sum of the map's element `element` with one more of the others.
[[nodiscard]] Expr withOther(const Function& function, const AllOthers& all, const Expr& sum, const Expr& other,
                             const Expr& element);

/// What the map gives for an element whose reduction comes to `sum`.
[[nodiscard]] Expr resultOf(const Function& function, const AllOthers& all, const Expr& sum,
                            const Expr& element);

} // namespace warpstring::generate
