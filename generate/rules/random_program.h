// SPDX-License-Identifier: GPL-3.0-or-later
// Well-typed expressions drawn at random, on which rules are tried: all patterns, small arrays, and arithmetic
// that is exact, so that both sides of a rule are equal and not just near.
#pragma once

#include <cstdint>
#include <vector>

#include "generate/form/evaluate.h"

namespace warpstring::generate {

/// The same for the same seed and index, everywhere. Operators of reductions are associative and commutative,
/// and only a reduction sees the order that `reorder` and `partRed` leave open.
[[nodiscard]] Program randomProgram(std::uint64_t seed, std::uint64_t index);

/// Whole numbers from -8 to 8 for a program's parameters.
[[nodiscard]] std::vector<Value> randomInputs(const Program& program, std::uint64_t seed, std::uint64_t index);

} // namespace warpstring::generate
