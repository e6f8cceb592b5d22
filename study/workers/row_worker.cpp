// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/row_worker.h"

#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "core/process/messages.h"
#include "study/workers/worker.h"

namespace warpstring::workers {

namespace {

using Clock = std::chrono::steady_clock;
using State = process::ChildProcess::State;

constexpr auto heartbeat = std::chrono::milliseconds(50); ///< to see a cancellation
constexpr auto longestStart = std::chrono::seconds(60);
constexpr int mostStarts = 3; ///< in a row
/// What a row may take beyond its time limit until its worker counts as hung: it asks about every millisecond.
constexpr auto grace = std::chrono::seconds(1);
/// To answer what is done, within the second that an interruption may take.
constexpr auto longestGoodbye = std::chrono::milliseconds(400);

Diagnostic startFault(const process::ChildCommand& command, const std::string& why) {
    return {"batch.worker-start",
            Severity::Error,
            {},
            "a process for the launches, " + command.program.string() + ", cannot be started: " + why,
            "are there too many processes, or is there too little memory? fewer --jobs take less of both",
            Origin::Surroundings};
}

} // namespace

void RowWorker::noteDeath() {
    const auto ending = child_.awaitEnding();
    death_ = ending ? ending->text() : "ended";
    mayLackMemory_ = ending && (ending->signal == SIGKILL || ending->exit == exitOutOfMemory);
    if (ending && ending->exit == exitOutOfMemory) death_ = "found no memory";
}

RowWorker::End RowWorker::start() {
    for (int tries = 1;; ++tries) {
        std::string why;
        if (const int error = child_.start(settings_.command); error != 0) {
            why = std::strerror(error);
        } else {
            child_.send(process::framed(settings_.order));
            const auto begun = Clock::now();
            auto state = State::Running;
            while (state == State::Running && Clock::now() - begun < longestStart) {
                if (isCancelled()) return End::Cancelled;
                state = child_.exchange(heartbeat);
                const auto answer = process::takeMessage(child_.received());
                if (!answer) continue;
                const auto refusal = fromBytes<Diagnostics>(*answer);
                if (refusal && refusal->empty()) {
                    isFresh_ = true;
                    return End::Done;
                }
                faults_ = refusal.value_or(
                    Diagnostics{startFault(settings_.command, "it answers what is no answer")});
                return End::Refused;
            }
            if (state == State::Ended) noteDeath();
            why = state == State::Ended ? "it " + death_ : "it does not answer";
            if (!child_.errors().empty()) why += "; it wrote:\n" + child_.errors();
            child_.stop();
        }
        if (tries == mostStarts) {
            faults_ = {startFault(settings_.command, why)};
            return End::Refused;
        }
        std::this_thread::sleep_for(heartbeat);
    }
}

std::optional<RowWorker::End> RowWorker::receive(std::uint64_t& next, std::uint64_t end, const OnRows& onRows) {
    while (const auto bytes = process::takeMessage(child_.received())) {
        auto message = fromBytes<RowsMessage>(*bytes);
        if (!message || message->first != next || message->rows.size() > end - next) {
            death_ = "answered what are no rows";
            mayLackMemory_ = false;
            return End::Died;
        }
        next += message->rows.size();
        onRows(std::move(*message));
    }
    if (next == end) return End::Done;
    return std::nullopt;
}

RowWorker::End RowWorker::cancel(std::uint64_t next, std::uint64_t end, const OnRows& onRows) {
    child_.terminate();
    const auto begun = Clock::now();
    while (Clock::now() - begun < longestGoodbye) {
        const auto state = child_.exchange(heartbeat);
        if (receive(next, end, onRows) || state == State::Ended) break;
    }
    return End::Cancelled;
}

RowWorker::End RowWorker::compute(const batch::RowRange& share, const OnRows& onRows) {
    if (!child_.isStarted())
        if (const End started = start(); started != End::Done) {
            child_.stop();
            return started;
        }
    wasFresh_ = std::exchange(isFresh_, false);
    child_.send(process::framed(bytesOf(share)));
    std::uint64_t next = share.first;
    auto heard = Clock::now();
    std::optional<End> end;
    while (!end) {
        const std::uint64_t before = next;
        const auto state = child_.exchange(heartbeat);
        end = receive(next, share.end, onRows);
        const auto now = Clock::now();
        if (next != before) heard = now;
        if (end) break;
        if (state == State::Ended) {
            noteDeath();
            end = End::Died;
        } else if (isCancelled()) {
            end = cancel(next, share.end, onRows);
        } else if (settings_.timeLimit && now - heard > *settings_.timeLimit + grace) {
            end = End::Hung;
        }
    }
    if (*end != End::Done) child_.stop();
    return *end;
}

} // namespace warpstring::workers
