// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring from a pane: which device, to which file, how far it is, and a way to stop.
#pragma once

#include <QFrame>

#include "app/gui/drawing/display.h"
#include "app/gui/models/comparison/measure_run.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace warpstring::gui {

class MessageStrip;

class MeasureBar : public QFrame {
    Q_OBJECT

public:
    explicit MeasureBar(Display& display, QWidget* parent = nullptr);

    /// What is measured.
    void setLaunches(std::vector<std::filesystem::path> launches);
    /// The same, made when measuring begins, on another thread; nullptr: nothing is to be measured.
    void setMaker(std::function<Result<std::vector<records::ResolvedLaunch>>()> make);
    [[nodiscard]] MeasureRun& run() { return run_; }
    [[nodiscard]] bool measuring() const { return measuring_; }
    [[nodiscard]] std::filesystem::path output() const;
    void setOutput(const std::filesystem::path& path);

public Q_SLOTS:
    void start();
    void listDevices();

Q_SIGNALS:
    /// Records were added to the file, one at least.
    void recordsAdded(const std::filesystem::path& path);
    void closed();
    /// Measuring began or ended.
    void measuringChanged(bool measuring);

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildRows(Display& display);
    void showState();
    void takeDevices(const std::vector<records::DeviceFacts>& devices, const Diagnostics& faults);
    void takeOutcome(const MeasureOutcome& outcome);
    [[nodiscard]] MeasureRequest request() const;
    [[nodiscard]] bool hasLaunches() const { return make_ || !launches_.empty(); }

    MeasureRun run_;
    std::vector<std::filesystem::path> launches_;
    std::function<Result<std::vector<records::ResolvedLaunch>>()> make_;
    bool listed_ = false, measuring_ = false;
    std::size_t taken_ = 0;
    QComboBox* devices_ = nullptr;
    QComboBox* caches_ = nullptr;
    QLineEdit* output_ = nullptr;
    QToolButton* browse_ = nullptr;
    QPushButton* start_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* status_ = nullptr;
    MessageStrip* messages_ = nullptr;
};

} // namespace warpstring::gui
