// SPDX-License-Identifier: GPL-3.0-or-later
// From an evaluated graph to the token string (Baghsorkhi et al. 2009, section 3.2).
#pragma once

#include "pdg/evaluation/evaluation.h"
#include "stringmodel/string/token.h"

namespace warpstring::token_string {

/// Which side of a bounded figure to use.
enum class BoundSide { Lower, Value, Upper };
[[nodiscard]] double pick(const evaluation::Bounded& figure, BoundSide side);

/// Walks the regions in program order. C tokens leave without exposed latency and M tokens with their issue
/// cost: `applyExposure` and `applyMemoryCost` set them. Operations that the spec has no cost for are reported
/// once each (spec.no-cost).
[[nodiscard]] TokenString buildString(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                      const HardwareSpec& spec, BoundSide side, Diagnostics& faults);

/// G_k: what stands in the region, at the place, waits for the load.
[[nodiscard]] Token waitToken(const Statement& load, int k, RegionId region, double weight,
                              const CodePlace& place);

} // namespace warpstring::token_string
