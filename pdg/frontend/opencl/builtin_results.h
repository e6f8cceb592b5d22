// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of builtins whose results come through pointers, are chosen from a vector, or are a short formula.
// Each says whether the function is one of them.
#pragma once

#include <string_view>

#include <llvm/IR/Function.h>

namespace warpstring::frontend {

/// fract, modf, frexp, lgamma_r, remquo, sincos: what they return is a builtin without the pointer, and what
/// they store is one instruction after it, of sincos the cosine, by itself. Stores in the body let the
/// optimiser keep what is stored in registers.
[[nodiscard]] bool defineSecondResult(llvm::Function& function, std::string_view name);

/// OpenCL 2.0's atomic_load, atomic_store and atomic_init are accesses, atomic_compare_exchange one atomic
/// access between those of what is expected.
[[nodiscard]] bool defineAtomic(llvm::Function& function, std::string_view name);

/// shuffle, shuffle2: a comparison and a selection for each element but the first, where the mask is no
/// constant.
[[nodiscard]] bool defineShuffle(llvm::Function& function, std::string_view name);

/// smoothstep: t * t * (3 - 2 * t) of the clamped quotient.
[[nodiscard]] bool defineSmoothStep(llvm::Function& function, std::string_view name);

} // namespace warpstring::frontend
