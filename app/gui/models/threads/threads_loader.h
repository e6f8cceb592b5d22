// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the threads pane's graph off the GUI's thread; only the latest request counts.
#pragma once

#include <QObject>

#include "app/gui/models/background_task.h"
#include "app/gui/models/threads/threads_graph.h"

namespace warpstring::gui {

class ThreadsLoader : public QObject {
    Q_OBJECT

public:
    explicit ThreadsLoader(QObject* parent = nullptr) : QObject(parent) {}

    void load(SharedAnalysis analysis, bool asWritten);
    /// Nothing that was asked for is told any more.
    void cancel();

Q_SIGNALS:
    /// Emitted in the thread of this object. Without a graph the diagnostics say why.
    void loaded(warpstring::gui::SharedThreadsGraph graph, const warpstring::Diagnostics& diagnostics);

private:
    quint64 revision_ = 0;
    batch::GraphCache graphs_{mostGraphsOfEdits}; ///< of the task
    BackgroundTask task_;                         ///< last: ends before what it uses
};

} // namespace warpstring::gui
