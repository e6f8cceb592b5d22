// SPDX-License-Identifier: GPL-3.0-or-later
// The answer in a line: kernel time, warp latency, what bounds it, and the choices that it depends on.
#pragma once

#include <QWidget>

#include "app/gui/drawing/display.h"
#include "app/gui/models/session/analysis_baseline.h"

class QComboBox;
class QLabel;
class QSpinBox;

namespace warpstring::gui {

class SummaryBar : public QWidget {
    Q_OBJECT

public:
    SummaryBar(Session& session, AnalysisBaseline& baseline, Display& display, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox& specs() { return *specs_; }
    [[nodiscard]] QString text() const;
    /// Reads the list of devices anew.
    void listSpecs();

Q_SIGNALS:
    void faulty(const warpstring::Diagnostics& diagnostics);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showLaunches();
    void showFigures();
    [[nodiscard]] QString timeText(const Analysis& analysis) const;
    void fitFigures();

    Session& session_;
    AnalysisBaseline& baseline_;
    Display& display_;
    QComboBox* specs_;
    QComboBox* launches_;
    QLabel* figures_;
    QLabel* state_;
    /// Of the result, the most important one first: HTML, and in fewer words.
    struct Part {
        QString text, brief;
    };
    std::vector<Part> parts_;
    bool filling_ = false;
};

} // namespace warpstring::gui
