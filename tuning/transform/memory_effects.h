// SPDX-License-Identifier: GPL-3.0-or-later
// What a part of a kernel does to memory, and what memory an expression stands for.
#pragma once

#include <set>
#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// The parameter or variable that an element or a pointer comes from; nullptr where that is not known.
[[nodiscard]] const clang::VarDecl* rootOf(const Scene& scene, const clang::Expr& expression);

struct MemoryEffects {
    std::set<const clang::VarDecl*> written; ///< roots
    bool writesUnknown = false;              ///< through a pointer whose root is not known
    bool orders = false;                     ///< barriers, fences, atomics, and calls that are given an address

    /// Whether what is loaded from these may come out otherwise afterwards; nullptr among them: from anywhere.
    [[nodiscard]] bool mayChange(const std::set<const clang::VarDecl*>& roots) const;
};

/// Of all that a statement may do, whatever its conditions.
[[nodiscard]] MemoryEffects effectsOf(const Scene& scene, const clang::Stmt& part);

} // namespace warpstring::transform
