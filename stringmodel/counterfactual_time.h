// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated launch again, as it would be without some of what costs it time. docs/advice.md.
#pragma once

#include <optional>

#include "stringmodel/machine/counterfactual.h"
#include "stringmodel/simulation.h"

namespace warpstring {

/// A launch that is simulated again: what it is spared, and the device and occupancy that it then has.
struct Variation {
    machine::Counterfactual without;
    HardwareSpec spec;
    machine::Occupancy occupancy;
};

/// Its kernel time, us, by the model of `actual`, whose evaluation is taken. Nothing where a budget is used up
/// or the work was told to stop.
[[nodiscard]] std::optional<double> counterfactualTimeUs(const Pdg& pdg, const Launch& launch,
                                                         const Simulation& actual, const Variation& variation,
                                                         const SimulationOptions& options);

} // namespace warpstring
