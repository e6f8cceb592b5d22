// SPDX-License-Identifier: GPL-3.0-or-later
// How wide an index is before it is scaled to an address of 64 bits. IDs and sizes are size_t in OpenCL C, and
// what a kernel keeps of them in 32 bits is cut off at the address, as LLVM evaluates what is extended.
#pragma once

#include "pdg/frontend/kernel_context.h"

namespace warpstring::frontend {

enum class IndexWidth {
    Narrow,      ///< 32 bits: a product of 64 bits takes it with its sign
    CutUnsigned, ///< 64 bits of which the lower word counts
    CutSigned,   ///< the same with its sign
    Wide         ///< 64 bits
};

[[nodiscard]] IndexWidth indexWidth(const llvm::Value& index, const SourceLanguage& language);

/// Whether a 64-bit value is made of what the machine has in 32 bits: IDs within a group, of groups, sizes,
/// though they are size_t, and what is extended. Compilers compute what is kept of it in 32 bits there.
[[nodiscard]] bool fitsWord(const llvm::Value& value, const SourceLanguage& language, int depth = 0);

/// Whether such arithmetic serves its lower word alone, so that compilers take 32 bits for it.
[[nodiscard]] bool isComputedInWord(const llvm::BinaryOperator& operation, const SourceLanguage& language);

/// The lower word of 64 bits, extended with zeros: `value & 0xffffffff`.
[[nodiscard]] bool isLowerWord(const llvm::Value& value);

} // namespace warpstring::frontend
