// SPDX-License-Identifier: GPL-3.0-or-later
// Ways from a program to kernels at random: what makes the code generator write things that nobody thought of.
#pragma once

#include <cstdint>
#include <vector>

#include "generate/code/generated.h"
#include "generate/rules/derivation.h"

namespace warpstring::generate {

struct RandomWay {
    Derivation derivation;
    Program form;
    CodeOptions code;
    Generated generated;
};

/// Some rules of any kind and ones that lower, until there is code, and often some more. The same for the same
/// seed and index, everywhere. Errors: those of generateCode(), of the last form that was tried.
[[nodiscard]] Result<RandomWay> randomWay(const Program& program, std::uint64_t seed, std::uint64_t index);

} // namespace warpstring::generate
