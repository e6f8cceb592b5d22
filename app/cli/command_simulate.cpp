// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/report_text.h"
#include "app/cli/terminal.h"
#include "stringmodel/notation.h"
#include "stringmodel/report_json.h"

namespace warpstring::cli {

namespace {

struct Options : LaunchOptions {
    bool ascii = false;
    bool kinds = false;
};

int runSimulate(const Options& options, bool stringOnly) {
    const bool colour = wantsColour(1);
    bool first = true;
    const int code =
        forEachLaunch(options, [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec) -> int {
            SimulationOptions settings;
            settings.evaluation.threshold = options.threshold;
            auto simulation = simulate(pdg, launch, spec, settings);
            if (!simulation) {
                printDiagnostics(simulation.diagnostics());
                return exitBadInput;
            }
            if (options.json) {
                std::cout << (first ? "[" : ",\n") << toJson(*simulation, pdg);
            } else if (stringOnly) {
                const NotationOptions notation{options.ascii, !options.kinds};
                std::cout << (options.kinds || !colour ? toText(simulation->string, notation)
                                                       : colouredString(simulation->string, colour,
                                                                        options.ascii, terminalWidth(), 0))
                          << "\n";
            } else {
                std::cout << (first ? "" : "\n")
                          << reportText(*simulation, pdg, launch, spec, colour, options.ascii, terminalWidth());
            }
            first = false;
            std::cout.flush();
            printDiagnostics(simulation->diagnostics);
            return hasErrors(simulation->diagnostics) ? exitResultHasErrors : exitOk;
        });
    if (options.json && !first) std::cout << "]\n";
    return code;
}

} // namespace

void addSimulate(CLI::App& program, int& exit) {
    for (const bool stringOnly : {false, true}) {
        auto options = std::make_shared<Options>();
        auto* command =
            stringOnly
                ? program.add_subcommand("string", "print a kernel's token string alone")
                : program.add_subcommand("simulate", "token string, warp latency and kernel time of a launch");
        options->addTo(*command);
        command->add_flag("--ascii", options->ascii,
                          "write ~M and ~S for stores instead of letters with a macron");
        if (stringOnly)
            command->add_flag("--kinds", options->kinds, "kinds and nesting alone, without counts and costs");
        command->callback([options, stringOnly, &exit] { exit = runSimulate(*options, stringOnly); });
    }
}

} // namespace warpstring::cli
