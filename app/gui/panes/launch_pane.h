// SPDX-License-Identifier: GPL-3.0-or-later
// The launch file, edited beside the kernel: as a form and as the text that it is.
#pragma once

#include "app/gui/models/launch/launch_form_model.h"
#include "app/gui/models/session/session.h"
#include "app/gui/panes/editor_finder.h"
#include "app/gui/panes/pane.h"

class QSplitter;
class QTabBar;

namespace warpstring::gui {

class CodeEditor;
class FindBar;
class LaunchFormView;

/// Side by side where there is room, else one of the two. Entries of the form are edits of the text, which can
/// be undone there.
class LaunchPane : public Pane {
    Q_OBJECT

public:
    LaunchPane(Session& session, PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("simulate")); }
    [[nodiscard]] CodeEditor& editor() { return *editor_; }
    [[nodiscard]] FindBar& findBar() { return *findBar_; }
    [[nodiscard]] LaunchFormView& form() { return *form_; }
    [[nodiscard]] LaunchFormModel& formModel() { return formModel_; }

    /// The document's text, as it is now.
    void takeDocument();
    void showForm();
    void showText();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// As an edit that can be undone.
    void takeFilled();
    void showDiagnostics();
    void arrange();
    void refreshForm();
    void takeFacts();

    Session& session_;
    LaunchFormModel formModel_;
    QTabBar* views_;
    QSplitter* sides_;
    LaunchFormView* form_;
    QWidget* text_;
    CodeEditor* editor_;
    EditorFinder found_;
    FindBar* findBar_;
    bool taking_ = false;
};

} // namespace warpstring::gui
