// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a kernel that have no loop in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tuning/transform/transform.h"

namespace warpstring::transform {

struct Scene;

struct InnerLoop {
    std::string name;        ///< as rewrites call it
    int depth = 0;           ///< loops around it
    std::int64_t common = 0; ///< the largest number that divides its rounds in every launch; 0: not known
};

/// The deepest first, and of these the last first: a rewrite of one leaves the lines of the next.
[[nodiscard]] std::vector<InnerLoop> innerLoopsOf(const Scene& scene);

/// A kernel as a nest of loops, of which its work-items are the outer ones.
struct LoopNest {
    int dimensions = 1; ///< of the index space
    std::vector<InnerLoop> innermost;
};
[[nodiscard]] Result<LoopNest> loopNestOf(const KernelText& text, const RewriteOptions& options);

} // namespace warpstring::transform
