// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/chosen_launches.h"

#include <iterator>

#include "app/common/print_diagnostics.h"
#include "core/files/launches/launch_file.h"
#include "core/files/toml/toml_reader.h"
#include "study/batch/launch_folders.h"

namespace warpstring::cli {

namespace {

Result<ChosenLaunches> drafted(const std::filesystem::path& path, const drafting::LaunchChoice& choice,
                               const HardwareSpec& spec, batch::GraphCache& graphs,
                               const drafting::DraftOptions& options) {
    const auto source = frontend::readKernelSource(path.string());
    if (!source) return source.diagnostics();
    auto draft = drafting::draftLaunch(*source, choice, spec, graphs, options);
    if (!draft) return draft.diagnostics();
    return ChosenLaunches{std::move(draft->text), path, std::move(draft->guesses), true};
}

Result<ChosenLaunches> ofFile(const std::filesystem::path& path, const drafting::LaunchChoice& choice) {
    auto text = files::readTextFile(path, "launch");
    if (text && !choice.isEmpty()) text = drafting::withChoice(*text, path, choice);
    if (!text) return text.diagnostics();
    return ChosenLaunches{std::move(*text), path, {}, false};
}

} // namespace

Result<ChosenLaunches> chosenLaunches(const std::filesystem::path& path, const drafting::LaunchChoice& choice,
                                      const HardwareSpec& spec, batch::GraphCache& graphs,
                                      const drafting::DraftOptions& options) {
    return drafting::isKernelSource(path) ? drafted(path, choice, spec, graphs, options) : ofFile(path, choice);
}

Result<std::vector<files::LaunchSweep>> chosenSweeps(const std::vector<std::string>& paths,
                                                     const drafting::LaunchChoice& choice,
                                                     const DraftSpec& spec,
                                                     const drafting::DraftOptions& options) {
    std::vector<files::LaunchSweep> sweeps;
    Diagnostics faults;
    const auto keep = [&](const Diagnostics& found) {
        faults.insert(faults.end(), found.begin(), found.end());
    };
    batch::GraphCache graphs;
    for (const std::string& path : paths) {
        std::error_code ignored;
        const bool isSource = drafting::isKernelSource(path);
        if (!isSource && (choice.isEmpty() || std::filesystem::is_directory(path, ignored))) {
            auto opened = batch::openLaunches({path});
            if (opened)
                std::move(opened->begin(), opened->end(), std::back_inserter(sweeps));
            else
                keep(opened.diagnostics());
            continue;
        }
        const auto device = isSource ? spec() : Result(HardwareSpec{});
        const auto chosen = !device    ? Result<ChosenLaunches>(device.diagnostics())
                            : isSource ? drafted(path, choice, *device, graphs, options)
                                       : ofFile(path, choice);
        if (!chosen) {
            keep(chosen.diagnostics());
            continue;
        }
        for (const std::string& guess : chosen->guesses)
            printDiagnostics({{"launch.guessed", Severity::Note, {path, 0, 0}, guess, ""}});
        auto sweep = files::LaunchSweep::parse(chosen->text, path);
        if (sweep)
            sweeps.push_back(std::move(*sweep));
        else
            keep(sweep.diagnostics());
    }
    if (!faults.empty()) return faults;
    return sweeps;
}

Result<files::LaunchFile> launchFileOf(const ChosenLaunches& chosen) {
    if (chosen.isDraft) return drafting::launchesOf({"", chosen.text, {}}, chosen.path);
    return files::parseLaunchFile(chosen.text, chosen.path);
}

} // namespace warpstring::cli
