// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <memory>
#include <thread>

#include "app/cli/advice_text.h"
#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "tuning/advice/advice.h"

namespace warpstring::cli {

namespace {

int runAdvise(LaunchOptions options) {
    const auto choice = specChoice(options.spec, specFolders(options.specFolder));
    if (!choice) return fail(choice.diagnostics());
    options.spec = choice->name;
    bool first = true;
    return forEachLaunch(options,
                         [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
                             const SimulationOptions& settings) -> int {
                             const auto simulation = simulate(pdg, launch, spec, settings);
                             if (!simulation) return fail(simulation.diagnostics());
                             const auto error = accuracy::recordedRatioError(spec.name, accuracyFolder());
                             advice::AdviceOptions how;
                             how.ratioError = error.errors.median;
                             how.threads = std::thread::hardware_concurrency();
                             how.simulation = settings;
                             const advice::Situation situation{pdg, launch, spec, *simulation};
                             const auto advice = advise(situation, how);
                             std::cout << (first ? "" : "\n")
                                       << adviceText(advice, situation, choice->reason, toText(error),
                                                     {wantsColour(1), false, terminalWidth()});
                             first = false;
                             std::cout.flush();
                             printDiagnostics(simulation->diagnostics);
                             return exitCodeOfResult(simulation->diagnostics);
                         });
}

} // namespace

void addAdvise(CLI::App& program, int& exit) {
    auto options = std::make_shared<LaunchOptions>();
    auto* command = program.add_subcommand(
        "advise", "what costs a launch time, whether it matters, and what to do about it");
    options->addTo(*command);
    command->callback([options, &exit] { exit = runAdvise(*options); });
}

} // namespace warpstring::cli
