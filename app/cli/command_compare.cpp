// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/accuracy_files.h"
#include "app/cli/assessment_text.h"
#include "app/cli/commands.h"
#include "app/cli/comparison_text.h"
#include "app/cli/overlap_text.h"
#include "app/cli/schedule_text.h"
#include "app/cli/sequence_commands.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/plan_options.h"
#include "app/common/print_diagnostics.h"
#include "app/common/progress_line.h"
#include "app/common/record_devices.h"
#include "app/common/record_paths.h"
#include "app/common/terminal.h"
#include "study/batch/output_file.h"
#include "study/comparison/comparison_filter.h"
#include "study/comparison/comparison_tables.h"
#include "study/schedule/schedule_output.h"

namespace warpstring::cli {

using records::CacheState;

namespace {

struct CompareCommandOptions : PlanOptions {
    std::vector<std::string> records;
    std::string device, caches, filter;
    bool anyDevice = false;
    bool csv = false, json = false, families = false;
    AccuracyFiles accuracy;
    std::string schedule, picture;
    bool coldCaches = false, overlap = false;
};

/// The command that gives the same report. How many jobs there were makes no difference.
std::string commandOf(const CompareCommandOptions& options) {
    std::string text = "warpstring compare";
    const auto add = [&](const std::string& option, const std::string& value) {
        if (!value.empty()) text += " " + option + " " + value;
    };
    for (const std::string& path : options.launches) text += " " + path;
    for (const std::string& path : options.records) add("--records", path);
    for (const std::string& spec : options.specs) add("--spec", spec);
    add("--options", options.settings.options);
    add("--device", options.device);
    if (options.anyDevice) text += " --any-device";
    add("--sets", options.accuracy.sets);
    add("--report", options.accuracy.report);
    add("--record", options.accuracy.record);
    return text;
}

/// What is simulated and what was measured.
struct Inputs {
    batch::BatchPlan plan;
    std::vector<records::Measurement> records;
};

Result<Inputs> readInputs(const CompareCommandOptions& options) {
    auto plan = makePlan(options);
    if (!plan) return plan.diagnostics();
    auto records = readRecordsOf(options.records, plan->files());
    if (!records) return records.diagnostics();
    return Inputs{std::move(*plan), std::move(*records)};
}

Result<comparison::Comparison> runComparison(const CompareCommandOptions& options, const Inputs& inputs) {
    ProgressLine line(0);
    comparison::ComparisonOptions settings;
    settings.jobs = options.jobs;
    settings.device = options.device;
    settings.anyDevice = options.anyDevice;
    settings.cancel = &catchInterruptions();
    settings.timeLimit = options.timeLimit;
    if (!options.quiet)
        settings.onProgress = [&](const batch::BatchProgress& progress) { line.show(progress); };
    auto comparison = compare(inputs.plan, inputs.records, settings);
    line.clear();
    if (!comparison) return comparison;
    const auto caches = options.caches.empty()                     ? std::optional<CacheState>()
                        : options.caches == name(CacheState::Cold) ? CacheState::Cold
                                                                   : CacheState::Warm;
    return filtered(std::move(*comparison), caches, options.filter);
}

schedule::ScheduleOptions scheduleOptions(const CompareCommandOptions& options, CacheState cache) {
    schedule::ScheduleOptions settings;
    settings.device = options.device;
    settings.anyDevice = options.anyDevice;
    settings.cache = cache;
    settings.jobs = options.jobs;
    settings.cancel = &catchInterruptions();
    return settings;
}

/// Of the launches that the sets name, those that are compared here.
Result<std::vector<schedule::LaunchSchedule>>
schedulesOf(const CompareCommandOptions& options, const records::AccuracySets& sets, const Inputs& inputs) {
    std::vector<schedule::ScheduleRequest> requests;
    for (const records::ScheduledLaunch& scheduled : sets.schedules)
        if (schedule::hasLaunch(inputs.plan, scheduled.launch.text))
            requests.push_back(
                {scheduled.launch.text, scheduled.behaviour, scheduled.remark, scheduled.launch.place});
    return schedule::launchSchedules(inputs.plan, inputs.records, requests,
                                     scheduleOptions(options, sets.cache));
}

/// One launch's schedule, in place of the comparison.
int runSchedule(const CompareCommandOptions& options, const Inputs& inputs) {
    const CacheState cache = options.coldCaches ? CacheState::Cold : CacheState::Warm;
    const auto schedules = schedule::launchSchedules(
        inputs.plan, inputs.records, {{options.schedule, "", "", {}}}, scheduleOptions(options, cache));
    if (!schedules) return fail(schedules.diagnostics());
    const schedule::LaunchSchedule& schedule = schedules->front();
    std::cout << (options.json ? toJson(schedule).pretty() : scheduleText(schedule, wantsColour(1)));
    if (options.picture.empty()) return exitOk;
    const auto faults = batch::replaceFile(options.picture, toScheduleSvg(schedule));
    printDiagnostics(faults);
    return hasErrors(faults) ? exitResultHasErrors : exitOk;
}

/// How far launches hide memory behind what they compute, in place of the comparison.
int runOverlap(const CompareCommandOptions& options, const Inputs& inputs) {
    const Cancellation cancellation(&catchInterruptions(), options.timeLimit);
    const auto found =
        overlap::overlaps(inputs.plan, inputs.records,
                          {options.device, options.anyDevice,
                           options.caches == name(CacheState::Cold) ? CacheState::Cold : CacheState::Warm,
                           options.filter, &cancellation});
    if (!found) {
        printDiagnostics(found.diagnostics());
        return exitResultHasErrors;
    }
    const std::string& spec = inputs.plan.specs().front().name;
    std::cout << (options.json ? overlapJson(*found, spec) : overlapText(*found, spec));
    return exitOk;
}

/// The comparison by sets: printed after its text, written to files or held against them.
int runSets(const CompareCommandOptions& options, const records::AccuracySets& sets,
            const comparison::Comparison& comparison, const Inputs& inputs) {
    auto assessment = accuracy::assess(comparison, sets, sets.cache);
    if (!assessment) {
        printDiagnostics(assessment.diagnostics());
        return exitResultHasErrors;
    }
    auto schedules = schedulesOf(options, sets, inputs);
    if (!schedules) {
        printDiagnostics(schedules.diagnostics());
        return exitResultHasErrors;
    }
    assessment->schedules = std::move(*schedules);
    if (!options.csv && !options.json) std::cout << assessmentText(*assessment, wantsColour(1));
    const auto findings = writeOrCheck(options.accuracy, comparison, *assessment, sets, commandOf(options));
    printDiagnostics(findings);
    return hasErrors(findings) ? exitResultHasErrors : exitOk;
}

/// Sequences have no metrics, rankings or schedules: what asks for these is refused.
int runSequences(const CompareCommandOptions& options, const SplitPaths& paths) {
    const auto refuse = [](const std::string& message, const std::string& hint) {
        printDiagnostics({{"usage.sequence", Severity::Error, {}, message, hint}});
        return exitUsage;
    };
    if (!paths.launches.empty())
        return refuse("sequences are compared by themselves, without launches beside them",
                      "name either sequences or launches");
    const bool asksForMore = options.csv || options.families || !options.caches.empty() ||
                             !options.filter.empty() || !options.schedule.empty() ||
                             !options.accuracy.sets.empty();
    if (asksForMore)
        return refuse("--csv, --families, --caches, --filter, --schedule and --sets are for launches alone",
                      "leave them out; --json has everything");
    if (Diagnostics faults = refusedChoice(paths.sequences, options.choice); !faults.empty()) {
        printDiagnostics(faults);
        return exitUsage;
    }
    return compareSequences(paths.sequences, options,
                            {options.records, {options.device, options.anyDevice}, options.json});
}

/// `specsGiven`: whether specs were named. Those of the file of sets stand in for what was not.
int runCompare(CompareCommandOptions options, bool specsGiven) {
    if (options.accuracy.check && options.accuracy.report.empty() && options.accuracy.record.empty()) {
        printDiagnostics({{"usage.nothing-to-check",
                           Severity::Error,
                           {},
                           "--check has nothing to check",
                           "name a --report, a --record or both"}});
        return exitUsage;
    }
    if (const SplitPaths paths = splitPaths(options.launches); !paths.sequences.empty())
        return runSequences(options, paths);
    std::optional<records::AccuracySets> sets;
    if (!options.accuracy.sets.empty()) {
        auto read = openSets(options.accuracy.sets);
        if (!read) return fail(read.diagnostics());
        sets = std::move(*read);
        if (!specsGiven) options.specs = {sets->spec};
        if (options.device.empty() && !options.anyDevice) options.device = sets->device;
    }
    const auto inputs = readInputs(options);
    if (!inputs) return fail(inputs.diagnostics());
    if (!options.schedule.empty()) return runSchedule(options, *inputs);
    if (options.overlap) return runOverlap(options, *inputs);
    const auto comparison = runComparison(options, *inputs);
    if (!comparison) return fail(comparison.diagnostics());
    if (comparison->complete || !comparison->launches.empty())
        std::cout << (options.csv    ? toCsv(*comparison)
                      : options.json ? toJson(*comparison)
                                     : reportText(*comparison, options.families, wantsColour(1)));
    if (!comparison->complete) {
        printDiagnostics(
            {{"compare.interrupted",
              Severity::Error,
              {},
              "interrupted: " + std::to_string(comparison->launches.size()) + " launches are compared",
              "compare fewer launches at a time"}});
        return exitInterrupted;
    }
    const bool own = options.device.empty() && !options.anyDevice;
    const auto notes = own ? ownDeviceNotes(*comparison) : Diagnostics();
    printDiagnostics(notes);
    if (!comparison->launches.empty()) return sets ? runSets(options, *sets, *comparison, *inputs) : exitOk;
    if (hasErrors(notes)) return exitResultHasErrors;
    printDiagnostics({{"compare.nothing-compared",
                       Severity::Error,
                       {},
                       "no measurement belongs to any of the launches",
                       options.caches.empty() && options.filter.empty()
                           ? "were kernel, sizes or options changed since? measure again"
                           : "is there one without --caches and --filter?"}});
    return exitResultHasErrors;
}

} // namespace

void addCompare(CLI::App& program, int& exit) {
    auto options = std::make_shared<CompareCommandOptions>();
    auto* command =
        program.add_subcommand("compare", "simulated beside measured: errors, metrics and rankings");
    options->addTo(*command);
    command->get_option("launches")
        ->description("kernels (.cl), launch files (TOML) and folders of them; or sequences (TOML)");
    command
        ->add_option("-r,--records", options->records,
                     "measurement records: files and folders; 'measurements' beside the launch files without")
        ->allow_extra_args(false);
    addDevices(*command, options->device, options->anyDevice);
    auto* caches =
        command->add_option("--caches", options->caches, "only records with caches in this state: warm or cold")
            ->check(CLI::IsMember({std::string(name(CacheState::Warm)), std::string(name(CacheState::Cold))}));
    auto* filter = command->add_option(
        "--filter", options->filter,
        "only launches with all of these words among their names, families, specs, devices, bounds "
        "and remarks");
    command->add_flag("--families", options->families, "list every variant of every family with both ranks");
    auto* csv = command->add_flag("--csv", options->csv, "print CSV, a record a launch");
    command->add_flag("--json", options->json, "print JSON")->excludes(csv);
    auto* sets =
        command->add_option("--sets", options->accuracy.sets,
                            "sets of kernels (TOML): figures and targets of each, its spec and device");
    command->add_option("--report", options->accuracy.report, "write the accuracy report, Markdown")
        ->needs(sets);
    command->add_option("--record", options->accuracy.record, "write the figures of the sets, JSON")
        ->needs(sets);
    command
        ->add_flag("--check", options->accuracy.check,
                   "do not write --report and --record: fail when figures are worse than they say")
        ->needs(sets);
    auto* schedule =
        command
            ->add_option("--schedule", options->schedule,
                         "in place of the comparison: when the work-groups of this launch (its name) "
                         "start and end on an SM")
            ->excludes(csv)
            ->excludes(sets);
    command
        ->add_flag(
            "--overlap", options->overlap,
            "in place of the comparison: times beside those of the launches' strips, and what part of the "
            "shorter one is hidden")
        ->excludes(csv)
        ->excludes(sets)
        ->excludes(schedule);
    for (auto* narrower : {caches, filter}) narrower->excludes(sets)->excludes(schedule);
    command->add_option("--picture", options->picture, "draw that schedule (SVG)")->needs(schedule);
    command->add_flag("--cold", options->coldCaches, "the schedule of the record with cold caches")
        ->needs(schedule);
    command->callback([options, command, &exit] { exit = runCompare(*options, command->count("--spec") > 0); });
}

} // namespace warpstring::cli
