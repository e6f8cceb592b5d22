// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses off the GUI's thread, the latest request only.
#pragma once

#include <QObject>
#include <optional>

#include "app/gui/models/background_task.h"
#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

/// The text of a launch that has to be filled (fillLaunch()) before it is one, and where its file would be.
struct LaunchToFill {
    std::string text;
    std::filesystem::path path;
};

/// What came of a request. Without an analysis the diagnostics say why.
struct AnalysisOutcome {
    quint64 revision = 0;                   ///< of the request, as submit() returned it
    std::optional<LaunchToFill> unfilled{}; ///< what could not be filled
    SharedAnalysis analysis;
    Diagnostics diagnostics; ///< warnings and notes too
    double milliseconds = 0; ///< that it took
};

/// A request that comes while another is computed stops that one and waits; one that waits is replaced by a
/// later one.
class AnalysisRunner : public QObject {
    Q_OBJECT

public:
    explicit AnalysisRunner(QObject* parent = nullptr);

    /// Returns the request's revision, which grows.
    quint64 submit(AnalysisRequest request);
    /// The same of the launch that comes of a text, in place of the request's; that one names the source alone.
    quint64 submit(AnalysisRequest request, LaunchToFill toFill);
    /// Nobody wants to know any more: what runs is stopped and what waits dropped.
    void cancel();
    /// Whether the latest request has not been answered yet.
    [[nodiscard]] bool busy() const { return answered_ != submitted_; }

Q_SIGNALS:
    // Emitted in the thread of this object, in the order of revisions; not for requests that were replaced or
    // stopped.
    /// What the text of a launch became, before that launch is analysed.
    void filled(quint64 revision, const warpstring::gui::LaunchToFill& before, const std::string& after);
    void finished(const warpstring::gui::AnalysisOutcome& outcome);

private:
    quint64 start(AnalysisRequest request, std::optional<LaunchToFill> toFill);
    AnalysisOutcome outcomeOf(const AnalysisRequest& request, const Cancellation& cancellation);
    /// The launch that the text becomes, which is told; the request gets the text.
    Result<Launch> fill(quint64 revision, const LaunchToFill& toFill, AnalysisRequest& request,
                        const Cancellation& cancellation);

    quint64 submitted_ = 0, answered_ = 0;
    batch::GraphCache graphs_{mostGraphsOfEdits}; ///< of the task
    BackgroundTask task_;                         ///< last: ends before what it uses
};

} // namespace warpstring::gui

Q_DECLARE_METATYPE(warpstring::gui::AnalysisOutcome)
