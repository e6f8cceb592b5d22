// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/launch_options.h"

#include <algorithm>
#include <iostream>

#include "app/common/chosen_launches.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/simulation_choice.h"
#include "core/files/launches/launch_file.h"
#include "core/hardware_spec.h"
#include "study/batch/graph_cache.h"

namespace warpstring::cli {

namespace {

int tellInterrupted(std::size_t done, std::size_t all) {
    std::cerr << "interrupted: " << done << " of " << all << " launches are done\n";
    return exitInterrupted;
}

SimulationOptions settingsOf(const LaunchOptions& options, const ChosenLaunches& chosen,
                             batch::GraphCache& graphs, const Cancellation& cancellation) {
    SimulationOptions settings;
    settings.assumptions = chosen.guesses;
    settings.cancellation = &cancellation;
    settings.evaluation.threshold = options.threshold;
    settings.model = options.model;
    settings.assembler = graphs.assemblies().assembler(&cancellation);
    return settings;
}

} // namespace

int forEachLaunch(const LaunchOptions& options, const LaunchVisit& visit, const LaunchTextVisit& visitText) {
    std::vector<HardwareSpec> specs;
    const auto folders = specFolders(options.specFolder);
    std::vector<std::string> names = options.specs;
    if (names.empty()) {
        const auto choice = specChoice(options.spec, folders);
        if (!choice) return fail(choice.diagnostics());
        names = {choice->name};
    }
    for (const auto& name : namedSpecs(names, folders)) {
        auto spec = loadSpec(name, folders);
        if (!spec) return fail(spec.diagnostics());
        specs.push_back(std::move(*spec));
    }
    batch::GraphCache graphs;
    const std::atomic<bool>& interrupted = catchInterruptions();
    const Cancellation cancellation(&interrupted, options.timeLimit);
    drafting::DraftOptions draft;
    draft.buildOptions = options.options;
    draft.sourceShape = options.sourceShape;
    draft.cancellation = &cancellation;
    const auto chosen = chosenLaunches(options.launch, *options.choice, specs.front(), graphs, draft);
    if (!chosen) return fail(chosen.diagnostics());
    if (visitText) visitText(chosen->text, chosen->path);
    auto file = launchFileOf(*chosen);
    if (!file) return fail(file.diagnostics());
    const std::size_t all = file->launches.size() * specs.size();
    std::size_t done = 0;
    int worst = exitOk;
    for (auto& launch : file->launches) {
        if (!options.options.empty()) launch.options += " " + options.options;
        if (options.registers) launch.registers = *options.registers;
        for (const auto& spec : specs) {
            if (interrupted) return tellInterrupted(done, all);
            const Cancellation ofLaunch(&interrupted, options.timeLimit);
            const auto graph = graphs.graphFor(launch, spec.device.addressBits, options.sourceShape, &ofLaunch,
                                               spec.execution.warpSize);
            if (!*graph)
                worst = std::max<int>(worst, fail(graph->diagnostics()));
            else
                worst = std::max(worst,
                                 visit(launch, **graph, spec, settingsOf(options, *chosen, graphs, ofLaunch)));
            if (ofLaunch.reason() == StopReason::Interrupted) return tellInterrupted(done, all);
            ++done;
        }
    }
    return worst;
}

} // namespace warpstring::cli
