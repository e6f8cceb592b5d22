// SPDX-License-Identifier: GPL-3.0-or-later
// The process that talks to the driver, seen from the one that must survive it.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "core/process/child_process.h"
#include "core/result.h"
#include "core/text/json.h"

namespace warpstring::measure {

/// Where `warpstring-measure` is: $WARPSTRING_MEASURE, beside this program, or where the build put it. Fails
/// with measure.no-worker, which is of the surroundings.
[[nodiscard]] Result<std::filesystem::path> findWorker();

/// Runs `warpstring-measure --worker` (core/measure/worker/worker.h) when it is first asked, and again after it
/// died or was killed. Whatever a driver does, ask() returns within its time limit. Not for several threads at
/// once; on Linux the worker dies with the *thread* that started it.
class WorkerProcess {
public:
    explicit WorkerProcess(std::filesystem::path program) : program_(std::move(program)) {}
    ~WorkerProcess() { stop(); }
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Fails with measure.worker-start, measure.time-limit, measure.worker-died (with the last of what it wrote
    /// to standard error), measure.cancelled, or what the worker refused with. After all but the last the
    /// process is gone.
    [[nodiscard]] Result<Json> ask(const Json& request, double timeLimitSeconds);
    /// The last partial answer to the latest request: what there is when ask() failed. Null when there is none.
    [[nodiscard]] const Json& partial() const { return partial_; }
    /// Ends the process and all that it started, without waiting for a driver that does not answer.
    void stop() { child_.stop(); }
    /// ask() gives up when this becomes true; may be set by a signal handler.
    void cancelOn(const std::atomic<bool>* cancelled) { cancelled_ = cancelled; }

private:
    [[nodiscard]] Diagnostics start();
    [[nodiscard]] Diagnostic died();

    std::filesystem::path program_;
    const std::atomic<bool>* cancelled_ = nullptr;
    process::ChildProcess child_;
    Json partial_;
};

} // namespace warpstring::measure
