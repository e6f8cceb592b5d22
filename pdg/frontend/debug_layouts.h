// SPDX-License-Identifier: GPL-3.0-or-later
// Structs of a kernel's arguments, member by member, as debug information tells of them.
#pragma once

#include "core/struct_layout.h"

namespace llvm {
class Argument;
} // namespace llvm

namespace warpstring::frontend {

/// Of a struct or union that is passed by value or that a pointer leads to; empty for all else and where the
/// module has no debug information. Bit-fields and pointers in it are left out, and so are members beyond the
/// first 4096.
[[nodiscard]] StructLayout layoutOf(const llvm::Argument& argument);

} // namespace warpstring::frontend
