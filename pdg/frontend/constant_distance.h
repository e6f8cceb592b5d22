// SPDX-License-Identifier: GPL-3.0-or-later
// Which of many addresses may lie a constant apart, without subtracting each from each.
#pragma once

#include <cstdint>

namespace llvm {
class SCEV;
} // namespace llvm

namespace warpstring::frontend {

/// Equal for values whose difference scalar evolution finds to be a constant: a sum over the terms that vary.
/// Others have the same key only by chance, or where there is more to a term than its parts tell.
[[nodiscard]] std::uint64_t varyingPart(const llvm::SCEV* value);

} // namespace warpstring::frontend
