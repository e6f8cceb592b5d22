// SPDX-License-Identifier: GPL-3.0-or-later
// Whether all work-items of a group go the same way, so that they may meet at a barrier.
#pragma once

#include <optional>
#include <string>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// What a condition is for all work-items of all launches; none where it differs or is not known.
[[nodiscard]] std::optional<bool> truthOf(const Scene& scene, const clang::Expr& condition);

/// Where work-items may part.
struct Parting {
    clang::SourceLocation at;
    std::string why; ///< "the condition of this branch differs among them"
};

/// Nothing where all work-items of a group come to a statement, and equally often.
[[nodiscard]] std::optional<Parting> partingBefore(const Scene& scene, const clang::Stmt& statement);

/// Whether an expression is computed each time that the statement around it begins, or more often: no
/// condition, and no loop that may have no iteration, stands between.
[[nodiscard]] bool isAlwaysComputed(const Scene& scene, const clang::Expr& expression,
                                    const clang::Stmt& around);

} // namespace warpstring::transform
