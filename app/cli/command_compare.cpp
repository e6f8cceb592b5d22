// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <set>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/comparison_text.h"
#include "app/cli/context.h"
#include "app/cli/interruption.h"
#include "app/cli/progress_line.h"
#include "app/cli/terminal.h"
#include "core/record_store.h"
#include "study/comparison_tables.h"
#include "study/launch_folders.h"

namespace warpstring::cli {

namespace {

struct Options {
    std::vector<std::string> launches, records;
    std::vector<std::string> specs{"geforce-8800-gtx"};
    std::string specFolder, device;
    int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    bool csv = false, json = false, families = false, quiet = false;
    BatchSettings settings;
};

/// Without --records: the folder `measurements` beside each launch file, where there is one.
std::vector<std::string> recordPaths(const Options& options, const std::vector<LaunchSweep>& files) {
    if (!options.records.empty()) return options.records;
    std::set<std::string> folders;
    for (const LaunchSweep& file : files) {
        const auto folder = file.path().parent_path() / "measurements";
        if (std::error_code ignored; std::filesystem::is_directory(folder, ignored))
            folders.insert(folder.string());
    }
    return {folders.begin(), folders.end()};
}

Result<std::vector<Measurement>> readAll(const std::vector<std::string>& paths) {
    std::vector<Measurement> all;
    for (const std::string& path : paths) {
        auto records = readRecords(path);
        if (!records) return records.diagnostics();
        std::move(records->begin(), records->end(), std::back_inserter(all));
    }
    if (all.empty())
        return Diagnostic{"compare.no-records",
                          Severity::Error,
                          {},
                          "there is no measurement to compare with",
                          "name record files or folders with --records; 'warpstring measure -o' makes them"};
    return all;
}

Result<Comparison> runComparison(const Options& options) {
    Diagnostics faults;
    std::vector<HardwareSpec> specs;
    for (const std::string& name : options.specs) {
        auto spec = loadSpec(name, specFolders(options.specFolder));
        if (spec)
            specs.push_back(std::move(*spec));
        else
            faults.insert(faults.end(), spec.diagnostics().begin(), spec.diagnostics().end());
    }
    auto files = openLaunches({options.launches.begin(), options.launches.end()});
    if (!files) faults.insert(faults.end(), files.diagnostics().begin(), files.diagnostics().end());
    if (!faults.empty()) return faults;
    const auto records = readAll(recordPaths(options, *files));
    if (!records) return records.diagnostics();

    ProgressLine line(0);
    ComparisonOptions settings;
    settings.jobs = options.jobs;
    settings.device = options.device;
    settings.cancel = &catchInterruptions();
    if (!options.quiet) settings.onProgress = [&](const BatchProgress& progress) { line.show(progress); };
    auto comparison =
        compare(BatchPlan(std::move(*files), std::move(specs), options.settings), *records, settings);
    line.clear();
    return comparison;
}

int runCompare(const Options& options) {
    const auto comparison = runComparison(options);
    if (!comparison) {
        printDiagnostics(comparison.diagnostics());
        return comparison.diagnostics().front().code == "compare.interrupted" ? exitInterrupted : exitBadInput;
    }
    std::cout << (options.csv    ? toCsv(*comparison)
                  : options.json ? toJson(*comparison)
                                 : reportText(*comparison, options.families, wantsColour(1)));
    if (!comparison->launches.empty()) return exitOk;
    printDiagnostics({{"compare.nothing-compared",
                       Severity::Error,
                       {},
                       "no measurement belongs to any of the launches",
                       "were kernel, sizes or options changed since? measure again"}});
    return exitResultHasErrors;
}

} // namespace

void addCompare(CLI::App& program, int& exit) {
    auto options = std::make_shared<Options>();
    auto* command =
        program.add_subcommand("compare", "simulated beside measured: errors, metrics and rankings");
    command->add_option("launches", options->launches, "launch files (TOML) and folders of them")->required();
    command
        ->add_option("-r,--records", options->records,
                     "measurement records: files and folders; 'measurements' beside the launch files without")
        ->allow_extra_args(false);
    command->add_option("-s,--spec", options->specs, "hardware spec: a name (see 'spec list') or a file")
        ->capture_default_str()
        ->allow_extra_args(false);
    command->add_option("--spec-dir", options->specFolder, "folder in which spec names are looked up first");
    command->add_option("-d,--device", options->device, "only records of devices with this in their names");
    command->add_option("-O,--options", options->settings.options, "build options added to the launches'");
    command->add_option("-j,--jobs", options->jobs, "launches computed at once")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    command->add_flag("--families", options->families, "list every variant of every family with both ranks");
    auto* csv = command->add_flag("--csv", options->csv, "print CSV, a record a launch");
    command->add_flag("--json", options->json, "print JSON")->excludes(csv);
    command->add_flag("-q,--quiet", options->quiet, "no progress on stderr");
    command->callback([options, &exit] { exit = runCompare(*options); });
}

} // namespace warpstring::cli
