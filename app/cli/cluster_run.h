// SPDX-License-Identifier: GPL-3.0-or-later
// Rows whose shards a cluster computes: --slurm and its options, and the run from here.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/cluster/slurm.h"
#include "study/shards/shard_cut.h"

namespace warpstring::cli {

struct ClusterOptions {
    bool slurm = false;
    std::uint64_t tasks = 0; ///< 0: by the number of rows
    cluster::JobWishes wishes;
    int retries = 3;
    double pollSeconds = 5;

    /// Adds --slurm and what belongs to it. `output` is the option that names the file of rows; it and --shard
    /// are there already.
    void addTo(CLI::App& command, const std::string& output);
};

struct ClusterJob {
    const ClusterOptions& options;
    std::string output;             ///< the file of all rows
    std::string outputOption;       ///< that names it: "--output"
    std::vector<std::string> words; ///< of a task: taskWords()
    bool resume = false, force = false, quiet = false;
};

/// The command's name and what was given on its command line, but for options of where and how it runs, and
/// those named `own`, which are of no task.
[[nodiscard]] std::vector<std::string> taskWords(const CLI::App& command, const std::vector<std::string>& own);

struct ClusterRows {
    std::optional<int> exit; ///< rows are missing, of which was told why: the exit code
    std::string done;        ///< "12 launches of 3 shards"
    std::uint64_t errors = 0;
};

/// Submits, follows, and joins the shards of the rows that `record` describes into the output.
[[nodiscard]] ClusterRows computeOnCluster(const shards::CutRows& rows, const std::string& record,
                                           const ClusterJob& how);

} // namespace warpstring::cli
