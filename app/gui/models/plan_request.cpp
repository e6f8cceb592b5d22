// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/plan_request.h"

#include <algorithm>
#include <thread>

#include "app/common/program_paths.h"
#include "app/gui/models/shell_words.h"
#include "study/batch/launch_folders.h"

namespace warpstring::gui {

namespace {

/// The text of a file that is being edited, however its path is written; nullptr: the file holds.
const std::string* editedText(const std::map<std::filesystem::path, std::string>& texts,
                              const std::filesystem::path& path) {
    std::error_code ignored;
    for (const auto& [file, text] : texts)
        if (file == path || std::filesystem::equivalent(file, path, ignored)) return &text;
    return nullptr;
}

} // namespace

OpenedPlan openPlan(const PlanRequest& request) {
    Diagnostics faults;
    const auto note = [&](const Diagnostics& more) { faults.insert(faults.end(), more.begin(), more.end()); };
    std::vector<HardwareSpec> specs;
    std::map<std::string, double> clocks;
    for (const std::string& name : request.specs) {
        if (const auto edited = request.edited.specs.find(name); edited != request.edited.specs.end()) {
            clocks[edited->second->name] = edited->second->execution.clockMhz;
            specs.push_back(*edited->second);
            continue;
        }
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
    const auto takeEdited = [&](const std::filesystem::path& path) {
        const std::string* text = editedText(request.edited.launchFiles, path);
        if (text == nullptr) return false;
        auto parsed = files::LaunchSweep::parse(*text, path);
        if (parsed)
            files.push_back(std::move(*parsed));
        else
            note(parsed.diagnostics());
        return true;
    };
    for (const auto& path : request.launches) {
        if (takeEdited(path)) continue;
        auto opened = batch::openLaunches({path});
        if (!opened) note(opened.diagnostics());
        if (opened)
            for (files::LaunchSweep& sweep : *opened)
                if (!takeEdited(sweep.path())) files.push_back(std::move(sweep));
    }
    batch::BatchPlan plan(std::move(files), std::move(specs), request.settings);
    plan.setEditedSources(request.edited.sources);
    return {std::move(plan), std::move(faults), std::move(clocks)};
}

std::string namesOf(const EditedInputs& edited) {
    std::string names;
    const auto add = [&](const std::string& name) { names += (names.empty() ? "" : ", ") + name; };
    for (const auto& [path, text] : edited.sources) add(path.filename().string());
    for (const auto& [path, text] : edited.launchFiles) add(path.filename().string());
    for (const auto& [name, spec] : edited.specs) add(std::filesystem::path(name).filename().string());
    return names;
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
