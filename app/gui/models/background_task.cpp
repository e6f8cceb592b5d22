// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/background_task.h"

namespace warpstring::gui {

BackgroundTask::~BackgroundTask() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        if (cancelled_) *cancelled_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void BackgroundTask::start(Work work) {
    {
        const std::lock_guard lock(mutex_);
        if (cancelled_) *cancelled_ = true;
        next_ = std::move(work);
        nextIsCancelled_ = false;
    }
    wake_.notify_one();
}

void BackgroundTask::cancel() {
    const std::lock_guard lock(mutex_);
    if (cancelled_) *cancelled_ = true;
    nextIsCancelled_ = true;
}

void BackgroundTask::run() {
    for (;;) {
        std::optional<Work> work;
        std::shared_ptr<std::atomic<bool>> cancelled;
        {
            std::unique_lock lock(mutex_);
            cancelled_.reset();
            wake_.wait(lock, [this] { return stop_ || next_.has_value(); });
            if (stop_) return;
            work.swap(next_);
            cancelled = cancelled_ = std::make_shared<std::atomic<bool>>(nextIsCancelled_);
        }
        (*work)(*cancelled);
    }
}

} // namespace warpstring::gui
