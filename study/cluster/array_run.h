// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a job array until every shard is whole: what failed, was killed or lost its node is submitted again.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/cluster/job_folder.h"
#include "study/cluster/slurm.h"
#include "study/shards/shard_cut.h"

namespace warpstring::cluster {

struct ArrayProgress {
    std::uint64_t shards = 0, done = 0, running = 0, waiting = 0;
    std::uint64_t rows = 0, allRows = 0; ///< rows: of shards that are done
    std::string waitsFor;                ///< Slurm's word of a task that waits; empty: none does
};

struct ArrayOptions {
    JobWishes wishes;
    int retries = 3; ///< of a shard, one after another without a new row
    std::chrono::milliseconds poll{5000};
    const std::atomic<bool>* cancel = nullptr; ///< set: the run ends, the job goes on
    std::function<void(const ArrayProgress&)> onProgress;
    std::function<void(const Diagnostic&)> onNote; ///< what was noticed and is dealt with
};

struct ArrayOutcome {
    bool cancelled = false;
    Diagnostics faults; ///< why not all shards are whole
};

/// Submits the shards of the rows that are neither whole nor with Slurm, waits, and does so again, until all
/// are whole. The folder was created for `record`, which describes all rows. A controller that does not answer
/// is asked again. Faults: slurm.shards-failed (as often as may be), those of Slurm's refusals, of the folder,
/// and of shards that cannot be read.
[[nodiscard]] ArrayOutcome runArray(const shards::CutRows& rows, const std::string& record,
                                    const JobFolder& folder, const ArrayOptions& options);

} // namespace warpstring::cluster
