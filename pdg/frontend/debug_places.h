// SPDX-License-Identifier: GPL-3.0-or-later
// From LLVM's debug information to places in the source.
#pragma once

#include <string>

#include "pdg/pdg.h"

namespace llvm {
class DIFile;
class DILocation;
class Instruction;
} // namespace llvm

namespace warpstring::frontend {

[[nodiscard]] std::string pathOf(const llvm::DIFile* file);
/// The line of an instruction and the calls through which it was inlined; empty when there is none.
[[nodiscard]] CodePlace placeOf(const llvm::DILocation* location);
/// The same; an instruction that passes made up takes the place of the nearest one before it in its block.
[[nodiscard]] CodePlace placeOf(const llvm::Instruction& instruction);

} // namespace warpstring::frontend
