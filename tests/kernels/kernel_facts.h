// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulation says of a kernel, in quantities that a person can count in its source.
#pragma once

#include <map>
#include <string>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::own_kernels {

/// By the words of docs/kernels.md: "reads", "local writes", "barriers", ... Averages of a work-item, but for
/// "ways" (worst bank conflict), "local bytes" and "work-items".
using Facts = std::map<std::string, evaluation::Bounded>;

[[nodiscard]] Facts factsOf(const Pdg& pdg, const evaluation::Evaluation& evaluation);

/// How often the work-items of the launch together get to a region.
[[nodiscard]] evaluation::Bounded laneExecutions(const evaluation::RegionEvaluation& region);

} // namespace warpstring::own_kernels
