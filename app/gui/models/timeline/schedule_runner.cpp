// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/schedule_runner.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

/// Enough for the work-groups that are recorded of most launches.
constexpr double usualOperations = 2e6;

} // namespace

ScheduleRunner::ScheduleRunner(QObject* parent) : QObject(parent) { qRegisterMetaType<SimulatedGroups>(); }

quint64 ScheduleRunner::submit(SharedAnalysis analysis) {
    const quint64 revision = ++revision_;
    task_.start([this, revision, analysis = std::move(analysis)](const std::atomic<bool>& cancelled) {
        const Cancellation cancellation(&cancelled);
        auto groups = simulateGroups(
            *analysis, std::clamp(1.2 * operationsOfGroups(*analysis), usualOperations, mostOperations),
            &cancellation);
        if (isStopped(&cancellation)) return;
        QMetaObject::invokeMethod(
            this,
            [this, revision, groups = std::move(groups)] {
                if (revision == revision_) Q_EMIT finished(revision, groups);
            },
            Qt::QueuedConnection);
    });
    return revision;
}

void ScheduleRunner::forget() {
    ++revision_;
    task_.cancel();
}

} // namespace warpstring::gui
