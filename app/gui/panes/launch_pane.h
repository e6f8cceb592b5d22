// SPDX-License-Identifier: GPL-3.0-or-later
// The launch file, edited beside the kernel.
#pragma once

#include "app/gui/models/session/session.h"
#include "app/gui/panes/pane.h"

namespace warpstring::gui {

class CodeEditor;
class FindBar;

class LaunchPane : public Pane {
    Q_OBJECT

public:
    LaunchPane(Session& session, PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("simulate")); }
    [[nodiscard]] CodeEditor& editor() { return *editor_; }
    [[nodiscard]] FindBar& findBar() { return *findBar_; }

    /// The document's text, as it is now.
    void takeDocument();

private:
    /// As an edit that can be undone.
    void takeFilled();
    void showDiagnostics();

    Session& session_;
    CodeEditor* editor_;
    FindBar* findBar_;
    bool taking_ = false;
};

} // namespace warpstring::gui
