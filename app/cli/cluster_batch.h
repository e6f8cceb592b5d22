// SPDX-License-Identifier: GPL-3.0-or-later
// A batch whose shards a cluster computes: options of `batch --slurm`, and the run from here.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "study/batch/batch_plan.h"
#include "study/cluster/slurm.h"

namespace warpstring::cli {

struct ClusterOptions {
    bool slurm = false;
    std::uint64_t tasks = 0; ///< 0: by the number of launches
    cluster::JobWishes wishes;
    int retries = 3;
    double pollSeconds = 5;

    /// Adds --slurm and what belongs to it.
    void addTo(CLI::App& command);
};

struct ClusterBatch {
    const ClusterOptions& options;
    std::string output;
    std::vector<std::string> words; ///< of the batch, for its tasks: batchWords()
    bool resume = false, force = false, quiet = false;
};

/// What was given on the command line of a batch, but for options of where and how it runs.
[[nodiscard]] std::vector<std::string> batchWords(const CLI::App& command);

/// Submits, follows, and joins the shards into the output. The exit code.
[[nodiscard]] int runOnCluster(const batch::BatchPlan& plan, const ClusterBatch& how);

} // namespace warpstring::cli
