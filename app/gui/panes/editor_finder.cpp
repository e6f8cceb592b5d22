// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/editor_finder.h"

#include "app/gui/models/search/text_search.h"
#include "app/gui/panes/code_editor.h"

namespace warpstring::gui {

std::vector<SearchHit> EditorFinder::hits(const SearchQuery& query) {
    return findInText(editor_.text(), query);
}

SearchPosition EditorFinder::position() const {
    int line = -1, column = -1, toLine = 0, toColumn = 0;
    editor_.getSelection(&line, &column, &toLine, &toColumn);
    if (line < 0) editor_.getCursorPosition(&line, &column);
    return {line + 1, column};
}

void EditorFinder::show(const SearchHit& hit) {
    if (hit.line < 1 || hit.line > editor_.lines()) return;
    editor_.ensureLineVisible(hit.line - 1);
    editor_.setSelection(hit.line - 1, hit.at.column, hit.line - 1, hit.at.column + hit.length);
}

QString EditorFinder::proposal() const {
    const QString selected = editor_.selectedText();
    return selected.contains(QLatin1Char('\n')) ? QString() : selected;
}

QWidget& EditorFinder::widget() { return editor_; }

int EditorFinder::lines() const { return editor_.lines(); }

int EditorFinder::line() const { return editor_.cursorLine(); }

void EditorFinder::goToLine(int line) { editor_.goToLine(line); }

} // namespace warpstring::gui
