// SPDX-License-Identifier: GPL-3.0-or-later
// A program as sequential C: what a host computes without OpenCL.
#pragma once

#include <string>

#include "generate/code/generated.h"

namespace warpstring::generate {

/// C99 of one function, called as the program, with a pointer for each parameter that is an array, a value for
/// each other one, and a pointer to each result, in this order. Sums of floats are in double precision. It is
/// written of the loops that referenceOf() has. Errors: generate.host-reference (vectors, or functions of
/// OpenCL C that C lacks), and those of generateCode().
[[nodiscard]] Result<std::string> hostReference(const Program& program, const std::string& description);

/// The function's declaration, as hostReference() has it. Errors: the same.
[[nodiscard]] Result<std::string> hostDeclaration(const Program& program);

} // namespace warpstring::generate
