// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <memory>
#include <thread>

#include "app/cli/advice_text.h"
#include "app/cli/commands.h"
#include "app/cli/device_table.h"
#include "app/cli/launch_options.h"
#include "app/cli/sarif_output.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "core/refusal.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "study/batch/launch_folders.h"
#include "tuning/advice/advice.h"
#include "tuning/advice/advice_findings.h"
#include "tuning/advice/advice_json.h"

namespace warpstring::cli {

namespace {

struct AdviseOptions : LaunchOptions {
    std::vector<std::string> launches;
    bool sarif = false;
};

Result<std::vector<std::string>> launchPaths(const std::vector<std::string>& given) {
    std::vector<std::string> paths;
    for (const auto& path : given) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored)) {
            paths.push_back(path);
            continue;
        }
        const auto opened = batch::openLaunches({path});
        if (!opened) return opened.diagnostics();
        for (const auto& sweep : *opened) paths.push_back(sweep.path().string());
    }
    return paths;
}

/// Prints each answer as it comes, and what is told of all together at the end.
class Answers {
public:
    Answers(const AdviseOptions& options, std::string specReason)
        : options_(options), specReason_(std::move(specReason)), style_{wantsColour(1), false, terminalWidth()},
          isOfAll_(std::find(options.specs.begin(), options.specs.end(), "all") != options.specs.end()) {}

    int visit(const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
              const SimulationOptions& settings) {
        const auto simulation = simulate(pdg, launch, spec, settings);
        if (!simulation) return refused(launch, spec, simulation.diagnostics());
        const auto error = accuracy::recordedRatioError(spec.name, accuracyFolder());
        advice::AdviceOptions how;
        how.ratioError = error.errors.median;
        how.threads = std::thread::hardware_concurrency();
        how.simulation = settings;
        const advice::Situation situation{pdg, launch, spec, *simulation};
        const auto advice = advise(situation, how);
        if (options_.sarif)
            add(sarif_.of(spec.name), findingsOf(advice, situation, sarif_.texts()));
        else if (options_.json)
            std::cout << (isFirst_ ? "[" : ",\n") << toJson(advice, situation, how.ratioError, toText(error));
        else
            print(launch, {spec.name, advice, ""},
                  adviceText(advice, situation, specReason_, toText(error), style_));
        isFirst_ = false;
        std::cout.flush();
        printDiagnostics(simulation->diagnostics);
        return exitCodeOfResult(simulation->diagnostics);
    }

    void end() {
        if (options_.json && !isFirst_) std::cout << "]\n";
        if (options_.sarif && !isFirst_) std::cout << sarif_.text(advice::adviceRules(), "warpstring");
        if (devices_.size() > 1) printTable();
    }

private:
    static void add(std::vector<findings::Finding>& all, std::vector<findings::Finding> more) {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    }

    /// Not every launch fits every device: with all of them asked for, that is no fault of the launch.
    int refused(const Launch& launch, const HardwareSpec& spec, const Diagnostics& faults) {
        if (!isOfAll_ || isFromSurroundings(faults)) return fail(faults);
        if (!options_.sarif && !options_.json) print(launch, {spec.name, {}, refusalOf(faults)}, "");
        return exitOk;
    }

    void print(const Launch& launch, AdvisedDevice device, const std::string& text) {
        if (!devices_.empty() && launch.name != launch_) {
            if (devices_.size() > 1) printTable();
            devices_.clear();
        }
        launch_ = launch.name;
        devices_.push_back(std::move(device));
        if (!text.empty()) std::cout << (isFirst_ ? "" : "\n") << text;
    }

    void printTable() const { std::cout << (isFirst_ ? "" : "\n") << deviceTable(launch_, devices_, style_); }

    const AdviseOptions& options_;
    std::string specReason_;
    TextStyle style_;
    bool isOfAll_;
    bool isFirst_ = true;
    std::string launch_;                 ///< of the devices
    std::vector<AdvisedDevice> devices_; ///< of text alone
    SarifOutput sarif_;
};

int runAdvise(AdviseOptions options) {
    std::string reason;
    if (options.specs.empty()) {
        const auto choice = specChoice("", specFolders(options.specFolder));
        if (!choice) return fail(choice.diagnostics());
        options.specs = {choice->name};
        reason = choice->reason;
    }
    const auto paths = launchPaths(options.launches);
    if (!paths) return fail(paths.diagnostics());
    Answers answers(options, reason);
    int worst = exitOk;
    for (const auto& path : *paths) {
        options.launch = path;
        worst = std::max(worst,
                         forEachLaunch(options, [&](const auto&... what) { return answers.visit(what...); }));
        if (worst == exitInterrupted) break;
    }
    answers.end();
    return worst;
}

} // namespace

void addAdvise(CLI::App& program, int& exit) {
    auto options = std::make_shared<AdviseOptions>();
    auto* command = program.add_subcommand(
        "advise", "what costs a launch time, whether it matters, and what to do about it");
    command->add_option("launches", options->launches, "kernels (.cl), launch files (TOML) and folders of them")
        ->required();
    command
        ->add_option(
            "-s,--spec", options->specs,
            "hardware spec, as often as wanted: a name (see 'spec list'), a file, or all of them: 'all'; "
            "without, WARPSTRING_SPEC, the config file, this machine's GPU or nvidia-h200")
        ->allow_extra_args(false);
    options->addOthersTo(*command);
    auto* sarif = command->add_flag("--sarif", options->sarif,
                                    "print SARIF 2.1.0, which code scanning reads, a run for each device");
    sarif->excludes("--json");
    command->callback([options, &exit] { exit = runAdvise(*options); });
}

} // namespace warpstring::cli
