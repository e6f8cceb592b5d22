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
    [[nodiscard]] MeasureRun& run() { return run_; }
    [[nodiscard]] std::filesystem::path output() const;
    void setOutput(const std::filesystem::path& path);

public Q_SLOTS:
    void start();
    void listDevices();

Q_SIGNALS:
    /// Records were added to the file, one at least.
    void recordsAdded(const std::filesystem::path& path);
    void closed();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildRows(Display& display);
    void showState();
    void takeDevices(const std::vector<records::DeviceFacts>& devices, const Diagnostics& faults);
    void takeOutcome(const MeasureOutcome& outcome);
    [[nodiscard]] MeasureRequest request() const;

    MeasureRun run_;
    std::vector<std::filesystem::path> launches_;
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
