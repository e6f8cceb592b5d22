// SPDX-License-Identifier: GPL-3.0-or-later
// What OpenCL C computes of vectors as of scalars, component by component.
#pragma once

#include <string_view>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// Of the operators and built-in functions that Op::Operator knows.
[[nodiscard]] bool isOnVectors(std::string_view operatorName);

/// Whether a function that OpenCL C has for operands of one type alone would get a vector and a scalar.
[[nodiscard]] bool mixesWidths(const Expr& expr);

} // namespace warpstring::generate
