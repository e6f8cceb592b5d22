// SPDX-License-Identifier: GPL-3.0-or-later
// Clang and LLVM on a stack of their own, and what they crash over refused rather than the end of the program.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/result.h"

namespace warpstring::frontend {

/// Runs `work` and waits for it, with stack for sums of a hundred thousand terms, which parsers and passes
/// follow by recursion. False where it crashed: what it held is lost, and nothing of it may be used.
[[nodiscard]] bool runGuarded(const std::function<void()>& work);

/// frontend.crash.
[[nodiscard]] Diagnostic crashed(const std::string& sourceName);

/// What `work` returns, or frontend.crash.
template <class T>
[[nodiscard]] Result<T> guarded(const std::string& sourceName, const std::function<Result<T>()>& work) {
    std::optional<Result<T>> result;
    if (!runGuarded([&] { result = work(); }) || !result) return crashed(sourceName);
    return std::move(*result);
}

} // namespace warpstring::frontend
