// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "core/hardware_spec.h"
#include "pdg/export/dot.h"
#include "pdg/export/json.h"
#include "pdg/export/svg.h"
#include "pdg/export/text_tree.h"

namespace warpstring::cli {

namespace {

struct PdgCommandOptions : LaunchOptions {
    std::string format = "tree";
};

int runPdg(const PdgCommandOptions& options) {
    return forEachLaunch(
        options, [&](const Launch&, const Pdg& pdg, const HardwareSpec&, const SimulationOptions&) -> int {
            const std::string format = options.json ? "json" : options.format;
            if (format == "svg") {
                const auto drawn = pdg_export::toSvg(pdg);
                if (!drawn) {
                    printDiagnostics(drawn.diagnostics());
                    return exitResultHasErrors;
                }
                std::cout << *drawn;
            } else {
                std::cout << (format == "dot"    ? pdg_export::toDot(pdg)
                              : format == "json" ? pdg_export::toJson(pdg)
                                                 : pdg_export::toTextTree(pdg));
            }
            std::cout << "\n";
            printDiagnostics(pdg.notes);
            return exitOk;
        });
}

} // namespace

void addPdg(CLI::App& program, int& exit) {
    auto options = std::make_shared<PdgCommandOptions>();
    auto* command = program.add_subcommand("pdg", "the program dependence graph of a launch's kernel");
    options->addTo(*command);
    command->add_option("-f,--format", options->format, "tree, dot, svg or json")
        ->capture_default_str()
        ->check(CLI::IsMember({"tree", "dot", "svg", "json"}));
    command->callback([options, &exit] { exit = runPdg(*options); });
}

} // namespace warpstring::cli
