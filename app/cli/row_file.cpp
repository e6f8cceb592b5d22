// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/row_file.h"

#include "app/cli/row_progress.h"
#include "app/cli/rows_told.h"
#include "app/common/print_diagnostics.h"
#include "study/batch/plan_record.h"

namespace warpstring::cli {

namespace {

int tellInterrupted(const batch::RowPlan& plan, const RowFileRun& run, const batch::BatchProgress& progress) {
    printDiagnostics({{"batch.interrupted",
                       Severity::Error,
                       {run.options.file, 0, 0},
                       "interrupted: " + std::to_string(progress.written) + " of " +
                           std::to_string(progress.total) + " " + plan.rowsAre + " are written",
                       "run the same command with --resume to go on from there"}});
    return exitInterrupted;
}

std::optional<int> bringFromCluster(const batch::RowPlan& plan, const std::string& record,
                                    const RowFileRun& run) {
    const RowFileOptions& options = run.options;
    const auto rows = computeOnCluster(
        plan, record,
        {options.cluster, options.file, "--rows", run.taskWords, run.resume, options.force, run.quiet});
    if (!rows.exit && !run.quiet) std::cerr << rows.done << "\n";
    return rows.exit;
}

} // namespace

void RowFileOptions::addTo(CLI::App& command, const std::string& are) {
    command
        .add_option("--rows", file,
                    "a .jsonl file for what is simulated of the " + are +
                        ", a row each; with --resume those that it holds are not simulated again")
        ->check([](const std::string& path) -> std::string {
            return batch::rowFileFormat(path) == batch::RowFileFormat::JsonLines
                       ? ""
                       : path + " does not end in .jsonl";
        })
        ->group("Rows");
    command.add_flag("--force", force, "replace the file of rows")->needs("--rows")->group("Rows");
    part.addTo(command, "--rows");
    for (const char* name : {"--shard", "--of-plan"}) command.get_option(name)->group("Rows");
    cluster.addTo(command, "--rows");
}

std::optional<int> bringRows(batch::RowPlan plan, batch::RowMaker& maker, const RowFileRun& run) {
    const RowFileOptions& options = run.options;
    const std::string whole = batch::planRecord(plan, WARPSTRING_VERSION);
    if (const auto faults = options.part.strangeness(whole); !faults.empty()) return fail(faults);
    if (options.cluster.slurm) return bringFromCluster(plan, whole, run);
    plan.part = options.part.partOf(plan);
    const auto mode = run.resume      ? batch::OutputMode::Resume
                      : options.force ? batch::OutputMode::Replace
                                      : batch::OutputMode::Create;
    auto file = batch::openRowLines(options.file, mode, plan, maker, planRecord(plan, WARPSTRING_VERSION));
    if (!file) return fail(file.diagnostics());
    const std::uint64_t before = file->rows, errorsBefore = file->errors;
    RowProgress progress(before, run.quiet, run.interrupted);
    batch::BatchOptions how;
    how.jobs = run.jobs;
    how.first = before;
    how.cancel = &run.interrupted;
    how.onProgress = [&](const batch::BatchProgress& now) { progress.show(now); };
    const auto outcome = batch::writeRowLines(std::move(*file), plan, maker, how);
    progress.clear();
    if (!outcome.faults.empty()) {
        printDiagnostics(outcome.faults);
        return exitResultHasErrors;
    }
    if (outcome.cancelled) return tellInterrupted(plan, run, outcome.progress);
    if (!plan.part) return std::nullopt;
    return tellRows(std::to_string(outcome.progress.written) + " " + plan.rowsAre +
                        (before > 0 ? ", " + std::to_string(before) + " of them from before" : ""),
                    errorsBefore + outcome.progress.errors, run.quiet);
}

} // namespace warpstring::cli
