// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a kernel may write what a pointer leads to.
#pragma once

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// One of the pointer's uses writes, or hands it on to something that might. Where nothing is written through
/// this pointer, another may still lead to the same memory.
[[nodiscard]] bool mayBeWritten(const Scene& scene, const clang::ValueDecl& pointer);

} // namespace warpstring::transform
