// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/sequences/sequence_simulation.h"

#include <algorithm>
#include <numeric>

#include "core/cancellation.h"

namespace warpstring::sequences {

namespace {

/// What holds of every sequence; what holds of a launch, its own simulation tells.
std::vector<std::string> assumptionsOf(const Sequence& sequence) {
    std::vector<std::string> all{"each step takes what its launch takes alone: what the step before it left in "
                                 "caches makes no difference"};
    const std::vector<SequenceLaunch> launches = launchesOf(sequence);
    if (std::any_of(launches.begin(), launches.end(),
                    [](const SequenceLaunch& launch) { return !launch.step->buffers.empty(); }))
        all.emplace_back("where data decides, a step has its launch's own data: what other steps write into "
                         "shared buffers is not known");
    return all;
}

} // namespace

double SequenceSimulation::timeUs() const {
    return std::accumulate(steps.begin(), steps.end(), 0.0,
                           [](double sum, const SimulatedStep& step) { return sum + step.allUs(); });
}

std::uint64_t SequenceSimulation::runs() const {
    return std::accumulate(steps.begin(), steps.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const SimulatedStep& step) { return sum + step.runs; });
}

Result<SequenceSimulation> simulate(const Sequence& sequence, const HardwareSpec& spec,
                                    batch::GraphCache& graphs, const SequenceSimulationOptions& options) {
    SequenceSimulation result{sequence.name,
                              sequence.file.string(),
                              sequence.description,
                              spec.name,
                              {},
                              spec.host.launchOverheadUs,
                              assumptionsOf(sequence)};
    for (const SequenceLaunch& step : launchesOf(sequence)) {
        Launch launch = step.step->launch;
        if (!options.options.empty()) launch.options += (launch.options.empty() ? "" : " ") + options.options;
        if (options.registers) launch.registers = *options.registers;
        const Cancellation cancellation(options.interrupted, options.timeLimit);
        const auto graph = graphs.graphFor(launch, spec.device.addressBits, options.sourceShape, &cancellation,
                                           spec.execution.warpSize);
        if (!*graph) return graph->diagnostics();
        SimulationOptions settings = options.simulation;
        settings.cancellation = &cancellation;
        settings.assembler = graphs.assemblies().assembler(&cancellation);
        auto simulation = warpstring::simulate(**graph, launch, spec, settings);
        if (!simulation) return simulation.diagnostics();
        result.steps.push_back({step.number, launch.name, simulation->kernel, simulation->boundBy(),
                                simulation->model(), step.runs, simulation->kernelTimeUs(),
                                simulation->diagnostics});
        if (options.onStep) options.onStep(*simulation, **graph, launch);
    }
    return result;
}

} // namespace warpstring::sequences
