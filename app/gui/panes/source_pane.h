// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's source, edited and analysed as it is typed.
#pragma once

#include "app/gui/models/session/session.h"
#include "app/gui/panes/editor_finder.h"
#include "app/gui/panes/pane.h"

namespace warpstring::gui {

class CodeEditor;
class FindBar;

class SourcePane : public Pane {
    Q_OBJECT

public:
    SourcePane(Session& session, PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("simulate")); }

    [[nodiscard]] CodeEditor& editor() { return *editor_; }
    [[nodiscard]] FindBar& findBar() { return *findBar_; }
    [[nodiscard]] Finder* finder() override;
    /// Selects what was found in the text, and scrolls to it.
    void showHit(const SearchHit& hit) { found_.show(hit); }

    /// The document's text, as it is now.
    void takeDocument();

protected:
    void analysisChanged() override;
    void baselineChanged() override { showMarks(); }

private:
    void showMarks();
    void showDiagnostics();
    void showSelection();

    Session& session_;
    CodeEditor* editor_;
    EditorFinder found_;
    FindBar* findBar_;
    bool scrolled_ = false; ///< to the kernel, once a document
    bool taking_ = false;   ///< the text comes from the document, not from a person
};

} // namespace warpstring::gui
