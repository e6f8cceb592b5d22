// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/shape_text.h"
#include "app/cli/tune_input.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "tuning/search/shape_study.h"

namespace warpstring::cli {

namespace {

int runShape(const VariantOptions& options) {
    batch::GraphCache graphs;
    const auto input = tuneInput(options, graphs);
    if (!input) return fail(input.diagnostics());
    for (const std::string& guess : input->guesses) std::cerr << "guessed: " << guess << "\n";
    const auto graph = graphOf(*input, graphs);
    if (!*graph) return fail(graph->diagnostics());
    const std::atomic<bool>& interrupted = catchInterruptions();
    std::vector<search::ShapeStudy> studies;
    const TextStyle style{wantsColour(1), false, terminalWidth()};
    for (const HardwareSpec& spec : input->specs) {
        auto space = search::shapeSpace(input->launch, **graph, input->start, spec);
        if (!space) return fail(space.diagnostics());
        search::VariantTextCache texts(input->launch, input->source, std::move(*space), nullptr,
                                       options.options);
        const auto error = accuracy::recordedRatioError(spec.name, accuracyFolder());
        studies.push_back(search::studyShapes(
            texts, graphs, spec,
            {error.errors.median, static_cast<unsigned>(options.jobs), options.evaluation, &interrupted}));
        if (options.json) continue;
        std::cout << (studies.size() > 1 ? "\n" : "")
                  << shapeText(input->start.name, studies.back(), input->specReason, toText(error), style);
        std::cout.flush();
    }
    if (options.json) std::cout << search::toJson(input->start.name, studies);
    if (interrupted) return exitInterrupted;
    const bool isAnswered = std::all_of(studies.begin(), studies.end(),
                                        [](const search::ShapeStudy& study) { return study.best.has_value(); });
    return isAnswered ? exitOk : exitResultHasErrors;
}

} // namespace

void addShape(CLI::App& program, int& exit) {
    auto options = std::make_shared<VariantOptions>();
    auto* command = program.add_subcommand(
        "shape", "a launch's time over the size of its work-groups, and the class of each access");
    options->addTo(*command);
    command->callback([options, &exit] { exit = runShape(*options); });
}

} // namespace warpstring::cli
