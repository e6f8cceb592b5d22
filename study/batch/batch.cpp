// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/batch.h"

#include <algorithm>
#include <chrono>

#include "study/batch/row_threads.h"

namespace warpstring::batch {

namespace {

using Clock = std::chrono::steady_clock;

// A range should take about this long: short enough to share out evenly and to stop soon, long enough not to
// contend for the lock.
constexpr double rangeSeconds = 2e-3;
constexpr std::uint64_t mostRowsOfRange = 16;
constexpr auto longestHold = std::chrono::milliseconds(50);

void computeRows(const BatchPlan& plan, GraphCache& graphs, const RowSink& sink, OrderedDelivery& delivery,
                 const BatchOptions& options) {
    RowSimulator simulator(plan, graphs);
    std::uint64_t most = 1;
    for (;;) {
        if (options.cancel != nullptr && *options.cancel) delivery.stop();
        const auto range = delivery.take(most);
        if (!range) return;
        const auto begun = Clock::now();
        EncodedRows rows;
        rows.first = range->first;
        auto held = begun;
        for (std::uint64_t row = range->first; row < range->end; ++row) {
            const Cancellation cancellation(options.cancel, options.timeLimit);
            const bool isWanted = !options.wanted || options.wanted(row);
            BatchRow computed = isWanted ? simulator.row(row, &cancellation) : simulator.emptyRow(row);
            if (cancellation.reason() == StopReason::Interrupted) {
                delivery.stop(); // what was computed of the range before this row has no gap before it
                if (rows.count > 0) delivery.deliver(std::move(rows));
                return;
            }
            sink.encode(std::move(computed), rows);
            const auto now = Clock::now();
            if (row + 1 == range->end || now - held >= longestHold) {
                delivery.deliver(std::move(rows));
                rows = {};
                rows.first = row + 1;
                held = now;
            }
        }
        const double each = std::chrono::duration<double>(Clock::now() - begun).count() /
                            static_cast<double>(range->end - range->first);
        most = std::clamp(static_cast<std::uint64_t>(rangeSeconds / std::max(each, 1e-9)), std::uint64_t{1},
                          mostRowsOfRange);
    }
}

} // namespace

BatchOutcome runBatch(const BatchPlan& plan, GraphCache& graphs, RowSink& sink, const BatchOptions& options) {
    const auto jobs = static_cast<std::uint64_t>(std::max(1, options.jobs));
    return runRowThreads(plan.rows(), sink, options, 256 + 8 * mostRowsOfRange * jobs,
                         [&](std::size_t, OrderedDelivery& delivery) -> Diagnostics {
                             computeRows(plan, graphs, sink, delivery, options);
                             return {};
                         });
}

} // namespace warpstring::batch
