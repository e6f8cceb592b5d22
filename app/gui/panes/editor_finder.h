// SPDX-License-Identifier: GPL-3.0-or-later
// An editor's text as what a FindBar looks through.
#pragma once

#include "app/gui/panes/finder.h"

namespace warpstring::gui {

class CodeEditor;

/// Hits are selected in the editor, and looked for from its selection or cursor on.
class EditorFinder : public FindTarget {
public:
    explicit EditorFinder(CodeEditor& editor) : editor_(editor) {}

    [[nodiscard]] std::vector<SearchHit> hits(const SearchQuery& query) override;
    [[nodiscard]] SearchPosition position() const override;
    void show(const SearchHit& hit) override;
    [[nodiscard]] QString proposal() const override;
    [[nodiscard]] QWidget& widget() override;
    [[nodiscard]] int lines() const override;
    [[nodiscard]] int line() const override;
    void goToLine(int line) override;

private:
    CodeEditor& editor_;
};

} // namespace warpstring::gui
