// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring on this machine's OpenCL devices, off the GUI's thread and outside its process: what
// `warpstring devices` and `warpstring measure` do.
#pragma once

#include <QObject>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/gui/models/background_task.h"
#include "core/measure/client/session.h"
#include "core/records/resolved_launch.h"

namespace warpstring::gui {

struct MeasureRequest {
    std::vector<std::filesystem::path> launches; ///< files and folders
    /// In place of files: makes the launches, on the thread that measures.
    std::function<Result<std::vector<records::ResolvedLaunch>>()> make;
    std::string device;           ///< as chooseDevice() takes it
    std::filesystem::path output; ///< records are appended; see RecordStore
    std::string options;          ///< build options added to the launches'
    records::MeasureSettings settings;
    bool resume = false; ///< pass over launches that the output holds
};

struct MeasureProgress {
    std::size_t done = 0, count = 0;
    QString launch; ///< the one that runs; empty between two
    QString line;   ///< of the record that was just taken, as the CLI writes it; empty: none
};

struct MeasureOutcome {
    measure::SessionSummary summary;
    std::filesystem::path output;
    Diagnostics diagnostics; ///< why nothing was measured, why it ended early, why launches failed
    bool cancelled = false;
};

/// "warpstring measure LAUNCHES -d DEVICE -o FILE"
[[nodiscard]] std::string measureCommand(const MeasureRequest& request);
/// Where records go unless a person says otherwise: a file in the user's data folder.
[[nodiscard]] std::filesystem::path defaultRecordFile();

class MeasureRun : public QObject {
    Q_OBJECT

public:
    explicit MeasureRun(QObject* parent = nullptr);

    /// Asks the drivers, in the child process, which may take seconds. Not while something runs.
    void listDevices();
    /// Not while something runs.
    void start(const MeasureRequest& request);
    /// The launch that runs is given up; records already taken are safe.
    void cancel();
    [[nodiscard]] bool running() const { return running_; }

Q_SIGNALS:
    void devicesListed(const std::vector<warpstring::records::DeviceFacts>& devices,
                       const warpstring::Diagnostics& faults);
    void progressed(const warpstring::gui::MeasureProgress& progress);
    /// One launch more; it is in the output already.
    void measured(const warpstring::records::Measurement& record);
    void finished(const warpstring::gui::MeasureOutcome& outcome);

private:
    void post(std::function<void()> tell);

    bool running_ = false;
    BackgroundTask task_; ///< last: its end comes first
};

} // namespace warpstring::gui

Q_DECLARE_METATYPE(warpstring::gui::MeasureProgress)
Q_DECLARE_METATYPE(warpstring::gui::MeasureOutcome)
