// SPDX-License-Identifier: GPL-3.0-or-later
// Which operations of LLVM IR machines execute as one instruction with another, or not at all.
#pragma once

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

/// A product of floating-point numbers that is one instruction with the sum that it serves.
[[nodiscard]] bool isContracted(const llvm::BinaryOperator& product);
/// The same of an integer product or shift.
[[nodiscard]] bool isMultipliedIntoSum(const llvm::BinaryOperator& product, int addressBits);
/// Whether an integer sum takes such a product in.
[[nodiscard]] bool takesProductIn(const llvm::BinaryOperator& sum, int addressBits);
/// A product of two words that fills two: one instruction, with a 64-bit sum in it.
[[nodiscard]] bool isWideProduct(const llvm::BinaryOperator& operation);
/// The upper word of a 64-bit value as one: a register that is there.
[[nodiscard]] bool isUpperWord(const llvm::BinaryOperator& operation);
/// A 64-bit value shifted up by 32 and back: its lower word with its sign, which machines take from there.
[[nodiscard]] bool isSignExtension(const llvm::BinaryOperator& operation);
/// A sign extension that serves addresses alone.
[[nodiscard]] bool isIndexAlone(const llvm::CastInst& cast, int addressBits);

} // namespace warpstring::frontend
