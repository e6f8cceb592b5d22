// SPDX-License-Identifier: GPL-3.0-or-later
// A worker process as the thread sees it that hands it rows.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/process/child_process.h"
#include "study/workers/worker_messages.h"

namespace warpstring::workers {

/// Starts the process when it is first asked, and again after it died. Not for several threads at once.
class RowWorker {
public:
    struct Settings {
        process::ChildCommand command;
        std::string order; ///< bytes of the WorkOrder
        const std::atomic<bool>* cancel = nullptr;
        std::optional<std::chrono::duration<double>> timeLimit{}; ///< of a row
    };
    /// How a share ended: Refused before it was asked for, with faults().
    enum class End { Done, Died, Hung, Cancelled, Refused };
    using OnRows = std::function<void(RowsMessage)>;

    explicit RowWorker(const Settings& settings) : settings_(settings) {}

    /// Hands out its rows in order as they come. After all but Done the process is gone.
    [[nodiscard]] End compute(const batch::RowRange& share, const OnRows& onRows);

    /// The last share was the first of its process, so that nothing else can have been at fault.
    [[nodiscard]] bool wasFresh() const { return wasFresh_; }
    /// How the process ended: "was ended by Killed".
    [[nodiscard]] const std::string& death() const { return death_; }
    /// It was ended by the system, or found no memory.
    [[nodiscard]] bool mayLackMemory() const { return mayLackMemory_; }
    [[nodiscard]] const Diagnostics& faults() const { return faults_; }

private:
    [[nodiscard]] bool isCancelled() const { return settings_.cancel != nullptr && *settings_.cancel; }
    [[nodiscard]] End start();
    [[nodiscard]] std::optional<End> receive(std::uint64_t& next, std::uint64_t end, const OnRows& onRows);
    [[nodiscard]] End cancel(std::uint64_t next, std::uint64_t end, const OnRows& onRows);
    void noteDeath();

    const Settings& settings_;
    process::ChildProcess child_;
    bool isFresh_ = false, wasFresh_ = false;
    std::string death_;
    bool mayLackMemory_ = false;
    Diagnostics faults_;
};

} // namespace warpstring::workers
