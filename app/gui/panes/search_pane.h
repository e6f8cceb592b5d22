// SPDX-License-Identifier: GPL-3.0-or-later
// One search through the source, the string and the graph, with all that it finds.
#pragma once

#include <optional>

#include "app/gui/models/search/search_results.h"
#include "app/gui/models/session/session.h"
#include "app/gui/panes/finder.h"
#include "app/gui/panes/pane.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QTreeView;

namespace warpstring::gui {

class SearchPane : public Pane, public Finder {
    Q_OBJECT

public:
    SearchPane(Session& session, PaneContext context, QWidget* parent = nullptr);

    /// What is looked for most likely; empty: what was looked for last.
    void propose(const QString& text);
    /// Looks for nothing any more.
    void clear();
    [[nodiscard]] Finder* finder() override { return this; }
    void openFind() override;
    void findNext(bool forward) override;
    [[nodiscard]] bool isOpen() const override;
    [[nodiscard]] const SearchResults& results() const { return *results_; }

Q_SIGNALS:
    /// `goes`: the focus is wanted there, too.
    void hitWanted(const warpstring::gui::SearchHit& hit, bool goes);

protected:
    void analysisChanged() override { search(); }
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Looks anew. What was shown stays the one to go on from, and is not shown again: the text may be typed
    /// into.
    void search();
    void show(std::size_t hit);
    void showCount();
    void rowChanged(const QModelIndex& row);

    Session& session_;
    SearchResults* results_;
    QLineEdit* text_;
    QComboBox* places_;
    QCheckBox* caseMatters_;
    QLabel* count_;
    QTreeView* view_;
    std::optional<std::size_t> shown_; ///< of the results
};

} // namespace warpstring::gui
