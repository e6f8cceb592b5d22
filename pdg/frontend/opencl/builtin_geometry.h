// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of dot, cross, length and the like.
#pragma once

#include <string_view>

#include <llvm/IR/Function.h>

namespace warpstring::frontend {

/// dot, cross, fast_length, fast_distance, fast_normalize: products and sums of components, a root. length,
/// distance and normalize of vectors of floats and doubles may not overflow on the way (OpenCL C 3.0, section
/// 6.15.5): their components are divided by the greatest of them first, and what is not finite is told apart,
/// as PTX of bench/device/functions-float-spread.toml has it. False where the function is another one.
[[nodiscard]] bool defineGeometry(llvm::Function& function, std::string_view name);

} // namespace warpstring::frontend
