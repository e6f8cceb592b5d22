// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "app/cli/cluster_run.h"
#include "app/cli/commands.h"
#include "app/cli/row_progress.h"
#include "app/cli/rows_told.h"
#include "app/cli/shard_options.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/plan_options.h"
#include "app/common/print_diagnostics.h"
#include "study/batch/plan_record.h"
#include "study/workers/process_batch.h"

namespace warpstring::cli {

namespace {

struct BatchCommandOptions : PlanOptions {
    std::string output;
    bool resume = false, force = false;
    ShardOptions part;
    ClusterOptions cluster;
};

/// The whole plan, or the part of it that is asked for.
Result<batch::BatchPlan> chosenPlan(const BatchCommandOptions& options) {
    auto plan = makePlan(options);
    if (!plan) return plan;
    if (!options.part.ofPlan.empty()) {
        const auto record = planRecord(*plan, WARPSTRING_VERSION);
        if (!record) return record.diagnostics();
        if (auto faults = options.part.strangeness(*record); !faults.empty()) return faults;
    }
    if (!options.part.shard.empty()) plan->restrictTo(*options.part.partOf(*plan));
    return plan;
}

Result<batch::OpenedSink> openOutput(const BatchCommandOptions& options, const batch::BatchPlan& plan) {
    if (options.output.empty()) return standardOutputSink(plan);
    const auto record = planRecord(plan, WARPSTRING_VERSION);
    if (!record) return record.diagnostics();
    const auto mode = options.resume  ? batch::OutputMode::Resume
                      : options.force ? batch::OutputMode::Replace
                                      : batch::OutputMode::Create;
    return openSink(options.output, *batch::rowFileFormat(options.output), mode, plan, *record);
}

void tellInterrupted(const BatchCommandOptions& options, const batch::BatchProgress& progress) {
    const std::string done = std::to_string(progress.written) + " of " + std::to_string(progress.total);
    printDiagnostics({{"batch.interrupted",
                       Severity::Error,
                       {options.output, 0, 0},
                       "interrupted: " + done + " launches are written",
                       options.output.empty() ? "a batch that writes to a file (-o) can be resumed"
                                              : "run the same command with --resume to go on from there"}});
}

int runOnCluster(const BatchCommandOptions& options, const batch::BatchPlan& plan, const CLI::App& command) {
    const auto record = planRecord(plan, WARPSTRING_VERSION);
    if (!record) return fail(record.diagnostics());
    const auto rows =
        computeOnCluster(plan, *record,
                         {options.cluster, options.output, "--output", taskWords(command, {"output"}),
                          options.resume, options.force, options.quiet});
    return rows.exit ? *rows.exit : tellRows(rows.done, rows.errors, options.quiet);
}

int runBatchCommand(const BatchCommandOptions& options, const CLI::App& command) {
    const auto plan = chosenPlan(options);
    if (!plan) return fail(plan.diagnostics());
    if (options.cluster.slurm) return runOnCluster(options, *plan, command);
    auto output = openOutput(options, *plan);
    if (!output) return fail(output.diagnostics());
    const std::atomic<bool>& interrupted = catchInterruptions();
    RowProgress line(output->rows, options.quiet, interrupted);
    batch::BatchOptions run;
    run.jobs = options.jobs;
    run.first = output->rows;
    run.cancel = &interrupted;
    run.timeLimit = options.timeLimit;
    run.onProgress = [&](const batch::BatchProgress& progress) { line.show(progress); };
    // This program's own file, whatever its name stands for by now.
    const process::ChildCommand worker{"/proc/self/exe", {"worker"}};
    const batch::BatchOutcome outcome = workers::runInProcesses(*plan, *output->sink, run, worker);
    line.clear();
    if (!outcome.faults.empty()) {
        printDiagnostics(outcome.faults);
        return exitResultHasErrors;
    }
    if (outcome.cancelled) {
        tellInterrupted(options, outcome.progress);
        return exitInterrupted;
    }
    return tellRows(std::to_string(outcome.progress.written) + " launches" +
                        (output->rows > 0 ? ", " + std::to_string(output->rows) + " of them from before" : ""),
                    output->errors + outcome.progress.errors, options.quiet);
}

} // namespace

void addBatch(CLI::App& program, int& exit) {
    auto options = std::make_shared<BatchCommandOptions>();
    auto* command = program.add_subcommand("batch", "simulate sweeps and folders of launches on all cores");
    options->addTo(*command);
    command
        ->add_option("-o,--output", options->output,
                     "results as .jsonl, .csv, .sqlite or .db; JSON Lines to stdout without")
        ->check([](const std::string& path) -> std::string {
            return batch::rowFileFormat(path) ? "" : path + " ends neither in .jsonl, .csv, .sqlite nor .db";
        });
    auto* resume = command->add_flag("--resume", options->resume, "go on where an interrupted batch ended");
    auto* force = command->add_flag("--force", options->force, "replace the output file");
    resume->needs("--output");
    resume->excludes(force);
    options->part.addTo(*command, "--output");
    options->cluster.addTo(*command, "--output");
    command->add_flag("--source-shape", options->settings.sourceShape,
                      "keep loops and branches as written, as in the paper's strings");
    command->add_flag("--strings", options->settings.withStrings, "write each launch's token string");
    command
        ->add_option("--threshold", options->settings.threshold,
                     "evaluation steps that a condition may cost before it is bounded")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->callback([options, command, &exit] { exit = runBatchCommand(*options, *command); });
}

} // namespace warpstring::cli
