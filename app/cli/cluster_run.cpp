// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cluster_run.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <random>
#include <unistd.h>

#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "study/batch/plan_record.h"
#include "study/cluster/array_run.h"
#include "study/cluster/task_script.h"
#include "study/shards/merge.h"

namespace warpstring::cli {

namespace {

// So many rows take a core some seconds or, with the timeline, minutes: long beside what a task costs.
constexpr std::uint64_t rowsOfTask = 10'000;
constexpr std::uint64_t mostTasksUnasked = 1000; // Slurm's own MaxArraySize is 1001

/// A line of what Slurm does with the shards, whenever it is another one.
class ArrayLine {
public:
    explicit ArrayLine(std::string rowsAre) : rowsAre_(std::move(rowsAre)) {}

    void show(const cluster::ArrayProgress& progress) {
        std::string line = std::to_string(progress.done) + " of " + std::to_string(progress.shards) +
                           " shards, " + std::to_string(progress.rows) + " of " +
                           std::to_string(progress.allRows) + " " + rowsAre_;
        if (progress.running > 0) line += ", " + std::to_string(progress.running) + " running";
        if (progress.waiting > 0) line += ", " + std::to_string(progress.waiting) + " waiting";
        if (progress.waiting > 0 && !progress.waitsFor.empty()) line += " (" + progress.waitsFor + ")";
        if (line == last_) return;
        std::cerr << (onTerminal_ ? "\r\033[K" : "") << line << (onTerminal_ ? "" : "\n") << std::flush;
        last_ = line;
    }
    void clear() {
        if (onTerminal_ && !last_.empty()) std::cerr << "\r\033[K" << std::flush;
        last_.clear();
    }

private:
    std::string rowsAre_;
    bool onTerminal_ = isatty(STDERR_FILENO) == 1;
    std::string last_;
};

/// A name that no other job has.
std::string newJobName() {
    std::random_device random;
    char name[32];
    std::snprintf(name, sizeof name, "warpstring-%08x", static_cast<unsigned>(random()));
    return name;
}

std::uint64_t tasksFor(std::uint64_t rows, std::uint64_t asked) {
    if (asked > 0) return asked;
    return std::clamp<std::uint64_t>((rows + rowsOfTask - 1) / rowsOfTask, 1, mostTasksUnasked);
}

Diagnostic jobExists(const cluster::JobFolder& folder) {
    return {"slurm.job-exists",
            Severity::Error,
            {folder.path().string(), 0, 0},
            "this was submitted before: " + folder.path().string() + " is there",
            "--resume goes on with it, --force cancels it and starts again"};
}

/// A folder for these rows: the one that is there, or a new one.
Diagnostics prepareFolder(std::uint64_t rows, const std::string& record, const ClusterJob& how,
                          cluster::JobFolder& folder) {
    if (folder.exists()) {
        const auto state = folder.read();
        const bool isBegun = !state || state->submissions > 0;
        if (how.force && state) {
            if (auto faults = cluster::Slurm().cancel(state->jobs); !faults.empty()) return faults;
        } else if (how.resume && isBegun) {
            if (!state) return state.diagnostics();
            const auto kept = folder.readPlan();
            if (!kept) return kept.diagnostics();
            return batch::planDifferences(*kept, record, how.output);
        } else if (!how.force && isBegun) {
            return {jobExists(folder)};
        }
        folder.remove();
    }
    std::error_code ignored;
    if (how.force) {
        std::filesystem::remove(how.output, ignored);
    } else if (std::filesystem::exists(how.output, ignored)) {
        return {{"batch.output-exists",
                 Severity::Error,
                 {how.output, 0, 0},
                 "there is already a file " + how.output,
                 "--force replaces it; one that was begun without --slurm is gone on with without --slurm"}};
    }
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const cluster::JobState state{newJobName(), tasksFor(rows, how.options.tasks), {}, 0};
    const cluster::TaskCommand command{program,         how.words,          state.tasks,     folder.plan(),
                                       folder.shards(), folder.extension(), how.outputOption};
    return folder.create(record, taskScript(command), state);
}

int tellInterrupted(const cluster::JobFolder& folder) {
    std::string jobs;
    if (const auto state = folder.read())
        for (const std::string& job : state->jobs) jobs += " " + job;
    printDiagnostics({{"slurm.interrupted",
                       Severity::Error,
                       {folder.path().string(), 0, 0},
                       "interrupted: the cluster goes on with what was submitted",
                       "the same command with --resume follows it" +
                           (jobs.empty() ? "" : "; 'scancel" + jobs + "' ends it")}});
    return exitInterrupted;
}

ClusterRows failed(const Diagnostics& faults) { return {fail(faults), "", 0}; }

ClusterRows merge(const ClusterJob& how, const cluster::JobFolder& folder) {
    const auto state = folder.read();
    if (!state) return failed(state.diagnostics());
    std::vector<std::filesystem::path> shards;
    shards.reserve(state->tasks);
    for (std::uint64_t number = 1; number <= state->tasks; ++number) shards.push_back(folder.shard(number));
    const auto rows = shards::mergeShards(how.output, shards, false);
    if (!rows) return failed(rows.diagnostics());
    folder.remove();
    return {std::nullopt,
            std::to_string(rows->rows) + " " + rows->rowsAre + " of " + std::to_string(shards.size()) +
                " shards",
            rows->errors};
}

/// What there is, where an earlier run has brought it to its end.
std::optional<ClusterRows> alreadyDone(const shards::ShardFile& all, const ClusterJob& how,
                                       const cluster::JobFolder& folder) {
    if (!how.resume || folder.exists() || !std::filesystem::exists(how.output)) return std::nullopt;
    const auto kept = shards::countWholeFile(how.output, all.record);
    if (!kept) return failed(kept.diagnostics());
    if (kept->rows < all.allRows) return std::nullopt;
    return ClusterRows{std::nullopt,
                       std::to_string(kept->rows) + " " + all.rowsAre + ", all of them from before",
                       kept->errors};
}

} // namespace

void ClusterOptions::addTo(CLI::App& command, const std::string& output) {
    auto* flag =
        command.add_flag("--slurm", slurm, "compute the rows as a Slurm job array of shards, and wait for it")
            ->needs(output)
            ->excludes("--shard")
            ->group("Slurm");
    const auto add = [&](CLI::Option* option) { option->needs(flag)->group("Slurm"); };
    add(command
            .add_option("--tasks", tasks,
                        "shards, a task each; without, one for each 10,000 rows, at most 1,000")
            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000})));
    add(command.add_option("--cpus", wishes.cpus, "processors of a task, a job on each")
            ->capture_default_str()
            ->check(CLI::Range(1, 1024)));
    add(command.add_option("--partition", wishes.partition, "the partition; Slurm's default without"));
    add(command.add_option("--time", wishes.time, "what a task may take, as sbatch has it: 30, 2:00:00"));
    add(command.add_option("--sbatch", wishes.more, "a word more for sbatch: --sbatch=--account=x")
            ->allow_extra_args(false));
    add(command
            .add_option("--retries", retries, "how often a shard may fail one after another without a new row")
            ->capture_default_str()
            ->check(CLI::Range(0, 1000)));
    add(command.add_option("--poll", pollSeconds, "seconds between two questions to the controller")
            ->capture_default_str()
            ->check(CLI::Range(0.1, 3600.0)));
}

std::vector<std::string> taskWords(const CLI::App& command, const std::vector<std::string>& own) {
    static const std::vector<std::string> ofTheRun{"resume",  "force",   "quiet", "jobs",      "shard",
                                                   "of-plan", "slurm",   "tasks", "partition", "time",
                                                   "sbatch",  "retries", "cpus",  "poll"};
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    std::vector<std::string> words, places;
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0) continue;
        if (option->get_positional()) {
            places = option->results();
            continue;
        }
        const std::string& name = option->get_lnames().front();
        if (has(ofTheRun, name) || has(own, name)) continue;
        if (option->get_items_expected_max() == 0) {
            words.push_back("--" + name);
            continue;
        }
        for (const std::string& value : option->results()) {
            std::string word = "--" + name;
            word += '=';
            word += value;
            words.push_back(std::move(word));
        }
    }
    words.insert(words.begin(), places.begin(), places.end());
    words.insert(words.begin(), command.get_name());
    return words;
}

ClusterRows computeOnCluster(const shards::CutRows& rows, const std::string& record, const ClusterJob& how) {
    const auto all = shards::fileOfRecord(how.output, record);
    if (!all) return failed(all.diagnostics());
    cluster::JobFolder folder(how.output);
    if (const auto done = alreadyDone(*all, how, folder)) return *done;
    if (const auto faults = prepareFolder(rows.count, record, how, folder); !faults.empty())
        return failed(faults);
    const std::atomic<bool>& interrupted = catchInterruptions();
    ArrayLine line(all->rowsAre);
    cluster::ArrayOptions run;
    run.wishes = how.options.wishes;
    run.retries = how.options.retries;
    run.poll = std::chrono::milliseconds(static_cast<std::int64_t>(how.options.pollSeconds * 1e3));
    run.cancel = &interrupted;
    run.onProgress = [&](const cluster::ArrayProgress& progress) {
        if (!how.quiet) line.show(progress);
    };
    run.onNote = [&](const Diagnostic& what) {
        line.clear();
        std::cerr << toText(what) << "\n";
    };
    const auto outcome = cluster::runArray(rows, record, folder, run);
    line.clear();
    if (outcome.cancelled) return {tellInterrupted(folder), "", 0};
    if (!outcome.faults.empty()) return failed(outcome.faults);
    return merge(how, folder);
}

} // namespace warpstring::cli
