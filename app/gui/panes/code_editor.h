// SPDX-License-Identifier: GPL-3.0-or-later
// An editor with a margin of findings, marks of lines, and the program's colours.
#pragma once

#include <map>
#include <vector>

#include "app/gui/drawing/theme.h"
#include "app/gui/models/string/source_marks.h"
#include "app/gui/panes/scintilla.h"

namespace warpstring::gui {

enum class CodeLanguage { OpenCl, Toml, Pattern };

/// Lines count from 1 here.
class CodeEditor : public QsciScintilla {
    Q_OBJECT

public:
    explicit CodeEditor(CodeLanguage language, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Replaces the text as one step that can be undone, or as a new document without history.
    void replaceText(const QString& text, bool keepHistory);

    void showDiagnostics(const std::vector<LineDiagnostic>& diagnostics);
    /// Heat and token kinds beside the lines; the marks stay with their lines while the text is edited.
    void showMarks(const std::map<int, LineMark>& marks);
    void highlight(const std::vector<int>& hovered, const std::vector<int>& pinned);

    [[nodiscard]] int cursorLine() const;
    void goToLine(int line);
    /// Scrolls so that a line is near the top.
    void showFrom(int line);

Q_SIGNALS:
    /// 0: the mouse has left.
    void lineHovered(int line);
    /// A click into a margin, or Ctrl+Return.
    void linePinned(int line);

protected:
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    // Files are for the window to open; text is taken.
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void showMargins();
    void makeStyles();
    [[nodiscard]] bool changesAreShown() const;
    [[nodiscard]] int columnsOfText() const;
    void showAnnotations();
    void underline(const LineDiagnostic& diagnostic, int line);

    enum Margin { NumberMargin, SymbolMargin, CostMargin };
    enum Marker { ErrorMarker, WarningMarker, NoteMarker, HoverMarker, PinMarker };
    enum Indicator { ErrorIndicator = 8, WarningIndicator }; ///< those below belong to lexers

    CodeLanguage language_;
    QsciLexer* lexer_ = nullptr;
    const Theme* theme_ = nullptr;
    std::map<int, LineMark> marks_;
    std::vector<LineDiagnostic> diagnostics_;
    int textColumns_ = 0; ///< that annotations were broken for
    std::vector<int> hovered_, pinned_;
    int under_ = 0;
};

} // namespace warpstring::gui
