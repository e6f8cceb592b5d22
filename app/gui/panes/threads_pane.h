// SPDX-License-Identifier: GPL-3.0-or-later
// The replay of symbolic evaluation, step by step: lanes x warps, banks x lanes, addresses x transactions, and
// the table of all steps.
#pragma once

#include <QTimer>
#include <array>

#include "app/gui/models/threads/replay_table_model.h"
#include "app/gui/models/threads/step_cursor.h"
#include "app/gui/models/threads/threads_loader.h"
#include "app/gui/panes/pane.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
class QSlider;
class QSpinBox;
class QTableView;
class QToolButton;

namespace warpstring::gui {

class LaneCanvas;
struct LaneHit;

class ThreadsPane : public Pane {
    Q_OBJECT

public:
    explicit ThreadsPane(PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override;
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;

    [[nodiscard]] StepCursor& stepCursor() { return cursor_; }

Q_SIGNALS:
    /// The steps of the analysis shown last can be gone through.
    void ready();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void analysisChanged() override;

private:
    [[nodiscard]] QLayout* subjectRow();
    [[nodiscard]] QLayout* stepRow();
    void connectWidgets();
    void load();
    void showGraph();
    void showSubject();
    void showStep();
    void showLoopsAround();
    void showHover(const LaneHit& hit);
    void play(bool on);
    [[nodiscard]] bool moveByKey(int key);
    /// Goes to another iteration of the innermost loop around the one that is stepped through.
    [[nodiscard]] bool moveAround(int by);

    ThreadsLoader loader_;
    StepCursor cursor_;
    mutable ReplayTableModel rows_;
    QTimer player_;
    QString failure_; ///< of the last load
    QComboBox* subjects_ = nullptr;
    QCheckBox* asWritten_ = nullptr;
    /// Which iteration of a loop around: as many as the deepest subject had.
    struct AroundControl {
        QLabel* label = nullptr;
        QSpinBox* iteration = nullptr;
        QLabel* count = nullptr;
    };
    QWidget* aroundRow_ = nullptr;
    std::vector<AroundControl> around_;
    std::array<QSpinBox*, 3> group_{};
    QLabel* groupLabel_ = nullptr;
    QSlider* slider_ = nullptr;
    QSpinBox* step_ = nullptr;
    QLabel* stepCount_ = nullptr;
    std::array<QToolButton*, 5> buttons_{}; ///< first, back, play, forward, last
    QLabel* summary_ = nullptr;
    QLabel* doubt_ = nullptr;
    LaneCanvas* canvas_ = nullptr;
    QTableView* table_ = nullptr;
};

} // namespace warpstring::gui
