// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two programs are the same computation of inputs with the same names.
#pragma once

#include "generate/form/expr.h"

namespace warpstring::generate {

/// Names, parameters, functions in OpenCL C and what stands before them, and the form of the body.
[[nodiscard]] bool sameProgram(const Program& a, const Program& b);

} // namespace warpstring::generate
