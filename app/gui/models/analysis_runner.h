// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses off the GUI's thread, the latest request only.
#pragma once

#include <QObject>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "app/gui/models/analysis.h"

namespace warpstring::gui {

/// What came of a request. Without an analysis the diagnostics say why.
struct AnalysisOutcome {
    quint64 revision = 0; ///< of the request, as submit() returned it
    SharedAnalysis analysis;
    Diagnostics diagnostics; ///< warnings and notes too
    double milliseconds = 0; ///< that it took
};

/// A request that comes while another is computed waits; one that waits is replaced by a later one.
class AnalysisRunner : public QObject {
    Q_OBJECT

public:
    explicit AnalysisRunner(QObject* parent = nullptr);
    ~AnalysisRunner() override;

    /// Returns the request's revision, which grows.
    quint64 submit(AnalysisRequest request);
    /// Whether something is being computed or waits.
    [[nodiscard]] bool busy() const;

Q_SIGNALS:
    /// In the thread of this object, in the order of revisions; not for requests that were replaced.
    void finished(const warpstring::gui::AnalysisOutcome& outcome);

private:
    void run();

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<AnalysisRequest> next_;
    quint64 revision_ = 0;
    bool running_ = false, stop_ = false;
    std::thread thread_; ///< last: starts when the rest is there
};

} // namespace warpstring::gui

Q_DECLARE_METATYPE(warpstring::gui::AnalysisOutcome)
