// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates the schedule of a launch's work-groups off the GUI's thread, the latest launch only.
#pragma once

#include <QObject>

#include "app/gui/models/background_task.h"
#include "app/gui/models/timeline/measured_schedule.h"

namespace warpstring::gui {

class ScheduleRunner : public QObject {
    Q_OBJECT

public:
    /// A few seconds at most.
    static constexpr double mostOperations = 1e7;
    /// Whether so many suffice to know how long its work-groups take.
    [[nodiscard]] static bool canSimulate(const Analysis& analysis) {
        return operationsOfGroups(analysis) <= mostOperations;
    }

    explicit ScheduleRunner(QObject* parent = nullptr);

    /// Replaces what waits. Returns the request's revision, which grows.
    quint64 submit(SharedAnalysis analysis);
    /// What was asked for is not wanted any more: nothing of it is told.
    void forget();

Q_SIGNALS:
    /// Emitted in the thread of this object, for the latest request alone.
    void finished(quint64 revision, const warpstring::gui::SimulatedGroups& groups);

private:
    quint64 revision_ = 0;
    BackgroundTask task_; ///< last: ends before what it uses
};

} // namespace warpstring::gui

Q_DECLARE_METATYPE(warpstring::gui::SimulatedGroups)
