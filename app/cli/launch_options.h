// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that takes a launch, and the loop over the launches of a file.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/common/choice_options.h"
#include "app/common/simulation_choice.h"
#include "app/common/time_limit.h"
#include "core/cancellation.h"
#include "core/hardware_spec.h"
#include "pdg/frontend/build_pdg.h"
#include "stringmodel/simulation.h"

namespace warpstring::cli {

struct LaunchOptions {
    std::string launch;
    std::string spec;               ///< empty: specChoice() finds one
    std::vector<std::string> specs; ///< of commands that take several; empty: `spec`
    std::string specFolder;
    ChoiceOptions choice; ///< instead of what the launch file says, or a bare kernel leaves open
    std::string options;  ///< appended to the launch's build options
    bool sourceShape = false;
    bool json = false;
    double threshold = 1 << 22;
    ModelChoice model = ModelChoice::BySpec;
    std::optional<RegisterRequest> registers; ///< instead of the launch file's
    TimeLimit timeLimit;

    void addTo(CLI::App& command, bool withSourceShape = true) {
        command.add_option("launch", launch, "a kernel (.cl), or a launch file (TOML)")->required();
        command.add_option("-s,--spec", spec,
                           "hardware spec: a name (see 'spec list'), a file, or all of them: 'all'; without, "
                           "WARPSTRING_SPEC, the config file, this machine's GPU or nvidia-h200");
        addOthersTo(command, withSourceShape);
    }

    /// All but the launch and the device.
    void addOthersTo(CLI::App& command, bool withSourceShape = true) {
        command.add_option("--spec-dir", specFolder, "folder in which spec names are looked up first");
        command.add_option("-O,--options", options, "build options added to the launch's");
        if (withSourceShape)
            command.add_flag("--source-shape", sourceShape,
                             "keep loops and branches as written, as in the paper's strings");
        command.add_flag("--json", json, "print JSON");
        addModel(command, model);
        addRegisters(command, registers);
        choice.addTo(command);
        command
            .add_option("--threshold", threshold,
                        "evaluation steps that a condition may cost before it is bounded")
            ->capture_default_str()
            ->check(CLI::PositiveNumber);
        addTimeLimit(command, timeLimit);
    }
};

/// What is done with a launch and its graph; the settings are for its simulation, and the graph's making counts
/// in the time limit of their token. Returns an exit code.
using LaunchVisit =
    std::function<int(const Launch&, const Pdg&, const HardwareSpec&, const SimulationOptions& settings)>;

/// Gets what the launches are read from, a launch file's text or a draft's, before the first of them.
using LaunchTextVisit = std::function<void(const std::string& text, const std::filesystem::path& path)>;

/// Calls `visit` for every launch of the file. Returns the worst exit code: one bad launch of a sweep does not
/// hide the others. Ctrl-C ends it with what was done by then.
int forEachLaunch(const LaunchOptions& options, const LaunchVisit& visit,
                  const LaunchTextVisit& visitText = {});

} // namespace warpstring::cli
