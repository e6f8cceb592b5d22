// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/schedule_runner.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

/// Enough for the work-groups that are recorded of most launches.
constexpr double usualOperations = 2e6;

} // namespace

ScheduleRunner::ScheduleRunner(QObject* parent) : QObject(parent) {
    qRegisterMetaType<SimulatedGroups>();
    thread_ = std::thread([this] { run(); });
}

ScheduleRunner::~ScheduleRunner() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

quint64 ScheduleRunner::submit(SharedAnalysis analysis) {
    quint64 revision = 0;
    {
        const std::lock_guard lock(mutex_);
        next_ = std::move(analysis);
        revision = ++revision_;
    }
    wake_.notify_one();
    return revision;
}

void ScheduleRunner::forget() {
    const std::lock_guard lock(mutex_);
    next_.reset();
    ++revision_;
}

void ScheduleRunner::run() {
    for (;;) {
        SharedAnalysis analysis;
        quint64 revision = 0;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || next_; });
            if (stop_) return;
            analysis.swap(next_);
            revision = revision_;
        }
        auto groups = simulateGroups(
            *analysis, std::clamp(1.2 * operationsOfGroups(*analysis), usualOperations, mostOperations));
        QMetaObject::invokeMethod(
            this,
            [this, revision, groups = std::move(groups)] {
                bool latest = false;
                {
                    const std::lock_guard lock(mutex_);
                    latest = revision == revision_;
                }
                if (latest) Q_EMIT finished(revision, groups);
            },
            Qt::QueuedConnection);
    }
}

} // namespace warpstring::gui
