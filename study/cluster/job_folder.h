// SPDX-License-Identifier: GPL-3.0-or-later
// What lies beside the output of a batch on a cluster while it is not whole: its plan, its shards, what was
// submitted. A program that was killed goes on from there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace warpstring::cluster {

struct JobState {
    std::string name;              ///< of the jobs, up to a number for each submission
    std::uint64_t tasks = 0;       ///< shards in all
    std::vector<std::string> jobs; ///< numbers, in the order of submission
    std::uint64_t submissions = 0; ///< begun; one more than jobs: the last may or may not have reached Slurm

    /// Of the submission that was begun last.
    [[nodiscard]] std::string lastJobName() const { return name + "-" + std::to_string(submissions); }
};

/// Paths are absolute.
class JobFolder {
public:
    /// Beside the output, with ".slurm" appended. Nothing is made.
    explicit JobFolder(const std::filesystem::path& output);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path plan() const { return path_ / "plan"; }
    [[nodiscard]] std::filesystem::path script() const { return path_ / "task.sh"; }
    [[nodiscard]] std::filesystem::path shards() const { return path_ / "shards"; }
    [[nodiscard]] std::filesystem::path shard(std::uint64_t number) const;
    [[nodiscard]] const std::string& extension() const { return extension_; }
    /// With %A and %a for job and task.
    [[nodiscard]] std::filesystem::path logPattern() const { return path_ / "logs" / "%A_%a.log"; }
    [[nodiscard]] std::filesystem::path log(const std::string& job, std::uint64_t task) const;

    /// There is a job in it, or the beginning of one.
    [[nodiscard]] bool exists() const;
    /// Makes the folder with a plan, a script and a state of nothing submitted. Codes: output.write,
    /// batch.output-unusable.
    [[nodiscard]] Diagnostics create(const std::string& plan, const std::string& script, const JobState& state);
    /// Fails with slurm.damaged-folder.
    [[nodiscard]] Result<JobState> read() const;
    /// In one step.
    [[nodiscard]] Diagnostics write(const JobState& state) const;
    [[nodiscard]] Result<std::string> readPlan() const;
    /// With all that is in it.
    void remove() const;

private:
    std::filesystem::path path_;
    std::string extension_;
};

} // namespace warpstring::cluster
