// SPDX-License-Identifier: GPL-3.0-or-later
// Long work of a model that ends early with what it has, or is dropped without a word.
#pragma once

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

#include "app/gui/models/background_task.h"

namespace warpstring::gui {

class StoppableRun : public QObject {
public:
    ~StoppableRun() override;

    /// Ends with what was found by then.
    void cancel();
    /// Ends, and nothing more is heard of it.
    void drop();
    [[nodiscard]] bool running() const { return running_; }

protected:
    /// Said in this object's thread, unless the run was dropped by then. From any thread.
    using Post = std::function<void(std::function<void()> tell)>;
    /// Is `stop` while the run should end with what it has, `cancelled` when nobody waits for it; what it gives
    /// back is said at its end, when running() is false.
    using Work = std::function<std::function<void()>(const std::atomic<bool>& stop,
                                                     const std::atomic<bool>& cancelled, const Post& post)>;

    explicit StoppableRun(QObject* parent) : QObject(parent) {}
    /// What runs is dropped.
    void begin(Work work);

private:
    quint64 revision_ = 0;
    bool running_ = false;
    std::shared_ptr<std::atomic<bool>> stop_; ///< of the work that runs
    BackgroundTask task_;                     ///< last: its end comes first
};

} // namespace warpstring::gui
