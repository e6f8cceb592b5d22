// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_input.h"

#include "app/common/chosen_launches.h"
#include "app/common/default_spec.h"
#include "app/common/program_paths.h"
#include "app/common/simulation_choice.h"
#include "core/files/launches/launch_variants.h"

namespace warpstring::cli {

Result<TuneInput> tuneInput(const VariantOptions& options, batch::GraphCache& graphs) {
    TuneInput input;
    const auto folders = specFolders(options.specFolder);
    std::vector<std::string> names = options.specs;
    if (names.empty()) {
        const auto choice = specChoice("", folders);
        if (!choice) return choice.diagnostics();
        names = {choice->name};
        input.specReason = choice->reason;
    }
    for (const std::string& name : namedSpecs(names, folders)) {
        auto spec = loadSpec(name, folders);
        if (!spec) return spec.diagnostics();
        input.specs.push_back(std::move(*spec));
    }
    drafting::DraftOptions draft;
    draft.buildOptions = options.options;
    auto chosen = chosenLaunches(options.launch, *options.choice, input.specs.front(), graphs, draft);
    if (!chosen) return chosen.diagnostics();
    input.launch = {std::move(chosen->text), chosen->path};
    input.guesses = std::move(chosen->guesses);
    auto variants = files::LaunchVariants::parse(input.launch.text, input.launch.path, {});
    if (!variants) return variants.diagnostics();
    auto start = variants->start();
    if (!start) return start.diagnostics();
    input.start = std::move(*start);
    if (!options.options.empty()) input.start.options += " " + options.options;
    auto source = frontend::readKernelSource(input.start.source.string());
    if (!source) return source.diagnostics();
    input.source = {std::move(source->text), input.start.source};
    return input;
}

batch::GraphCache::Graph graphOf(const TuneInput& input, batch::GraphCache& graphs) {
    const HardwareSpec& spec = input.specs.front();
    return graphs.graphFor(input.start, input.source.text, spec.device.addressBits, false, nullptr,
                           spec.execution.warpSize);
}

} // namespace warpstring::cli
