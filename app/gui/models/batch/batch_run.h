// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps off the GUI's thread: what `warpstring batch` does, with the rows as they come.
#pragma once

#include <QObject>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/gui/models/background_task.h"
#include "app/gui/models/plan_request.h"
#include "study/batch/batch.h"

namespace warpstring::gui {

using SharedRows = std::shared_ptr<const std::vector<batch::BatchRow>>;

struct BatchRunOutcome {
    batch::BatchProgress progress;
    bool cancelled = false;
    Diagnostics diagnostics; ///< files that were left out, and why
};

/// "warpstring batch LAUNCHES -s SPEC"; with an output, "-o FILE".
[[nodiscard]] std::string batchCommand(const PlanRequest& request, const std::filesystem::path& output = {});

class BatchRun : public QObject {
    Q_OBJECT

public:
    explicit BatchRun(QObject* parent = nullptr);

    /// What runs is dropped, its rows too.
    void start(const PlanRequest& request);
    /// Rows in flight still come.
    void cancel();
    [[nodiscard]] bool running() const { return running_; }
    /// The request of the last batch that was started.
    [[nodiscard]] const PlanRequest& request() const { return request_; }
    /// All rows until now, in order.
    [[nodiscard]] const std::vector<SharedRows>& chunks() const { return chunks_; }
    [[nodiscard]] const std::map<std::string, double>& clockMhz() const { return clockMhz_; }

    /// Writes the rows until now as .jsonl, .csv, .sqlite, .sqlite3 or .db, in place of what is there. A
    /// batch that is not complete is one that `warpstring batch --resume` goes on with. Faults: those of
    /// openSink(), and export.unknown-format.
    [[nodiscard]] Diagnostics save(const std::filesystem::path& path) const;

Q_SIGNALS:
    void started();
    void progressed(const warpstring::batch::BatchProgress& progress);
    /// More rows, at the end of chunks().
    void rowsAdded(const warpstring::gui::SharedRows& rows);
    void finished(const warpstring::gui::BatchRunOutcome& outcome);

private:
    void post(quint64 revision, std::function<void()> tell);

    PlanRequest request_;
    std::vector<SharedRows> chunks_;
    std::map<std::string, double> clockMhz_;
    quint64 revision_ = 0;
    bool running_ = false, complete_ = false;
    BackgroundTask task_; ///< last: its end comes first
};

} // namespace warpstring::gui

Q_DECLARE_METATYPE(warpstring::gui::BatchRunOutcome)
