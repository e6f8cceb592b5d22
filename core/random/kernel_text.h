// SPDX-License-Identifier: GPL-3.0-or-later
// A tree as OpenCL C.
#pragma once

#include <string>

#include "core/random/kernel_tree.h"

namespace warpstring::random_kernels {

/// The name of every grown kernel's function.
inline constexpr const char* kernelName = "random_kernel";

/// The whole source, with a comment of its features before it.
[[nodiscard]] std::string textOf(const KernelTree& kernel);

} // namespace warpstring::random_kernels
