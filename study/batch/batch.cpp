// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/batch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "study/batch/ordered_delivery.h"

namespace warpstring::batch {

namespace {

using Clock = std::chrono::steady_clock;

// A range should take about this long: short enough to share out evenly and to stop soon, long enough not to
// contend for the lock.
constexpr double rangeSeconds = 2e-3;
constexpr std::uint64_t mostRowsOfRange = 16;
constexpr auto longestHold = std::chrono::milliseconds(50);
constexpr auto progressEvery = std::chrono::milliseconds(100);

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
    const std::uint64_t window = options.window > 0 ? options.window : 256 + 8 * mostRowsOfRange * jobs;
    OrderedDelivery delivery(sink, {options.first, plan.rows()}, window);

    std::mutex mutex;
    std::condition_variable ended;
    std::uint64_t running = jobs;
    std::vector<std::thread> threads;
    threads.reserve(jobs);
    for (std::uint64_t i = 0; i < jobs; ++i)
        threads.emplace_back([&] {
            computeRows(plan, graphs, sink, delivery, options);
            const std::lock_guard lock(mutex);
            if (--running == 0) ended.notify_all();
        });
    const auto progress = [&] { return BatchProgress{delivery.written(), plan.rows(), delivery.errors()}; };
    {
        std::unique_lock lock(mutex);
        while (!ended.wait_for(lock, progressEvery, [&] { return running == 0; })) {
            lock.unlock();
            if (options.cancel != nullptr && *options.cancel) delivery.stop();
            delivery.flush();
            if (options.onProgress) options.onProgress(progress());
            lock.lock();
        }
    }
    for (std::thread& thread : threads) thread.join();

    BatchOutcome outcome;
    outcome.faults = delivery.faults();
    outcome.progress = progress();
    const bool complete = outcome.faults.empty() && outcome.progress.written == plan.rows();
    outcome.cancelled = outcome.faults.empty() && !complete;
    if (outcome.faults.empty()) outcome.faults = sink.finish(complete);
    if (options.onProgress) options.onProgress(outcome.progress);
    return outcome;
}

} // namespace warpstring::batch
