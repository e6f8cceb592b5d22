// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's math functions for AMD's GPUs, as OpenCL C text: reductions and polynomials of the length that
// vendors' libraries have, so that a kernel's code holds what stands in theirs instead of calls.
#pragma once

#include <string>

namespace warpstring::frontend {

/// Definitions of __amd_sinf, __amd_sin, __amd_powf and so on. Paths for huge arguments are left out, as in the
/// costs of the specs.
[[nodiscard]] const std::string& amdMathSource();

} // namespace warpstring::frontend
