// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/held_simulation.h"

namespace warpstring::python {

SimulationOptions simulationOptions(const Settings& settings, const std::vector<std::string>& guesses,
                                    const Cancellation* cancellation) {
    SimulationOptions options;
    options.assumptions = guesses;
    options.cancellation = cancellation;
    options.evaluation.threshold = settings.threshold;
    options.model = settings.model;
    options.assembler = graphs().assemblies().assembler(cancellation);
    return options;
}

Result<HeldSimulation> simulated(ChosenLaunch chosen, const SpecPointer& spec, const Settings& settings,
                                 const Cancellation* cancellation) {
    if (settings.registers) chosen.launch.registers = *settings.registers;
    const auto graph = graphOf(chosen, spec->spec, settings.sourceShape, cancellation);
    if (!*graph) return graph->diagnostics();
    auto simulation = simulate(**graph, chosen.launch, spec->spec,
                               simulationOptions(settings, chosen.texts->guesses, cancellation));
    if (!simulation) return simulation.diagnostics();
    return HeldSimulation{std::move(chosen), spec, settings, graph, std::move(*simulation)};
}

} // namespace warpstring::python
