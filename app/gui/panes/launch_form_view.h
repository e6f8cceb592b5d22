// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a launch: a thin view of its model.
#pragma once

#include <QScrollArea>

#include "app/gui/drawing/display.h"
#include "app/gui/models/launch/launch_form_model.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QToolButton;

namespace warpstring::gui {

class FormTable;
class SizeFields;

class LaunchFormView : public QScrollArea {
    Q_OBJECT

public:
    /// Both outlive the view.
    LaunchFormView(LaunchFormModel& model, Display& display, QWidget* parent = nullptr);

    /// Where dialogs for folders begin.
    void setFolder(const QString& folder) { folder_ = folder; }

    [[nodiscard]] QComboBox& kernel() { return *kernel_; }
    [[nodiscard]] SizeFields& global() { return *global_; }
    [[nodiscard]] SizeFields& local() { return *local_; }
    [[nodiscard]] FormTable& arguments() { return *arguments_; }
    [[nodiscard]] FormTable& macros() { return *macros_; }
    /// What is wrong with the form as a whole, or with the last entry.
    [[nodiscard]] QString notice() const;

Q_SIGNALS:
    void kernelChosen(const QString& kernel);
    /// What is missing, and what was guessed, is to be drafted anew.
    void draftWanted();

private:
    [[nodiscard]] QWidget* makeHead();
    void makeTables();
    [[nodiscard]] QWidget* makeIncludes();
    [[nodiscard]] QWidget* makeCaption(const QString& text, std::initializer_list<QWidget*> buttons);
    void refresh();
    void say(const QString& notice);
    void sayOfRow();
    void chooseInclude();

    LaunchFormModel& model_;
    Display& display_;
    QString folder_, refusal_;
    QWidget* content_ = nullptr;
    QLabel *notice_ = nullptr, *rowNote_ = nullptr;
    QComboBox* kernel_ = nullptr;
    SizeFields *global_ = nullptr, *local_ = nullptr;
    QLineEdit* options_ = nullptr;
    QListWidget* includes_ = nullptr;
    QToolButton* removeInclude_ = nullptr;
    FormTable *arguments_ = nullptr, *macros_ = nullptr;
    QPushButton* draft_ = nullptr;
};

} // namespace warpstring::gui
