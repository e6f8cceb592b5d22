// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the threads pane's graph off the GUI's thread; only the latest request counts.
#pragma once

#include <QObject>
#include <QThreadPool>

#include "app/gui/models/threads_graph.h"

namespace warpstring::gui {

class ThreadsLoader : public QObject {
    Q_OBJECT

public:
    explicit ThreadsLoader(QObject* parent = nullptr);
    /// Waits for what is under way.
    ~ThreadsLoader() override;

    void load(SharedAnalysis analysis, bool asWritten);
    /// Nothing that was asked for is told any more.
    void cancel();

Q_SIGNALS:
    /// In the thread of this object. Without a graph the diagnostics say why.
    void loaded(warpstring::gui::SharedThreadsGraph graph, const warpstring::Diagnostics& diagnostics);

private:
    RecentGraphs graphs_; ///< of the pool's one thread
    quint64 revision_ = 0;
    QThreadPool pool_;
};

} // namespace warpstring::gui
