// SPDX-License-Identifier: GPL-3.0-or-later
// What the value of an expression hangs on: which work-item asks, which iteration it is.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>
#include <set>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// Variables that keep one value are followed to what they begin with.
struct Dependence {
    std::set<unsigned> dimensions;            ///< along which work-items of a group see other values
    std::set<const clang::VarDecl*> counters; ///< of loops around it
    const clang::Expr* unknown = nullptr;     ///< something else: a loaded value, a variable that changes

    /// The same for all work-items of a group that are in the same iterations.
    [[nodiscard]] bool isUniform() const { return dimensions.empty() && unknown == nullptr; }
};

[[nodiscard]] Dependence dependenceOf(const Scene& scene, const clang::Expr& expression);

/// The one loop that counts with the variable and has the use in its body; nullptr where there is none.
[[nodiscard]] const clang::ForStmt* loopCountedBy(const Scene& scene, const clang::VarDecl& counter,
                                                  const clang::Stmt& use);

/// The call of get_global_id or its like that an expression is; nullptr where it is none.
[[nodiscard]] const IndexCall* indexCallOf(const Scene& scene, const clang::Expr& expression);

/// How far the value moves where a local ID (of `dimension`) or a counter goes up by one: the same everywhere,
/// else none. One of the two is given; sizes and arguments are those of the first launch.
[[nodiscard]] std::optional<std::int64_t> strideOf(const Scene& scene, const clang::Expr& expression,
                                                   std::optional<unsigned> dimension,
                                                   const clang::VarDecl* counter);

} // namespace warpstring::transform
