// SPDX-License-Identifier: GPL-3.0-or-later
// Find and go to line, below an editor.
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace warpstring::gui {

class CodeEditor;

class FindBar : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(CodeEditor& editor, QWidget* parent = nullptr);

    void openFind();
    void openGoToLine();
    void findNext(bool forward);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Purpose { Find, GoToLine };
    void open(Purpose purpose);
    void search(bool fromStart, bool forward);

    CodeEditor& editor_;
    Purpose purpose_ = Purpose::Find;
    QLabel* label_;
    QLineEdit* text_;
    QCheckBox* caseMatters_;
    QLabel* outcome_;
};

} // namespace warpstring::gui
