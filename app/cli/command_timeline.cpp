// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/text_output.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "core/hardware_spec.h"
#include "stringmodel/export/trace_export.h"
#include "stringmodel/simulation.h"

namespace warpstring::cli {

namespace {

struct TimelineCommandOptions : LaunchOptions {
    std::string output, format;
    int multiprocessor = -1;
    std::size_t index = 0;
    std::size_t operations = 20000;
    simulation_export::PictureOptions picture;
};

std::string formatOf(const TimelineCommandOptions& options) {
    if (options.json) return "json";
    if (!options.format.empty()) return options.format;
    return options.output.ends_with(".svg") ? "svg" : "json";
}

int write(const TimelineCommandOptions& options, const std::string& text) {
    if (options.output.empty()) {
        std::cout << text;
        return exitOk;
    }
    return writeText("timeline", options.output, text);
}

int runTimeline(const TimelineCommandOptions& options) {
    std::size_t at = 0;
    const int code = forEachLaunch(
        options,
        [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
            const SimulationOptions& given) -> int {
            if (at++ != options.index) return exitOk;
            const auto busy = static_cast<int>(std::min<std::uint64_t>(
                launch.range.groupCount(), static_cast<std::uint64_t>(spec.execution.multiprocessors)));
            if (options.multiprocessor >= busy)
                return fail({{"usage.multiprocessor",
                              Severity::Error,
                              {},
                              "the launch keeps " + std::to_string(busy) + " multiprocessors busy",
                              "--sm counts from 0"}});
            SimulationOptions settings = given;
            settings.model = ModelChoice::Timeline;
            settings.timeline.mostSpans = options.operations;
            settings.timeline.multiprocessor = options.multiprocessor;
            const auto simulation = simulate(pdg, launch, spec, settings);
            if (!simulation) return fail(simulation.diagnostics());
            if (!simulation->timeline)
                return fail(
                    {{"timeline.too-long",
                      Severity::Error,
                      {launch.file.string(), 0, 0},
                      "the timeline of " + launch.name + " would take more operations than are simulated",
                      "choose a launch with fewer work-groups or shorter loops"}});
            const int shown = options.multiprocessor >= 0
                                  ? options.multiprocessor
                                  : std::min(spec.execution.multiprocessors / 2, busy - 1);
            const simulation_export::TraceSubject subject{*simulation, pdg, launch, spec, shown};
            const int written =
                write(options, formatOf(options) == "svg" ? toTimelineSvg(subject, options.picture)
                                                          : toChromeTrace(subject));
            printDiagnostics(simulation->diagnostics);
            return std::max<int>(written, exitCodeOfResult(simulation->diagnostics));
        });
    if (code == exitOk && options.index >= at)
        return fail({{"usage.index",
                      Severity::Error,
                      {},
                      "the file has " + std::to_string(at) + (at == 1 ? " launch" : " launches"),
                      "--index counts from 0"}});
    return code;
}

} // namespace

void addTimeline(CLI::App& program, int& exit) {
    auto options = std::make_shared<TimelineCommandOptions>();
    auto* command = program.add_subcommand(
        "timeline", "the warps of one multiprocessor, cycle by cycle, as a trace for Perfetto or a picture");
    options->addTo(*command);
    command->add_option("-o,--output", options->output, "file to write: *.json or *.svg; else standard output");
    command->add_option("-f,--format", options->format, "json or svg, whatever the file is called")
        ->check(CLI::IsMember({"json", "svg"}));
    command->add_option("--sm", options->multiprocessor, "number of the multiprocessor; else one in the middle")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--index", options->index, "which launch of the file's sweep, from 0")
        ->capture_default_str();
    command->add_option("--operations", options->operations, "operations of warps to keep, at most")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--warps", options->picture.mostWarps, "rows of a picture, at most")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--from", options->picture.from, "first cycle of a picture")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--to", options->picture.to, "last cycle of a picture")->check(CLI::PositiveNumber);
    command->callback([options, &exit] { exit = runTimeline(*options); });
}

} // namespace warpstring::cli
