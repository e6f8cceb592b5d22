// SPDX-License-Identifier: GPL-3.0-or-later
// Advice off the GUI's thread: a launch is simulated once more for every cause that it shows.
#pragma once

#include <QObject>

#include "app/gui/models/background_task.h"
#include "app/gui/models/summary/advice_rows.h"

namespace warpstring::gui {

class AdviceRunner : public QObject {
    Q_OBJECT

public:
    explicit AdviceRunner(QObject* parent = nullptr);

    /// What runs is dropped, and nothing more is heard of it. An analysis that is null or faulty gets no
    /// advice.
    void start(SharedAnalysis analysis);
    [[nodiscard]] bool running() const { return running_; }

Q_SIGNALS:
    /// Of the analysis that was started last.
    void finished(const warpstring::gui::SharedAdvice& advice);

private:
    quint64 revision_ = 0;
    bool running_ = false;
    BackgroundTask task_; ///< last: its end comes first
};

} // namespace warpstring::gui
