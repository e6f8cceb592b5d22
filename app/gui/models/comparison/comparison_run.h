// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons off the GUI's thread: what `warpstring compare` does, with partial results.
#pragma once

#include <QObject>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/gui/models/background_task.h"
#include "app/gui/models/comparison/record_loader.h"
#include "app/gui/models/plan_request.h"
#include "study/comparison/comparison.h"

namespace warpstring::gui {

using SharedLaunches = std::shared_ptr<const std::vector<comparison::ComparedLaunch>>;

struct ComparisonRequest {
    PlanRequest plan;
    std::vector<std::filesystem::path> records; ///< files and folders
    bool recordsBeside = true; ///< also the folders `measurements` beside the launch files, as the CLI without
                               ///< --records
};

struct ComparisonOutcome {
    quint64 revision = 0;                                     ///< as start() returned it
    std::shared_ptr<const comparison::Comparison> comparison; ///< never null; partial where it was cancelled
    SharedRecords records;                                    ///< all that were read; never null
    std::map<std::string, double> clockMhz;                   ///< by ComparedLaunch::spec
    Diagnostics diagnostics;                                  ///< files that were left out, and why
};

/// The folders `measurements` beside launch files, or beside those in a folder; of what can be opened.
[[nodiscard]] std::vector<std::filesystem::path>
recordsBeside(const std::vector<std::filesystem::path>& launches);
/// "warpstring compare LAUNCHES -s SPEC --records FILE"
[[nodiscard]] std::string compareCommand(const ComparisonRequest& request);
/// How far the launches of a file on a spec (ComparedLaunch::spec) were off from records of its own device,
/// kernel time: the error of a single one, the mean absolute one of several. Nothing where none counts.
[[nodiscard]] std::optional<double> errorOfFile(const std::vector<const comparison::ComparedLaunch*>& launches,
                                                const std::filesystem::path& file, const std::string& spec);
/// All of it on this thread.
[[nodiscard]] ComparisonOutcome runComparison(const ComparisonRequest& request,
                                              comparison::ComparisonOptions options);

class ComparisonRun : public QObject {
    Q_OBJECT

public:
    explicit ComparisonRun(QObject* parent = nullptr);

    /// What runs is dropped: nothing more is heard of it.
    quint64 start(const ComparisonRequest& request);
    /// What was compared until now comes with finished().
    void cancel();
    [[nodiscard]] bool running() const { return running_; }

Q_SIGNALS:
    void started();
    void progressed(quint64 done, quint64 total);
    /// More launches, in order; finished() brings all of them again.
    void compared(const warpstring::gui::SharedLaunches& launches,
                  const std::map<std::string, double>& clockMhz);
    void finished(const warpstring::gui::ComparisonOutcome& outcome);

private:
    void post(quint64 revision, std::function<void()> tell);

    quint64 revision_ = 0;
    bool running_ = false;
    BackgroundTask task_; ///< last: its end comes first
};

} // namespace warpstring::gui

Q_DECLARE_METATYPE(warpstring::gui::ComparisonOutcome)
