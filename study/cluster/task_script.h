// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm runs for each task: this program, with one shard.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpstring::cluster {

struct TaskCommand {
    std::filesystem::path program;   ///< absolute
    std::vector<std::string> words;  ///< its subcommand and all but which shard goes where
    std::uint64_t tasks = 1;         ///< shards in all
    std::filesystem::path plan;      ///< absolute: the record that the batch must have
    std::filesystem::path shards;    ///< absolute: the folder of the shards
    std::string extension;           ///< of the shards: ".jsonl"
    std::string output = "--output"; ///< the option that names a shard's file
};

/// A script for sbatch, in which SLURM_ARRAY_TASK_ID is the shard's number.
[[nodiscard]] std::string taskScript(const TaskCommand& command);

} // namespace warpstring::cluster
