// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/cluster/array_run.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <thread>
#include <utility>

#include "study/shards/shard_file.h"

namespace warpstring::cluster {

namespace {

namespace fs = std::filesystem;

struct ShardState {
    shards::ShardFile file;
    std::uint64_t rows = 0; ///< that were there when it was looked at last
    bool isWhole = false, isGivenUp = false;
    bool wasSubmitted = false;
    int tries = 0;  ///< that ended without a new row
    TaskState last; ///< the newest that Slurm knows
};

/// The line of a task's log that tells most: its first error, or else its last line.
std::string tellingLine(const fs::path& log) {
    std::ifstream file(log);
    std::string last;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("error:") || line.find(": error:") != std::string::npos) return line;
        if (!line.empty()) last = line;
    }
    return last;
}

std::string shardsText(const std::vector<std::uint64_t>& numbers) {
    return (numbers.size() == 1 ? "shard " : "shards ") + shards::numbersText(numbers);
}

/// Of numbers as Slurm writes them.
bool isLater(const std::string& job, const std::string& other) {
    return job.size() != other.size() ? job.size() > other.size() : job > other;
}

class ArrayRun {
public:
    ArrayRun(const shards::CutRows& rows, const shards::ShardFile& whole, const JobFolder& folder,
             const ArrayOptions& options, JobState state)
        : folder_(folder), options_(options), slurm_(options.cancel), state_(std::move(state)) {
        for (batch::PlanPart& part : shards::partsOf(rows, state_.tasks)) {
            ShardState shard;
            shard.file = whole;
            shard.file.path = folder.shard(part.number);
            shard.file.part = std::move(part);
            shards_.push_back(std::move(shard));
        }
    }

    ArrayOutcome run() {
        for (ShardState& shard : shards_) look(shard); // what an earlier run has left
        while (!isCancelled()) {
            if (!round()) return {isCancelled(), faults_};
            tell();
            if (all([](const ShardState& shard) { return shard.isWhole; })) return {};
            pause();
        }
        return {true, {}};
    }

private:
    /// False: the run is over, with faults or because it was cancelled.
    bool round() {
        if (!findLostSubmission() || !askSlurm()) return answers_ ? faults_.empty() : !isCancelled();
        bool someActive = false;
        std::vector<std::uint64_t> again;
        std::map<std::string, std::vector<std::uint64_t>> failed; // by how they ended
        for (ShardState& shard : shards_) {
            if (shard.isWhole) continue;
            const bool isActive = shard.last.isActive() && !shard.last.state.empty();
            const std::uint64_t before = shard.rows;
            // A node that is lost while it cleans up after a task keeps it in this state.
            if (!isActive || shard.last.state == "COMPLETING") look(shard);
            if (shard.isWhole) continue;
            someActive = someActive || isActive;
            if (isActive || shard.isGivenUp) continue;
            if (shard.wasSubmitted) {
                shard.tries = shard.rows > before ? 0 : shard.tries + 1;
                failed[howEnded(shard)].push_back(shard.file.part.number);
                if (shard.tries > options_.retries) {
                    shard.isGivenUp = true;
                    continue;
                }
            }
            again.push_back(shard.file.part.number);
        }
        if (!faults_.empty()) return false;
        tellFailed(failed);
        if (!again.empty()) return submit(again);
        return someActive || !giveUp();
    }

    /// Slurm's answer as it is now, in shards. False: none.
    bool askSlurm() {
        auto tasks = slurm_.tasksOf(state_.jobs);
        if (!takeAnswer(tasks)) return false;
        std::vector<std::string> stuck;
        for (ShardState& shard : shards_) shard.last = {};
        for (TaskState& task : *tasks) {
            if (task.task < 1 || task.task > shards_.size()) continue;
            if (task.isStuck()) {
                stuck.push_back(task.job + "_" + std::to_string(task.task));
                task.state = "CANCELLED";
            }
            TaskState& last = shards_[task.task - 1].last;
            // A shard is with one job at a time; of those that have ended the newest tells.
            if (last.job.empty() || task.isActive() || (!last.isActive() && isLater(task.job, last.job)))
                last = std::move(task);
        }
        // They would wait for ever.
        static_cast<void>(slurm_.cancel(stuck));
        return true;
    }

    /// A submission of which an earlier program did not live to hear. False: Slurm does not answer.
    bool findLostSubmission() {
        if (state_.submissions == state_.jobs.size()) return true;
        const auto jobs = slurm_.jobsNamed(state_.lastJobName());
        if (!takeAnswer(jobs)) return false;
        if (!jobs->empty()) state_.jobs.push_back(jobs->front());
        state_.submissions = state_.jobs.size();
        return true;
    }

    bool submit(const std::vector<std::uint64_t>& tasks) {
        // sbatch waits a minute for a controller that is not there, squeue some seconds.
        if (state_.jobs.empty())
            if (const auto known = slurm_.jobsNamed(state_.lastJobName()); !known) {
                faults_ = known.diagnostics();
                return false;
            }
        ++state_.submissions;
        faults_ = folder_.write(state_);
        if (!faults_.empty()) return false;
        const Submission submission{
            state_.lastJobName(), folder_.script(), folder_.logPattern(), fs::current_path(), tasks,
            options_.wishes};
        const auto job = slurm_.submit(submission);
        if (!job && job.diagnostics().front().code != noControllerCode) {
            --state_.submissions; // it is refused, not lost
            static_cast<void>(folder_.write(state_));
        }
        // The first of all is told at once: there is nothing to wait for yet.
        if (!job && state_.jobs.empty()) {
            faults_ = job.diagnostics();
            return false;
        }
        if (!takeAnswer(job)) return answers_ ? faults_.empty() : !isCancelled();
        state_.jobs.push_back(*job);
        for (const std::uint64_t task : tasks) {
            ShardState& shard = shards_[task - 1];
            shard.wasSubmitted = true;
            shard.last = {*job, task, "PENDING", "", ""};
        }
        faults_ = folder_.write(state_);
        return faults_.empty();
    }

    /// Whether there is an answer. A controller that is gone is waited for; other refusals are faults.
    template <class Value>
    bool takeAnswer(const Result<Value>& answer) {
        if (answer) {
            if (!std::exchange(answers_, true))
                note({"slurm.controller-back", Severity::Note, {}, "Slurm's controller answers again", ""});
            return true;
        }
        const Diagnostic& fault = answer.diagnostics().front();
        if (fault.code != noControllerCode) {
            answers_ = true;
            faults_ = answer.diagnostics();
            return false;
        }
        if (std::exchange(answers_, false) && !isCancelled()) {
            Diagnostic waiting = fault;
            waiting.severity = Severity::Warning;
            waiting.hint =
                "it is asked again until it does; Ctrl-C ends this program alone, and --resume goes on";
            note(waiting);
        }
        return false;
    }

    /// Counts its rows; one that is damaged is begun again.
    void look(ShardState& shard) {
        const auto rows = shards::countRows(shard.file);
        std::uint64_t count = 0;
        if (rows) {
            count = rows->rows;
        } else if (rows.diagnostics().front().code == "merge.damaged") {
            Diagnostic found = rows.diagnostics().front();
            found.severity = Severity::Warning;
            found.hint = "it is computed again";
            note(found);
            std::error_code ignored;
            fs::remove(shard.file.path, ignored);
        } else {
            faults_ = rows.diagnostics();
            return;
        }
        shard.isWhole = rows.ok() && count == shard.file.rows() && fs::exists(shard.file.path);
        shard.rows = count;
    }

    [[nodiscard]] static std::string howEnded(const ShardState& shard) {
        if (shard.last.state.empty()) return "Slurm knows it no more";
        std::string text = shard.last.state;
        if (shard.last.reason != "None" && !shard.last.reason.empty()) text += " (" + shard.last.reason + ")";
        return text;
    }

    void tellFailed(const std::map<std::string, std::vector<std::uint64_t>>& failed) const {
        for (const auto& [how, numbers] : failed) {
            const ShardState& first = shards_[numbers.front() - 1];
            const std::string line =
                first.last.job.empty() ? "" : tellingLine(folder_.log(first.last.job, numbers.front()));
            note({"slurm.task-failed",
                  Severity::Warning,
                  {},
                  shardsText(numbers) + (numbers.size() == 1 ? " is" : " are") + " not whole: " + how +
                      (line.empty() ? "" : ": " + line),
                  "what is missing is computed again"});
        }
    }

    /// Whether nothing is left to try; says which shards, and how each ended.
    bool giveUp() {
        std::vector<std::uint64_t> numbers;
        for (const ShardState& shard : shards_)
            if (shard.isGivenUp) numbers.push_back(shard.file.part.number);
        if (numbers.empty()) return false;
        const ShardState& first = shards_[numbers.front() - 1];
        const fs::path log = folder_.log(first.last.job, numbers.front());
        const std::string line = tellingLine(log);
        faults_ = {{"slurm.shards-failed",
                    Severity::Error,
                    {log.string(), 0, 0},
                    shardsText(numbers) + " of " + std::to_string(shards_.size()) + " failed " +
                        std::to_string(options_.retries + 1) + " times without a new row, the last time with " +
                        howEnded(first) + (line.empty() ? "" : ": " + line),
                    "mend that, then run the same command with --resume: the other shards are kept",
                    Origin::Surroundings}};
        return true;
    }

    void tell() const {
        if (!options_.onProgress) return;
        ArrayProgress progress;
        progress.shards = shards_.size();
        for (const ShardState& shard : shards_) {
            progress.allRows += shard.file.rows();
            if (shard.isWhole) {
                ++progress.done;
                progress.rows += shard.rows;
            } else if (shard.last.state == "PENDING") {
                ++progress.waiting;
                if (!shard.last.reason.empty() && shard.last.reason != "None")
                    progress.waitsFor = shard.last.reason;
            } else if (shard.last.isActive() && !shard.last.state.empty()) {
                ++progress.running;
            }
        }
        options_.onProgress(progress);
    }

    void note(const Diagnostic& what) const {
        if (options_.onNote) options_.onNote(what);
    }
    template <class Which>
    [[nodiscard]] bool all(const Which& which) const {
        return std::all_of(shards_.begin(), shards_.end(), which);
    }
    [[nodiscard]] bool isCancelled() const { return options_.cancel != nullptr && *options_.cancel; }

    void pause() const {
        constexpr auto slice = std::chrono::milliseconds(50);
        const auto end = std::chrono::steady_clock::now() + options_.poll;
        while (!isCancelled() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(slice);
    }

    const JobFolder& folder_;
    const ArrayOptions& options_;
    Slurm slurm_;
    JobState state_;
    std::vector<ShardState> shards_; ///< by number less one
    bool answers_ = true;            ///< the controller did when it was asked last
    Diagnostics faults_;
};

} // namespace

ArrayOutcome runArray(const shards::CutRows& rows, const std::string& record, const JobFolder& folder,
                      const ArrayOptions& options) {
    auto state = folder.read();
    if (!state) return {false, state.diagnostics()};
    const auto whole = shards::fileOfRecord(folder.shard(1), record);
    if (!whole) return {false, whole.diagnostics()};
    return ArrayRun(rows, *whole, folder, options, std::move(*state)).run();
}

} // namespace warpstring::cluster
