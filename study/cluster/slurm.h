// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of Slurm, through its own programs: sbatch, squeue, scancel, scontrol.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace warpstring::cluster {

/// What a user may say of a job; empty: as the cluster has it.
struct JobWishes {
    std::string partition;
    std::string time;              ///< as sbatch takes it: minutes, "2:00:00"
    std::vector<std::string> more; ///< words for sbatch: "--account=x"
    int cpus = 1;                  ///< of a task
};

struct Submission {
    std::string name;                 ///< of the job
    std::filesystem::path script;     ///< absolute
    std::filesystem::path log;        ///< absolute; %A and %a stand for job and task
    std::filesystem::path folder;     ///< where tasks run
    std::vector<std::uint64_t> tasks; ///< ascending
    JobWishes wishes;
};

struct TaskState {
    std::string job;
    std::uint64_t task = 0;
    std::string state;  ///< Slurm's word: PENDING, RUNNING, FAILED
    std::string reason; ///< Slurm's word: Resources, NonZeroExitCode; "None"
    std::string node;   ///< empty: none

    /// Not ended: Slurm will run it, or runs it.
    [[nodiscard]] bool isActive() const;
    /// It waits, and will for ever unless somebody does something about it.
    [[nodiscard]] bool isStuck() const;
};

inline constexpr const char* noControllerCode = "slurm.no-controller";

/// Codes of all calls: slurm.not-installed, slurm.no-configuration, slurm.no-controller (it does not answer,
/// which may pass), slurm.refused (with Slurm's words).
class Slurm {
public:
    /// `cancel` may be null: once it is set a call ends early, with slurm.no-controller.
    explicit Slurm(const std::atomic<bool>* cancel = nullptr) : cancel_(cancel) {}

    /// The job's number. Besides: slurm.refused-partition, slurm.array-too-large.
    [[nodiscard]] Result<std::string> submit(const Submission& submission) const;
    /// Tasks of these jobs, ended ones among them as long as Slurm knows them. Jobs that it knows no more have
    /// none.
    [[nodiscard]] Result<std::vector<TaskState>> tasksOf(const std::vector<std::string>& jobs) const;
    /// Numbers of jobs with this name, ended ones among them.
    [[nodiscard]] Result<std::vector<std::string>> jobsNamed(const std::string& name) const;
    /// "17", "17_3"; those that Slurm does not know are no fault.
    [[nodiscard]] Diagnostics cancel(const std::vector<std::string>& jobs) const;

private:
    [[nodiscard]] Result<std::string> ask(const std::string& program,
                                          const std::vector<std::string>& words) const;
    [[nodiscard]] std::string largestArrayText() const;

    const std::atomic<bool>* cancel_;
};

/// "1-4,7,9-12", as sbatch takes it.
[[nodiscard]] std::string arrayText(const std::vector<std::uint64_t>& tasks);

} // namespace warpstring::cluster
