// SPDX-License-Identifier: GPL-3.0-or-later
// What a loop is called in a rewrite: by its counter, or by its line.
#pragma once

#include <string>
#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// The counter's name where no other loop has it, else "line:12".
[[nodiscard]] std::string nameOfLoop(const Scene& scene, const clang::Stmt& loop);

/// transform.unknown-loop, transform.ambiguous-loop.
[[nodiscard]] Result<const clang::Stmt*> loopOf(const Scene& scene, const std::string& name);

} // namespace warpstring::transform
