// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/worker.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <new>
#include <optional>
#include <utility>

#include "core/process/messages.h"
#include "study/workers/worker_messages.h"

namespace warpstring::workers {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto longestHold = std::chrono::milliseconds(50);

[[noreturn]] void endOutOfMemory() { ::_exit(exitOutOfMemory); }

/// Where the system has to choose, the batch and what it has done shall stay.
void beTheFirstToGo() { std::ofstream("/proc/self/oom_score_adj") << "500"; }

/// Whether to go on.
bool answerShare(batch::RowSimulator& simulator, const batch::RowRange& share, const WorkOrder& order,
                 int answers, const WorkerOptions& options) {
    std::optional<std::chrono::duration<double>> limit;
    if (order.timeLimitSeconds) limit.emplace(*order.timeLimitSeconds);
    RowsMessage message{share.first, {}};
    auto held = Clock::now();
    const auto answer = [&] {
        const std::uint64_t next = message.first + message.rows.size();
        const bool isWritten = message.rows.empty() || process::writeMessage(answers, bytesOf(message));
        message = {next, {}};
        return isWritten;
    };
    for (std::uint64_t row = share.first; row < share.end; ++row) {
        if (options.onRow) options.onRow(row);
        const Cancellation cancellation(options.cancel, limit);
        batch::BatchRow computed = simulator.row(row, &cancellation);
        if (cancellation.reason() == StopReason::Interrupted) {
            static_cast<void>(answer());
            return false;
        }
        message.rows.push_back(std::move(computed));
        const auto now = Clock::now();
        if (row + 1 < share.end && message.rows.size() < mostRowsOfMessage && now - held < longestHold)
            continue;
        held = now;
        if (!answer()) return false;
    }
    return true;
}

} // namespace

int runWorker(const WorkerOptions& options) {
    const int answers = ::dup(STDOUT_FILENO);
    if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
    std::set_new_handler(endOutOfMemory);
    beTheFirstToGo();
    const auto orderBytes = process::readMessage(STDIN_FILENO);
    const auto order = orderBytes ? fromBytes<WorkOrder>(*orderBytes) : std::nullopt;
    if (!order) return 2;
    const auto plan = planOf(*order);
    if (!process::writeMessage(answers, bytesOf(plan ? Diagnostics{} : plan.diagnostics())) || !plan) return 1;
    batch::GraphCache graphs;
    batch::RowSimulator simulator(*plan, graphs);
    while (const auto bytes = process::readMessage(STDIN_FILENO)) {
        const auto share = fromBytes<batch::RowRange>(*bytes);
        if (!share || share->end > plan->rows()) return 2;
        if (!answerShare(simulator, *share, *order, answers, options)) break;
    }
    return 0;
}

} // namespace warpstring::workers
