// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's math functions for AMD's GPUs, as OpenCL C text: reductions and polynomials of the length that
// vendors' libraries have, so that a kernel's code holds what stands in theirs instead of calls.
#pragma once

#include <string>
#include <string_view>

namespace warpstring::frontend {

/// Definitions of __amd_sinf, __amd_sin, __amd_powf and so on. Paths for huge arguments are left out, as in the
/// costs of the specs.
[[nodiscard]] const std::string& amdMathSource();

/// Whether there is one of this name, "sin".
[[nodiscard]] bool hasAmdMath(std::string_view name);

} // namespace warpstring::frontend
