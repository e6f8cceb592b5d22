// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/stoppable_run.h"

#include <utility>

namespace warpstring::gui {

StoppableRun::~StoppableRun() { drop(); }

void StoppableRun::begin(Work work) {
    drop();
    const quint64 revision = ++revision_;
    running_ = true;
    stop_ = std::make_shared<std::atomic<bool>>(false);
    task_.start([this, revision, stop = stop_, work = std::move(work)](const std::atomic<bool>& cancelled) {
        const Post post = [this, revision](std::function<void()> tell) {
            QMetaObject::invokeMethod(
                this,
                [this, revision, tell = std::move(tell)] {
                    if (revision == revision_) tell();
                },
                Qt::QueuedConnection);
        };
        std::function<void()> finish = work(*stop, cancelled, post);
        post([this, finish = std::move(finish)] {
            running_ = false;
            finish();
        });
    });
}

void StoppableRun::cancel() {
    if (stop_) *stop_ = true;
}

void StoppableRun::drop() {
    cancel();
    task_.cancel();
    ++revision_;
    running_ = false;
}

} // namespace warpstring::gui
