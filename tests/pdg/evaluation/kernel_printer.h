// SPDX-License-Identifier: GPL-3.0-or-later
// A random kernel as OpenCL C.
#pragma once

#include "tests/pdg/evaluation/random_kernel.h"

namespace warpstring::oracle {

/// Sets the text and the lines of the accesses. Pointers are volatile, so that every access stays as it is
/// written.
void print(RandomKernel& kernel);

} // namespace warpstring::oracle
