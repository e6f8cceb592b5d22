// SPDX-License-Identifier: GPL-3.0-or-later
// --rows of `validate` and `tune`: what the model is asked goes to a file of rows, from which the report is
// made; in parts where it is large.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/cluster_run.h"
#include "app/cli/shard_options.h"
#include "study/batch/row_lines.h"

namespace warpstring::cli {

struct RowFileOptions {
    std::string file; ///< empty: rows stay in memory
    bool force = false;
    ShardOptions part;
    ClusterOptions cluster;

    /// Adds --rows, --force, --shard, --slurm and what belongs to them. `are`: "kernels".
    void addTo(CLI::App& command, const std::string& are);
};

struct RowFileRun {
    const RowFileOptions& options;
    bool resume = false, quiet = false;
    int jobs = 1;
    const std::atomic<bool>& interrupted;
    std::vector<std::string> taskWords; ///< see ClusterJob
};

/// Computes what is missing. Nothing once the file has all rows; else the exit code: of a shard, which is all
/// that was asked for, or where something was in the way.
[[nodiscard]] std::optional<int> bringRows(batch::RowPlan plan, batch::RowMaker& maker, const RowFileRun& run);

} // namespace warpstring::cli
