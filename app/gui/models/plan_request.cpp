// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/plan_request.h"

#include <algorithm>
#include <thread>

#include "app/common/program_paths.h"
#include "app/gui/models/shell_words.h"
#include "study/batch/launch_folders.h"

namespace warpstring::gui {

OpenedPlan openPlan(const PlanRequest& request) {
    Diagnostics faults;
    const auto note = [&](const Diagnostics& more) { faults.insert(faults.end(), more.begin(), more.end()); };
    std::vector<HardwareSpec> specs;
    std::map<std::string, double> clocks;
    for (const std::string& name : request.specs) {
        auto spec = cli::loadSpec(name, cli::specFolders(request.specFolder));
        if (!spec) {
            note(spec.diagnostics());
            continue;
        }
        clocks[spec->name] = spec->execution.clockMhz;
        specs.push_back(std::move(*spec));
    }
    // One at a time: a faulty file keeps no other from being seen.
    std::vector<files::LaunchSweep> files;
    for (const auto& path : request.launches) {
        auto opened = batch::openLaunches({path});
        if (opened)
            std::move(opened->begin(), opened->end(), std::back_inserter(files));
        else
            note(opened.diagnostics());
    }
    return {batch::BatchPlan(std::move(files), std::move(specs), request.settings), std::move(faults),
            std::move(clocks)};
}

int jobsOf(const PlanRequest& request) {
    if (request.jobs > 0) return request.jobs;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

std::string planArguments(const PlanRequest& request) {
    std::string line;
    for (const auto& path : request.launches) addWord(line, "", path.string());
    for (const std::string& spec : request.specs) addWord(line, "-s", spec);
    if (!request.specFolder.empty()) addWord(line, "--spec-dir", request.specFolder);
    if (!request.settings.options.empty()) addWord(line, "-O", request.settings.options);
    if (request.settings.sourceShape) line += " --source-shape";
    return line;
}

} // namespace warpstring::gui
