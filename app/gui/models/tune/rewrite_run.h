// SPDX-License-Identifier: GPL-3.0-or-later
// A rewrite of the current kernel off the GUI's thread, for it is compiled before it is handed out.
#pragma once

#include <QObject>
#include <memory>

#include "app/gui/models/background_task.h"
#include "app/gui/models/tune/tune_inputs.h"

namespace warpstring::gui {

struct RewriteOutcome {
    TuneInputs inputs;
    QString words;
    Result<transform::Rewritten> rewritten; ///< or why not
};

class RewriteRun : public QObject {
    Q_OBJECT

public:
    explicit RewriteRun(QObject* parent = nullptr);
    /// What runs is dropped.
    void start(const TuneInputs& inputs, const QString& words);

Q_SIGNALS:
    void finished(const std::shared_ptr<const warpstring::gui::RewriteOutcome>& outcome);

private:
    quint64 revision_ = 0;
    BackgroundTask task_; ///< last: its end comes first
};

} // namespace warpstring::gui
