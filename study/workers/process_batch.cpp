// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/process_batch.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <sstream>
#include <utility>

#include "study/batch/row_threads.h"
#include "study/workers/row_worker.h"
#include "study/workers/source_shares.h"

namespace warpstring::workers {

namespace {

using Clock = std::chrono::steady_clock;
using End = RowWorker::End;

// A share should take about this long: what is asked and answered between two of them takes a few hundredths of
// it.
constexpr double shareSeconds = 20e-3;
constexpr std::uint64_t mostRowsOfShare = 128;
constexpr std::uint64_t growth = 4; // of one share over the one before: the next rows may take longer

Diagnostic rowDied(const batch::BatchRow& row, const RowWorker& worker) {
    return {"batch.row-died",
            Severity::Error,
            {row.file, 0, 0},
            "the process that simulated the launch " + worker.death(),
            worker.mayLackMemory()
                ? "does it take more memory than there is? fewer --jobs leave more to each"
                : "the other launches are not touched; 'warpstring simulate' of this one shows "
                  "whether it is the launch"};
}

Diagnostic rowHung(const batch::BatchRow& row, std::chrono::duration<double> limit) {
    std::ostringstream seconds;
    seconds << limit.count();
    return {"simulate.time-limit",
            Severity::Error,
            {row.file, 0, 0},
            "there was no answer within the time limit of " + seconds.str() +
                " s, and the process that simulated the launch did not react",
            "the other launches are not touched; a higher --time-limit if the launch is worth it",
            Origin::Surroundings};
}

/// The rows that one thread brings, from one worker after another.
class WorkerThread {
public:
    WorkerThread(const batch::BatchPlan& plan, const batch::RowSink& sink, batch::OrderedDelivery& delivery,
                 const RowWorker::Settings& settings)
        : plan_(plan), sink_(sink), delivery_(delivery), settings_(settings), worker_(settings) {}

    /// Whether to go on; else faults() or a cancellation.
    [[nodiscard]] bool bring(const batch::RowRange& share) {
        std::uint64_t next = share.first;
        std::uint64_t alone = 0; // rows that are asked for one by one: one of them was fatal
        while (next < share.end) {
            const std::uint64_t end = alone > 0 ? next + 1 : share.end;
            const End how = worker_.compute({next, end}, [&](RowsMessage message) {
                next += message.rows.size();
                deliver(std::move(message));
            });
            if (how == End::Cancelled || how == End::Refused) return false;
            if (how == End::Done) {
                alone -= std::min<std::uint64_t>(alone, 1);
            } else if (end == next + 1 && (how == End::Hung || worker_.wasFresh())) {
                deliver(fatalRow(next, how));
                ++next;
                alone = 0;
            } else {
                alone = std::max<std::uint64_t>(alone, std::min(mostRowsOfMessage, share.end - next));
            }
        }
        return true;
    }
    [[nodiscard]] const Diagnostics& faults() const { return worker_.faults(); }

private:
    void deliver(RowsMessage message) {
        batch::EncodedRows rows;
        rows.first = message.first;
        for (batch::BatchRow& row : message.rows) sink_.encode(std::move(row), rows);
        delivery_.deliver(std::move(rows));
    }
    RowsMessage fatalRow(std::uint64_t index, End how) {
        batch::GraphCache none;
        batch::BatchRow row = batch::RowSimulator(plan_, none).emptyRow(index);
        row.diagnostics.push_back(how == End::Hung ? rowHung(row, *settings_.timeLimit)
                                                   : rowDied(row, worker_));
        RowsMessage message{index, {}};
        message.rows.push_back(std::move(row));
        return message;
    }

    const batch::BatchPlan& plan_;
    const batch::RowSink& sink_;
    batch::OrderedDelivery& delivery_;
    const RowWorker::Settings& settings_;
    RowWorker worker_;
};

} // namespace

batch::BatchOutcome runInProcesses(const batch::BatchPlan& plan, batch::RowSink& sink,
                                   const batch::BatchOptions& options, const process::ChildCommand& worker) {
    RowWorker::Settings settings{worker, {}, options.cancel, options.timeLimit};
    settings.order =
        bytesOf(orderOf(plan, options.timeLimit ? std::optional(options.timeLimit->count()) : std::nullopt));
    batch::BatchOptions run = options;
    const std::uint64_t rows = plan.rows() - options.first;
    run.jobs = static_cast<int>(std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::max(1, options.jobs)),
                                                          1, std::max<std::uint64_t>(rows, 1)));
    const auto jobs = static_cast<std::size_t>(run.jobs);
    SourceShares shares(plan, {options.first, plan.rows()}, jobs); // asked by one thread at a time: Choose
    const auto isCancelled = [&] { return options.cancel != nullptr && *options.cancel; };
    return batch::runRowThreads(
        plan.rows(), sink, run, 256 + 4 * mostRowsOfShare * jobs,
        [&](std::size_t number, batch::OrderedDelivery& delivery) -> Diagnostics {
            WorkerThread thread(plan, sink, delivery, settings);
            std::uint64_t most = 1;
            for (;;) {
                if (isCancelled()) delivery.stop();
                const auto share =
                    delivery.take([&](std::uint64_t end) { return shares.take(number, end, most); });
                if (!share) return {};
                const auto begun = Clock::now();
                if (!thread.bring(*share)) {
                    delivery.stop();
                    return thread.faults();
                }
                const std::uint64_t count = share->end - share->first;
                const double each =
                    std::chrono::duration<double>(Clock::now() - begun).count() / static_cast<double>(count);
                most = std::clamp(static_cast<std::uint64_t>(shareSeconds / std::max(each, 1e-9)),
                                  std::uint64_t{1}, std::min(mostRowsOfShare, growth * count));
            }
        });
}

} // namespace warpstring::workers
