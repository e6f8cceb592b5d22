// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the memory pane's map off the GUI's thread; only the latest request counts.
#pragma once

#include <QObject>

#include "app/gui/models/background_task.h"
#include "app/gui/models/memory/memory_map.h"

namespace warpstring::gui {

class MemoryLoader : public QObject {
    Q_OBJECT

public:
    explicit MemoryLoader(QObject* parent = nullptr) : QObject(parent) {}

    /// Counts are made once an analysis; another choice takes those that there are.
    void load(SharedAnalysis analysis, const MemoryChoice& choice);
    /// Nothing that was asked for is told any more.
    void cancel();
    [[nodiscard]] bool running() const { return running_; }

Q_SIGNALS:
    /// Emitted in the thread of this object. Without a map the diagnostics say why.
    void loaded(warpstring::gui::SharedMemoryMap map, const warpstring::Diagnostics& diagnostics);

private:
    quint64 revision_ = 0;
    bool running_ = false;
    SharedAnalysis counted_; ///< of the task, like its counts
    SharedCounts counts_;
    BackgroundTask task_; ///< last: ends before what it uses
};

} // namespace warpstring::gui
