// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/comparison_text.h"
#include "app/cli/context.h"
#include "app/cli/interruption.h"
#include "app/cli/plan_options.h"
#include "app/cli/progress_line.h"
#include "app/cli/terminal.h"
#include "core/record_store.h"
#include "study/comparison_tables.h"

namespace warpstring::cli {

namespace {

struct Options : PlanOptions {
    std::vector<std::string> records;
    std::string device;
    bool csv = false, json = false, families = false;
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
    const auto plan = makePlan(options);
    if (!plan) return plan.diagnostics();
    const auto records = readAll(recordPaths(options, plan->files()));
    if (!records) return records.diagnostics();

    ProgressLine line(0);
    ComparisonOptions settings;
    settings.jobs = options.jobs;
    settings.device = options.device;
    settings.cancel = &catchInterruptions();
    if (!options.quiet) settings.onProgress = [&](const BatchProgress& progress) { line.show(progress); };
    auto comparison = compare(*plan, *records, settings);
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
    options->addTo(*command);
    command
        ->add_option("-r,--records", options->records,
                     "measurement records: files and folders; 'measurements' beside the launch files without")
        ->allow_extra_args(false);
    command->add_option("-d,--device", options->device, "only records of devices with this in their names");
    command->add_flag("--families", options->families, "list every variant of every family with both ranks");
    auto* csv = command->add_flag("--csv", options->csv, "print CSV, a record a launch");
    command->add_flag("--json", options->json, "print JSON")->excludes(csv);
    command->callback([options, &exit] { exit = runCompare(*options); });
}

} // namespace warpstring::cli
