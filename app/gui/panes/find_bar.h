// SPDX-License-Identifier: GPL-3.0-or-later
// Find and go to line, below what is looked through.
#pragma once

#include <QWidget>

#include "app/gui/panes/finder.h"

class QCheckBox;
class QLabel;
class QLineEdit;

namespace warpstring::gui {

class FindBar : public QWidget, public Finder {
    Q_OBJECT

public:
    /// The target outlives it.
    explicit FindBar(FindTarget& target, QWidget* parent = nullptr);

    void openFind() override;
    void openGoToLine();
    void findNext(bool forward) override;
    [[nodiscard]] bool isOpen() const override;

Q_SIGNALS:
    void hitShown(const warpstring::gui::SearchHit& hit);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Purpose { Find, GoToLine };
    enum class Step { Stay, Next, Previous };
    void open(Purpose purpose);
    void leave();
    void search(Step step);

    FindTarget& target_;
    Purpose purpose_ = Purpose::Find;
    QLabel* label_;
    QLineEdit* text_;
    QCheckBox* caseMatters_;
    QLabel* outcome_;
};

} // namespace warpstring::gui
