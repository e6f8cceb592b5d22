// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/answer_text.h"
#include "app/cli/commands.h"
#include "app/cli/device_rows.h"
#include "app/cli/launch_options.h"
#include "app/cli/model_text.h"
#include "app/cli/report_text.h"
#include "app/cli/sequence_commands.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "core/files/launches/sequence_file.h"
#include "core/hardware_spec.h"
#include "core/refusal.h"
#include "stringmodel/export/report_json.h"
#include "stringmodel/simulation.h"
#include "stringmodel/string/notation.h"

namespace warpstring::cli {

namespace {

struct SimulateCommandOptions : LaunchOptions {
    bool ascii = false;
    bool kinds = false;
    bool details = false;
};

int runOnAll(const SimulateCommandOptions& options) {
    std::vector<DeviceRow> rows;
    std::string current;
    const int code =
        forEachLaunch(options,
                      [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
                          const SimulationOptions& settings) -> int {
                          if (!rows.empty() && launch.name != current) {
                              std::cout << deviceRows(current, rows);
                              rows.clear();
                          }
                          current = launch.name;
                          const auto simulation = simulate(pdg, launch, spec, settings);
                          const Diagnostics& faults =
                              simulation ? simulation->diagnostics : simulation.diagnostics();
                          if (hasErrors(faults)) {
                              rows.push_back({spec.name, refusalOf(faults), 0});
                              return exitOk; // not every launch fits every device
                          }
                          const bool isTimed = simulation->model() == token_string::CostModel::Timeline;
                          rows.push_back({spec.name, simulation->boundBy() + (isTimed ? "" : "  (closed form)"),
                                          simulation->kernelTimeUs()});
                          return exitOk;
                      });
    if (!rows.empty()) std::cout << deviceRows(current, rows);
    return code;
}

int runSimulate(SimulateCommandOptions options, bool stringOnly) {
    if (!stringOnly && files::isSequenceFile(options.launch))
        return simulateSequence(options, {options.details, options.ascii});
    const auto choice = specChoice(options.spec, specFolders(options.specFolder));
    if (!choice) return fail(choice.diagnostics());
    options.spec = choice->name;
    if (options.spec == "all" && !options.json && !stringOnly) return runOnAll(options);
    const bool colour = wantsColour(1);
    bool first = true, isClosedForm = false;
    const int code = forEachLaunch(
        options,
        [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
            const SimulationOptions& settings) -> int {
            auto simulation = simulate(pdg, launch, spec, settings);
            if (!simulation) return fail(simulation.diagnostics());
            if (options.json) {
                std::cout << (first ? "[" : ",\n") << simulation_export::toJson(*simulation, pdg);
            } else if (stringOnly) {
                isClosedForm = isClosedForm || !simulation->timeline;
                const token_string::NotationOptions notation{options.ascii, !options.kinds};
                const TextStyle style{colour, options.ascii, terminalWidth()};
                std::cout << (options.kinds || !colour
                                  ? toText(simulation->string, notation)
                                  : colouredString(simulation->string, asWritten(simulation->string), style, 0))
                          << "\n";
            } else {
                const TextStyle style{colour, options.ascii, terminalWidth()};
                std::cout << (first ? "" : "\n");
                if (options.details)
                    std::cout << reportText(*simulation, pdg, launch, spec, choice->reason, style);
                else
                    std::cout << answerText(*simulation, pdg, launch, spec, choice->reason, style);
            }
            first = false;
            std::cout.flush();
            const bool isAnswer = !options.json && !options.details;
            printDiagnostics(isAnswer ? withoutOtherModel(simulation->diagnostics) : simulation->diagnostics);
            return exitCodeOfResult(simulation->diagnostics);
        });
    if (options.json && !first) std::cout << "]\n";
    // Beside the strings, which are a line a launch. Kinds alone have no costs.
    if (isClosedForm && !options.kinds) std::cerr << byClosedForm << "\n";
    return code;
}

} // namespace

void addSimulate(CLI::App& program, int& exit) {
    for (const bool stringOnly : {false, true}) {
        auto options = std::make_shared<SimulateCommandOptions>();
        auto* command =
            stringOnly
                ? program.add_subcommand("string", "print a kernel's token string alone")
                : program.add_subcommand("simulate", "token string, warp latency and kernel time of a launch");
        options->addTo(*command);
        command->add_flag("--ascii", options->ascii,
                          "write ~M and ~S for stores instead of letters with a macron");
        if (!stringOnly)
            command->get_option("launch")->description("a kernel (.cl), a launch file or a sequence (TOML)");
        if (!stringOnly)
            command->add_flag("--details", options->details,
                              "everything: registers, the timeline, the closed form, every token, conditions");
        if (stringOnly)
            command->add_flag("--kinds", options->kinds, "kinds and nesting alone, without counts and costs");
        command->callback([options, stringOnly, &exit] { exit = runSimulate(*options, stringOnly); });
    }
}

} // namespace warpstring::cli
