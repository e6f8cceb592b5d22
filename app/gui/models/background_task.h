// SPDX-License-Identifier: GPL-3.0-or-later
// Long work off the GUI's thread, one piece at a time, that can be cancelled.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace warpstring::gui {

/// Work runs on a thread of this object. Starting work cancels what runs and replaces what waits. The
/// destructor cancels and waits.
class BackgroundTask {
public:
    using Work = std::function<void(const std::atomic<bool>& cancelled)>;

    BackgroundTask() : thread_([this] { run(); }) {}
    ~BackgroundTask();
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    void start(Work work);
    /// What runs is told to end; what waits begins as cancelled.
    void cancel();

private:
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<Work> next_;
    std::shared_ptr<std::atomic<bool>> cancelled_; ///< of what runs; null when nothing does
    bool nextIsCancelled_ = false;
    bool stop_ = false;
    std::thread thread_; ///< last: starts when the rest is there
};

} // namespace warpstring::gui
