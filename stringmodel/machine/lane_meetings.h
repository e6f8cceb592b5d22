// SPDX-License-Identifier: GPL-3.0-or-later
// Where lanes of a warp that may have parted wait for each other: docs/model.md, section 9.1.
#pragma once

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/code_shape.h"

namespace warpstring::machine {

/// Instructions of a meeting: one ahead of the branch, which says where, and one there.
inline constexpr int meetingInstructions = 2;

/// The decision whose lanes meet again behind a branch around a region. `none` where all lanes of a warp agree
/// on it, where its other side is still to come, where a loop at its end has them meet, and where nothing but
/// an end follows: of the kernel, or of a loop's body, whose lanes meet behind the loop.
[[nodiscard]] PredicateId meetingBehindBranch(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                              const CodeShape& shape, RegionId branch);

/// The decision whose lanes meet again behind a loop; `none` where all of a warp leave it together.
[[nodiscard]] PredicateId meetingBehindLoop(const Pdg& pdg, RegionId body);

} // namespace warpstring::machine
