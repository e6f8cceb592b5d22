// SPDX-License-Identifier: GPL-3.0-or-later
// Structs passed by value: they lie where the kernel's other arguments do, and what is read of them at a place
// that is known is an operand like those.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace warpstring::frontend {

/// Where in its struct a load reads, if that is one of the kernel's arguments and the place a constant.
struct FieldPlace {
    const llvm::Argument* argument = nullptr;
    std::uint64_t offset = 0;
};
[[nodiscard]] std::optional<FieldPlace> fieldRead(const llvm::LoadInst& load);

/// Gives a kernel that writes to its structs, or hands their address on, copies of its own, as compilers do;
/// all others are marked as never changing.
void copyWrittenStructs(llvm::Function& kernel);

} // namespace warpstring::frontend
