// SPDX-License-Identifier: GPL-3.0-or-later
// What stands about a loop beside its counter: a pragma, and what the launch file tells of it.
#pragma once

#include <optional>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// Where the one pragma of a loop begins; none where it has none in the file's own text.
[[nodiscard]] std::optional<unsigned> pragmaOf(const Scene& scene, const clang::Stmt& loop);

[[nodiscard]] unsigned lineNumberOf(const Scene& scene, const clang::Stmt& statement);

/// Whether the launch file tells the trips of the loop, which are those of the loop as it is.
[[nodiscard]] bool areTripsTold(const Scene& scene, const clang::Stmt& loop);

} // namespace warpstring::transform
