// SPDX-License-Identifier: GPL-3.0-or-later
// A launch that has been simulated, with all that it was simulated from.
#pragma once

#include "core/hardware_spec.h"
#include "core/launch.h"
#include "pdg/pdg.h"
#include "stringmodel/simulation.h"

namespace warpstring::advice {

/// All of it lives longer.
struct Situation {
    const Pdg& pdg;
    const Launch& launch;
    const HardwareSpec& spec;
    const Simulation& simulation;
};

} // namespace warpstring::advice
