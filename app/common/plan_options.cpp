// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/plan_options.h"

#include <algorithm>
#include <thread>

#include "app/common/chosen_launches.h"
#include "app/common/program_paths.h"
#include "app/common/simulation_choice.h"
#include "core/hardware_spec.h"

namespace warpstring::cli {

void PlanOptions::addTo(CLI::App& command) {
    jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    command.add_option("launches", launches, "kernels (.cl), launch files (TOML) and folders of them")
        ->required();
    command
        .add_option("-s,--spec", specs,
                    "hardware spec: a name (see 'spec list'), a file, or all of them: 'all'")
        ->capture_default_str()
        ->allow_extra_args(false);
    command.add_option("--spec-dir", specFolder, "folder in which spec names are looked up first");
    command.add_option("-O,--options", settings.options, "build options added to the launches'");
    command.add_option("-j,--jobs", jobs, "launches computed at once")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    addModel(command, settings.model);
    addRegisters(command, settings.registers);
    addTimeLimit(command, timeLimit);
    choice.addTo(command);
    command.add_flag("-q,--quiet", quiet, "no progress on stderr");
}

Result<batch::BatchPlan> makePlan(const PlanOptions& options) {
    Diagnostics faults;
    std::vector<HardwareSpec> specs;
    for (const std::string& name : namedSpecs(options.specs, specFolders(options.specFolder))) {
        auto spec = loadSpec(name, specFolders(options.specFolder));
        if (spec)
            specs.push_back(std::move(*spec));
        else
            faults.insert(faults.end(), spec.diagnostics().begin(), spec.diagnostics().end());
    }
    // Without a device nothing is drafted; faults of launch files are told beside those of specs all the same.
    if (specs.empty() &&
        std::any_of(options.launches.begin(), options.launches.end(), drafting::isKernelSource))
        return faults;
    drafting::DraftOptions draft;
    draft.buildOptions = options.settings.options;
    draft.sourceShape = options.settings.sourceShape;
    auto launches =
        chosenSweeps(options.launches, *options.choice, [&] { return Result(specs.front()); }, draft);
    if (!launches) faults.insert(faults.end(), launches.diagnostics().begin(), launches.diagnostics().end());
    if (!faults.empty()) return faults;
    return batch::BatchPlan(std::move(*launches), std::move(specs), options.settings);
}

} // namespace warpstring::cli
