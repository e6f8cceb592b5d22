// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/context.h"
#include "app/cli/interruption.h"
#include "app/cli/progress_line.h"
#include "study/batch.h"
#include "study/launch_folders.h"
#include "study/plan_record.h"

namespace warpstring::cli {

namespace {

struct Options {
    std::vector<std::string> launches;
    std::vector<std::string> specs{"geforce-8800-gtx"};
    std::string specFolder;
    std::string output;
    int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    bool resume = false, force = false, quiet = false;
    BatchSettings settings;
};

Result<BatchPlan> makePlan(const Options& options) {
    Diagnostics faults;
    std::vector<HardwareSpec> specs;
    for (const std::string& name : options.specs) {
        auto spec = loadSpec(name, specFolders(options.specFolder));
        if (spec)
            specs.push_back(std::move(*spec));
        else
            faults.insert(faults.end(), spec.diagnostics().begin(), spec.diagnostics().end());
    }
    auto launches = openLaunches({options.launches.begin(), options.launches.end()});
    if (!launches) faults.insert(faults.end(), launches.diagnostics().begin(), launches.diagnostics().end());
    if (!faults.empty()) return faults;
    return BatchPlan(std::move(*launches), std::move(specs), options.settings);
}

Result<OpenedSink> openOutput(const Options& options, const BatchPlan& plan) {
    if (options.output.empty()) return standardOutputSink(plan);
    const auto record = planRecord(plan, WARPSTRING_VERSION);
    if (!record) return record.diagnostics();
    const auto mode = options.resume  ? OutputMode::Resume
                      : options.force ? OutputMode::Replace
                                      : OutputMode::Create;
    return openSink(options.output, *rowFileFormat(options.output), mode, plan, *record);
}

bool isWriteFault(const Diagnostics& faults) {
    return std::any_of(faults.begin(), faults.end(), [](const auto& f) { return f.code == "output.write"; });
}

void tellInterrupted(const Options& options, const BatchProgress& progress) {
    const std::string done = std::to_string(progress.written) + " of " + std::to_string(progress.total);
    printDiagnostics({{"batch.interrupted",
                       Severity::Error,
                       {options.output, 0, 0},
                       "interrupted: " + done + " launches are written",
                       options.output.empty() ? "a batch that writes to a file (-o) can be resumed"
                                              : "run the same command with --resume to go on from there"}});
}

int runBatchCommand(const Options& options) {
    const auto plan = makePlan(options);
    if (!plan) {
        printDiagnostics(plan.diagnostics());
        return exitBadInput;
    }
    auto output = openOutput(options, *plan);
    if (!output) {
        printDiagnostics(output.diagnostics());
        return isWriteFault(output.diagnostics()) ? exitResultHasErrors : exitBadInput;
    }
    ProgressLine line(output->rows);
    const std::atomic<bool>& interrupted = catchInterruptions();
    bool told = false;
    BatchOptions run;
    run.jobs = options.jobs;
    run.first = output->rows;
    run.cancel = &interrupted;
    run.onProgress = [&](const BatchProgress& progress) {
        if (interrupted && !told && progress.written < progress.total) {
            told = true;
            line.clear();
            std::cerr << "interrupted: finishing the launches in flight; once more to end at once\n";
        }
        if (!options.quiet && !told) line.show(progress);
    };
    GraphCache graphs;
    const BatchOutcome outcome = runBatch(*plan, graphs, *output->sink, run);
    line.clear();
    if (!outcome.faults.empty()) {
        printDiagnostics(outcome.faults);
        return exitResultHasErrors;
    }
    if (outcome.cancelled) {
        tellInterrupted(options, outcome.progress);
        return exitInterrupted;
    }
    const std::uint64_t errors = output->errors + outcome.progress.errors;
    if (!options.quiet)
        std::cerr << outcome.progress.written << " launches"
                  << (output->rows > 0 ? ", " + std::to_string(output->rows) + " of them from before" : "")
                  << (errors > 0 ? ", " + std::to_string(errors) + " with errors: see their diagnostics" : "")
                  << "\n";
    return errors > 0 ? exitResultHasErrors : exitOk;
}

} // namespace

void addBatch(CLI::App& program, int& exit) {
    auto options = std::make_shared<Options>();
    auto* command = program.add_subcommand("batch", "simulate sweeps and folders of launches on all cores");
    command->add_option("launches", options->launches, "launch files (TOML) and folders of them")->required();
    command->add_option("-s,--spec", options->specs, "hardware spec: a name (see 'spec list') or a file")
        ->capture_default_str()
        ->allow_extra_args(false);
    command->add_option("--spec-dir", options->specFolder, "folder in which spec names are looked up first");
    command->add_option("-O,--options", options->settings.options, "build options added to the launches'");
    command
        ->add_option("-o,--output", options->output,
                     "results as .jsonl, .csv, .sqlite or .db; JSON Lines to stdout without")
        ->check([](const std::string& path) -> std::string {
            return rowFileFormat(path) ? "" : path + " ends neither in .jsonl, .csv, .sqlite nor .db";
        });
    command->add_option("-j,--jobs", options->jobs, "launches computed at once")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    auto* resume = command->add_flag("--resume", options->resume, "go on where an interrupted batch ended");
    auto* force = command->add_flag("--force", options->force, "replace the output file");
    resume->needs("--output");
    resume->excludes(force);
    command->add_flag("--source-shape", options->settings.sourceShape,
                      "keep loops and branches as written, as in the paper's strings");
    command->add_flag("--strings", options->settings.withStrings, "write each launch's token string");
    command
        ->add_option("--threshold", options->settings.threshold,
                     "evaluation steps that a condition may cost before it is bounded")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_flag("-q,--quiet", options->quiet, "no progress on stderr");
    command->callback([options, &exit] { exit = runBatchCommand(*options); });
}

} // namespace warpstring::cli
