// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons at the head of a kernel that keep work-items beyond the data from doing anything.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// The head of a kernel's body: declarations that touch no memory, and conditions that lead out.
struct KernelHead {
    std::vector<const clang::DeclStmt*> declarations;
    std::vector<const clang::IfStmt*> conditions; ///< "if (...) return;", or one around all the rest
    const clang::IfStmt* around = nullptr;        ///< that one
    std::vector<const clang::Stmt*> rest;         ///< of the body; of `around` it is what is inside
};
[[nodiscard]] KernelHead headOf(const Scene& scene);

/// Whether an expression is the global ID of a dimension, or a variable that holds it, in 32 bits or more.
[[nodiscard]] bool isGlobalId(const Scene& scene, const clang::Expr& expression, unsigned dimension);

/// The bounds that the head compares the ID of a dimension with: "id < bound" holds behind it.
[[nodiscard]] std::vector<const clang::Expr*> guardsOf(const Scene& scene, unsigned dimension);

/// Whether work-items at and beyond the global size of every launch would do nothing: the kernel compares the
/// ID of the dimension with something of at most that size before anything else.
[[nodiscard]] bool isGuarded(const Scene& scene, unsigned dimension);

} // namespace warpstring::transform
