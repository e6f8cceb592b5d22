// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a batch: its rows computed on several threads, delivered to a sink strictly in order.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "study/batch/batch_plan.h"
#include "study/batch/graph_cache.h"
#include "study/batch/row_sink.h"

namespace warpstring::batch {

struct BatchProgress {
    std::uint64_t written = 0; ///< rows, those of earlier runs included
    std::uint64_t total = 0;
    std::uint64_t errors = 0; ///< rows of this run whose status is "error"
};

struct BatchOptions {
    int jobs = 1;             ///< threads that compute, 1 or more
    std::uint64_t first = 0;  ///< row to begin at
    std::uint64_t window = 0; ///< rows that may be ahead of the one to be written; 0: enough for the jobs
    /// Set: no more rows are begun; those in flight are dropped, and what was computed before them is written.
    const std::atomic<bool>* cancel = nullptr;
    /// Seconds that a row may take before it is refused by name; none: any.
    std::optional<std::chrono::duration<double>> timeLimit{};
    /// Whether a row is to be computed; those that are not have neither figures nor diagnostics. None: all are.
    std::function<bool(std::uint64_t row)> wanted;
    std::function<void(const BatchProgress&)>
        onProgress; ///< called several times a second by runBatch's thread
};

struct BatchOutcome {
    BatchProgress progress;
    bool cancelled = false; ///< before the last row
    Diagnostics faults;     ///< of the sink or of processes: the batch ended early
};

/// Returns when all rows are written, the batch was cancelled or the sink has failed. Rows depend on the plan
/// alone, not on the jobs.
[[nodiscard]] BatchOutcome runBatch(const BatchPlan& plan, GraphCache& graphs, RowSink& sink,
                                    const BatchOptions& options);

} // namespace warpstring::batch
