// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/row_threads.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace warpstring::batch {

namespace {

constexpr auto progressEvery = std::chrono::milliseconds(100);

} // namespace

BatchOutcome runRowThreads(std::uint64_t rows, RowSink& sink, const BatchOptions& options, std::uint64_t window,
                           const RowThread& rowThread) {
    const auto jobs = static_cast<std::size_t>(std::max(1, options.jobs));
    OrderedDelivery delivery(sink, {options.first, rows}, options.window > 0 ? options.window : window);

    std::mutex mutex;
    std::condition_variable ended;
    std::size_t running = jobs;
    Diagnostics faults; // the first thread's that has some
    std::vector<std::thread> threads;
    threads.reserve(jobs);
    for (std::size_t i = 0; i < jobs; ++i)
        threads.emplace_back([&, i] {
            Diagnostics found = rowThread(i, delivery);
            if (!found.empty()) delivery.stop();
            const std::lock_guard lock(mutex);
            if (faults.empty()) faults = std::move(found);
            if (--running == 0) ended.notify_all();
        });
    const auto progress = [&] { return BatchProgress{delivery.written(), rows, delivery.errors()}; };
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
    const bool complete = outcome.faults.empty() && outcome.progress.written == rows;
    outcome.cancelled = outcome.faults.empty() && faults.empty() && !complete;
    if (outcome.faults.empty()) outcome.faults = sink.finish(complete);
    outcome.faults.insert(outcome.faults.begin(), faults.begin(), faults.end());
    if (options.onProgress) options.onProgress(outcome.progress);
    return outcome;
}

} // namespace warpstring::batch
