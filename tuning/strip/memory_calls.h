// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL's own functions that access memory, and which of their arguments are what.
#pragma once

#include <clang/AST/Expr.h>

#include <optional>

namespace warpstring::strip {

struct MemoryCall {
    const clang::Expr* loaded = nullptr; ///< the pointer or image that is read
    const clang::Expr* stored = nullptr; ///< that is written
    int value = -1;                      ///< index of the argument that is stored; -1: none
    int index = -1;                      ///< of the argument that says where: an offset, coordinates
    bool isWhole = false;                ///< atomics and copies
};

/// Nothing where the call is of another kind.
[[nodiscard]] std::optional<MemoryCall> memoryCallOf(const clang::CallExpr& call);

/// Barriers, fences, and waits for copies.
[[nodiscard]] bool isMeeting(llvm::StringRef name);

} // namespace warpstring::strip
