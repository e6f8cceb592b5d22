// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation as JSON, schema "warpstring.simulation/2" (docs/json.md).
#pragma once

#include <string>

#include "stringmodel/simulation.h"

namespace warpstring::simulation_export {

[[nodiscard]] std::string toJson(const Simulation& simulation, const Pdg& pdg);

} // namespace warpstring::simulation_export
