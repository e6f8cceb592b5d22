// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a batch in worker processes: a row that dies costs itself.
#pragma once

#include "core/process/child_process.h"
#include "study/batch/batch.h"

namespace warpstring::workers {

/// As batch::runBatch, with the same rows, computed by as many processes as there are jobs; `options.wanted`
/// must not be set. `worker` is a program that calls runWorker(). The plan's specs and launches are read from
/// files.
///
/// Where a worker dies, what it had not answered is computed again row by row. A row over which a fresh worker
/// with no other row dies has the diagnostic batch.row-died; one over which it neither ends nor answers within
/// the time limit has simulate.time-limit. Workers that do not start end the batch with batch.worker-start, and
/// ones that find other files with batch.plan-changed; rows before that are kept.
[[nodiscard]] batch::BatchOutcome runInProcesses(const batch::BatchPlan& plan, batch::RowSink& sink,
                                                 const batch::BatchOptions& options,
                                                 const process::ChildCommand& worker);

} // namespace warpstring::workers
