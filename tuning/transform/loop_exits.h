// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves a part of a kernel elsewhere than at its end.
#pragma once

#include <clang/AST/Stmt.h>

namespace warpstring::transform {

struct Exits {
    const clang::Stmt* away = nullptr;     ///< return, goto, or a label that a goto may lead to
    const clang::Stmt* fromLoop = nullptr; ///< break or continue of a loop or switch around it

    [[nodiscard]] const clang::Stmt* any() const { return away ? away : fromLoop; }
};

/// The first of each; what belongs to loops and switches within the part is none of it.
[[nodiscard]] Exits exitsOf(const clang::Stmt& part);

} // namespace warpstring::transform
