// SPDX-License-Identifier: GPL-3.0-or-later
// What the launch file says of lines of the source goes with them.
#pragma once

#include <clang/Tooling/Core/Replacement.h>

#include "tuning/transform/transform.h"

namespace warpstring::transform {

/// `changed` with the lines of annotations and published figures moved as `edits` moved those of `before`.
/// transform.annotation where one is not written as a number.
[[nodiscard]] Result<KernelText> withLinesShifted(KernelText changed, const KernelText& before,
                                                  const clang::tooling::Replacements& edits);

} // namespace warpstring::transform
