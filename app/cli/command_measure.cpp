// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <fstream>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/measurement_text.h"
#include "app/cli/sequence_commands.h"
#include "app/common/choice_options.h"
#include "app/common/chosen_launches.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "core/measure/client/session_text.h"
#include "core/records/measurement_json.h"
#include "core/records/plan.h"
#include "study/batch/resolved_launches.h"

namespace warpstring::cli {

namespace {

struct MeasureCommandOptions {
    std::vector<std::string> launches;
    std::string device, output, plan, options;
    std::string cache = "warm";
    ChoiceOptions choice;
    bool json = false, resume = false, noWarpLatency = false, quiet = false;
    records::MeasureSettings settings;
};

int writePlan(const MeasureCommandOptions& options, const records::Plan& plan) {
    std::ofstream out(options.plan, std::ios::binary);
    if (!(out << toPlan(plan)).flush()) return fail({unwritable("plan", options.plan)});
    std::cerr << plan.launches.size() << " launches";
    if (!plan.sequences.empty()) std::cerr << " and " << plan.sequences.size() << " sequences";
    std::cerr << " in " << options.plan << "\n";
    return exitOk;
}

/// Where records go when no output is named: they are printed alone.
class Output {
public:
    explicit Output(const MeasureCommandOptions& options) : options_(options) {}

    Diagnostics open() {
        if (!options_.output.empty()) {
            auto store = records::RecordStore::open(options_.output);
            if (!store) return store.diagnostics();
            store_ = std::move(*store);
            return {};
        }
        scratch_ =
            std::filesystem::temp_directory_path() / ("warpstring-" + std::to_string(::getpid()) + ".jsonl");
        auto store = records::RecordStore::open(scratch_);
        if (!store) return store.diagnostics();
        store_ = std::move(*store);
        return {};
    }
    ~Output() {
        std::error_code ignored;
        if (!scratch_.empty()) std::filesystem::remove(scratch_, ignored);
    }

    records::RecordStore& store() { return store_; }

private:
    const MeasureCommandOptions& options_;
    std::filesystem::path scratch_;
    records::RecordStore store_;
};

Result<records::Plan> planOf(const MeasureCommandOptions& options, const SplitPaths& paths) {
    const auto sweeps =
        chosenSweeps(paths.launches, *options.choice, [] { return chosenSpec("", specFolders("")); });
    if (!sweeps) return sweeps.diagnostics();
    auto launches = batch::resolveLaunches(*sweeps, options.options);
    if (!launches) return launches.diagnostics();
    auto sequences = resolvedSequences(paths.sequences, options.options);
    if (!sequences) return sequences.diagnostics();
    return records::Plan{std::move(*launches), std::move(*sequences)};
}

int runMeasure(MeasureCommandOptions options) {
    options.settings.warpLatency = !options.noWarpLatency;
    options.settings.cache = options.cache == "cold" ? records::CacheState::Cold : records::CacheState::Warm;
    const SplitPaths paths = splitPaths(options.launches);
    if (Diagnostics faults = refusedChoice(paths.sequences, options.choice); !faults.empty()) {
        printDiagnostics(faults);
        return exitUsage;
    }
    const auto plan = planOf(options, paths);
    if (!plan) return fail(plan.diagnostics());
    if (!options.plan.empty()) return writePlan(options, *plan);

    const auto program = measure::findWorker();
    if (!program) return fail(program.diagnostics());
    Output output(options);
    if (Diagnostics faults = output.open(); !faults.empty()) return fail(faults);
    measure::WorkerProcess worker(*program);
    const std::atomic<bool>& interrupted = catchInterruptions();
    worker.cancelOn(&interrupted);

    const bool printsRecords = options.output.empty();
    bool first = true;
    const auto report = [&](const auto& progress) {
        if (!options.quiet && (progress.record != nullptr || progress.resumed))
            std::cerr << paint(lineOf(progress), Colour::Dim, wantsColour(2)) << "\n";
        if (progress.record == nullptr) return;
        printDiagnostics(progress.record->diagnostics);
        if (!printsRecords) return;
        if (options.json)
            std::cout << (first ? "[" : ",\n") << toJson(*progress.record).compact() << std::flush;
        else if (progress.record->status != records::MeasurementStatus::Failed)
            std::cout << (first ? "" : "\n") << reportText(*progress.record, wantsColour(1)) << std::flush;
        first = false;
    };
    const auto summary = measurePlan(*plan, options.device, options.settings, options.resume, output.store(),
                                     worker, report, report);
    if (printsRecords && options.json && !first) std::cout << "]\n";
    if (!summary) return fail(summary.diagnostics());
    printDiagnostics(summary->diagnostics);
    if (!options.quiet)
        std::cerr << lineOf(*summary) << (printsRecords ? "" : "; records in " + options.output) << "\n";
    if (interrupted) return exitInterrupted;
    return summary->failed + summary->wrong + summary->left > 0 ? exitResultHasErrors : exitOk;
}

} // namespace

void addMeasure(CLI::App& program, int& exit) {
    auto options = std::make_shared<MeasureCommandOptions>();
    records::MeasureSettings& settings = options->settings;
    auto* command = program.add_subcommand("measure", "run launches on an OpenCL device and time them");
    command
        ->add_option("launches", options->launches,
                     "kernels (.cl), launch files, sequences (TOML) and folders of launch files")
        ->required();
    command->add_option("-d,--device", options->device,
                        "an index of 'warpstring devices' or a part of a name; the first GPU without");
    command->add_option("-o,--output", options->output,
                        "a .jsonl file to append records to, or a folder for a file each; printed without");
    command->add_option("-O,--options", options->options, "build options added to the launches'");
    auto* resume = command->add_flag("--resume", options->resume, "pass over launches that the output holds");
    resume->needs("--output");
    command->add_option("--plan", options->plan,
                        "measure nothing; write a plan for warpstring-measure on another machine");
    command
        ->add_option("--cache", options->cache,
                     "warm: runs follow each other; cold: caches are emptied before each")
        ->check(CLI::IsMember({"warm", "cold"}))
        ->capture_default_str();
    command->add_flag("--no-warp-latency", options->noWarpLatency, "do not run the probe");
    command
        ->add_option("--standard-error", settings.stop.standardError,
                     "stop when the mean's standard error is below this fraction of the mean")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    command->add_option("--min-samples", settings.stop.leastSamples, "samples, at least")
        ->capture_default_str()
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--max-samples", settings.stop.mostSamples, "samples, at most")
        ->capture_default_str()
        ->check(CLI::Range(1, 1'000'000));
    command
        ->add_option("--max-seconds", settings.stop.mostSeconds,
                     "of kernel time; then no more samples than the least")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    command->add_option("--warm-up", settings.warmUpRuns, "runs before the first sample, at least")
        ->capture_default_str()
        ->check(CLI::Range(0, 1'000'000));
    command->add_option("--transfers", settings.transferRuns, "timed transfers per buffer and direction")
        ->capture_default_str()
        ->check(CLI::Range(0, 1'000'000));
    command
        ->add_option("--time-limit", settings.timeLimitSeconds,
                     "seconds for a launch; then its process is killed and the next one goes on")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    options->choice.addTo(*command);
    command->add_flag("--json", options->json, "print records as JSON");
    command->add_flag("-q,--quiet", options->quiet, "no progress on stderr");
    command->callback([options, &exit] { exit = runMeasure(*options); });
}

} // namespace warpstring::cli
