// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/counts_text.h"
#include "app/cli/launch_options.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/terminal.h"
#include "symbolic/counts/counts_json.h"

namespace warpstring::cli {

namespace {

struct CountsCommandOptions : LaunchOptions {
    std::vector<std::string> open;
    bool hasOpen = false;
    bool isOfNumbers = false;
    std::vector<std::int64_t> group;
    std::optional<int> warp;
};

int runCounts(const CountsCommandOptions& options) {
    std::string text;
    std::filesystem::path path;
    const bool colour = wantsColour(1);
    const RegionsShown shown{!options.group.empty() || options.warp, options.warp.has_value()};
    std::string all; // JSON: an array
    const int code = forEachLaunch(
        options,
        [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
            const SimulationOptions& settings) -> int {
            symbolic::CountOptions count;
            count.evaluation = settings.evaluation;
            count.evaluation.cancellation = settings.cancellation;
            if (options.hasOpen) count.open = options.open;
            if (options.isOfNumbers) count.open.emplace();
            std::copy(options.group.begin(), options.group.end(), count.group.begin());
            count.warp = options.warp.value_or(0);
            const auto definitions = files::parseLaunchDefinitions(text, path, launch.swept);
            if (!definitions) return fail(definitions.diagnostics());
            count.definitions = *definitions;
            const auto counts = countLaunch(pdg, launch, spec, count);
            if (!counts) return fail(counts.diagnostics());
            printDiagnostics(counts->diagnostics);
            if (options.json)
                all += (all.empty() ? "" : ",\n") + toJson(*counts, pdg, launch.name, spec.name);
            else
                std::cout << countsText(*counts, pdg, launch.name, shown, colour) << "\n";
            return exitOk;
        },
        [&](const std::string& launchText, const std::filesystem::path& launchPath) {
            text = launchText;
            path = launchPath;
        });
    if (!all.empty()) std::cout << "[" << all << "]\n";
    return code;
}

} // namespace

void addCounts(CLI::App& program, int& exit) {
    auto options = std::make_shared<CountsCommandOptions>();
    auto* command = program.add_subcommand(
        "counts", "operations, accesses, footprints and reuse of a launch, as formulas of its arguments");
    options->addTo(*command);
    auto* open = command
                     ->add_option("--symbolic", options->open,
                                  "names that formulas are of: integer arguments and constants of the launch "
                                  "file; without, all arguments that it gives as plain numbers")
                     ->delimiter(',');
    command->add_flag("--numbers", options->isOfNumbers, "no formulas, numbers alone")->excludes(open);
    command
        ->add_option(
            "--group", options->group,
            "X,Y,Z: the regions of each access by this work-group are told too; --json has those of the "
            "first one")
        ->delimiter(',')
        ->expected(1, 3);
    command->add_option("--warp", options->warp, "and those of this warp of the group, from 0");
    command->callback([options, open, &exit] {
        options->hasOpen = open->count() > 0;
        exit = runCounts(*options);
    });
}

} // namespace warpstring::cli
