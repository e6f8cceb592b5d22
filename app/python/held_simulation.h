// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation as Python holds it, with all that it was made of: what is asked of it later needs that.
#pragma once

#include "app/python/chosen_launch.h"
#include "app/python/held_spec.h"
#include "stringmodel/simulation.h"

namespace warpstring::python {

/// How a launch is simulated.
struct Settings {
    ModelChoice model = ModelChoice::BySpec;
    std::optional<RegisterRequest> registers; ///< instead of the launch's
    bool sourceShape = false;
    double threshold = 1 << 22;
};

struct HeldSimulation {
    ChosenLaunch chosen; ///< with the registers that were asked for
    SpecPointer spec;
    Settings settings;
    batch::GraphCache::Graph graph;
    Simulation simulation;

    [[nodiscard]] const Pdg& pdg() const { return **graph; }
};

[[nodiscard]] SimulationOptions simulationOptions(const Settings& settings,
                                                  const std::vector<std::string>& guesses,
                                                  const Cancellation* cancellation);

/// Fails as the graph and the simulation do.
[[nodiscard]] Result<HeldSimulation> simulated(ChosenLaunch chosen, const SpecPointer& spec,
                                               const Settings& settings, const Cancellation* cancellation);

} // namespace warpstring::python
