// SPDX-License-Identifier: GPL-3.0-or-later
// Functions in OpenCL C beside patterns: what patterns may call them with, and whether Clang takes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "generate/form/expr.h"
#include "generate/patterns/syntax.h"

namespace warpstring::generate {

/// The types of its head, and whether vectors may stand for its scalars; it may call those `before` it. Error:
/// pattern.function, where a type is none of OpenCL C's arithmetic types.
[[nodiscard]] Result<UserFunction> userFunction(const CItem& item, const std::vector<UserFunction>& before);

/// Clang's errors about them as pattern.function, at their places in `text`, the pattern file that they stand
/// in; none where they compile.
[[nodiscard]] Diagnostics compileFaults(std::string_view text, const std::string& file,
                                        const std::vector<CItem>& items);

} // namespace warpstring::generate
